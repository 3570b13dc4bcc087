import { describe, expect, it } from 'vitest'
import { nowhere, passbookFor, raw } from './test-kit'

describe('startServer', () => {
  it('[product] listens on any free port and says which', async () => {
    const { url } = await passbookFor(await nowhere())
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/)
    expect((await raw(url, { path: '/healthz' })).status).toBe(200)
  })

  it('[product] rejects when the port is busy', async () => {
    const { url } = await passbookFor(await nowhere())
    const port = Number(new URL(url).port)
    await expect(passbookFor(await nowhere(), { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
