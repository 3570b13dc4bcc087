import { describe, expect, it } from 'vitest'
import { createKit, type Kit, keyNamed, startInput } from '../test-kit'

function asking(kit: Kit, options?: readonly string[]) {
  const row = kit.purchase({
    state: options ? 'needs_answer' : 'needs_details',
    question: { id: 'q_1', kind: options ? 'choice' : 'text', prompt: 'Which?', options },
  })
  return (more: Record<string, unknown> = {}) => ({
    purchase: row.purchase_id,
    question_id: 'q_1',
    answer: 'Small',
    idempotency_key: keyNamed('answer'),
    ...more,
  })
}

const answersOf = (kit: Kit) =>
  kit.world.db.prepare<[], { answer: string }>('SELECT answer FROM answers').all()

describe('submit_answer', () => {
  it('records the answer and the purchase moves on', async () => {
    const kit = createKit()
    const input = asking(kit, ['Small', 'Large'])
    const { status, reply } = await kit.call('submit_answer', input())
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      replayed: false,
      purchase: { state: 'processing', revision: 2, question: null },
      next: { args: { after_revision: 2 } },
    })
    expect(answersOf(kit)).toEqual([{ answer: 'Small' }])
  })

  it('[R-043] the same key and answer is recorded once, also by 50 copies at once', async () => {
    const kit = createKit()
    const input = asking(kit, ['Small', 'Large'])
    const copies = await Promise.all(
      Array.from({ length: 50 }, () => kit.call('submit_answer', input())),
    )
    expect(copies.every(({ status }) => status === 200)).toBe(true)
    expect(copies.filter(({ reply }) => !reply.replayed)).toHaveLength(1)
    expect(new Set(copies.map(({ reply }) => reply.purchase.revision))).toEqual(new Set([2]))
    expect(answersOf(kit)).toHaveLength(1)
  })

  it.each([{ answer: 'Large' }, { question_id: 'q_2' }])(
    '[R-044] the same key with %j is a conflict',
    async (other) => {
      const kit = createKit()
      const input = asking(kit, ['Small', 'Large'])
      await kit.call('submit_answer', input())
      const { reply } = await kit.call('submit_answer', input(other))
      expect(reply.error?.code).toBe('IDEMPOTENCY_CONFLICT')
      expect(answersOf(kit)).toEqual([{ answer: 'Small' }])
    },
  )

  it('[R-021] replays with either reference of the purchase', async () => {
    const kit = createKit()
    const started = await kit.call('start_purchase', startInput('a'))
    const id = started.reply.purchase.purchase_id
    kit.world.db
      .prepare("UPDATE purchases SET state = 'needs_answer', question = ? WHERE purchase_id = ?")
      .run('{"id":"q_1","kind":"text","prompt":"Which?"}', id)
    const input = { question_id: 'q_1', answer: 'Red', idempotency_key: keyNamed('answer') }
    await kit.call('submit_answer', { ...input, purchase: keyNamed('a') })
    const again = await kit.call('submit_answer', { ...input, purchase: id })
    expect(again.reply).toMatchObject({ ok: true, replayed: true })
  })

  it('[R-045] a key of a start is free for an answer', async () => {
    const kit = createKit()
    await kit.call('start_purchase', startInput('answer'))
    const { status } = await kit.call('submit_answer', asking(kit)())
    expect(status).toBe(200)
  })

  it('[R-160] a question that is not open is a conflict of state', async () => {
    const kit = createKit()
    const input = asking(kit, ['Small', 'Large'])
    const other = { question_id: 'q_2', idempotency_key: keyNamed('other') }
    expect((await kit.call('submit_answer', input(other))).reply.error?.code).toBe('STATE_CONFLICT')
    await kit.call('submit_answer', input())
    const again = await kit.call('submit_answer', input({ idempotency_key: keyNamed('again') }))
    expect(again.reply.error?.code).toBe('STATE_CONFLICT')
    expect(answersOf(kit)).toEqual([{ answer: 'Small' }])
  })

  it('[R-013, R-089] an answer that is no option is a bad field, and uses up nothing', async () => {
    const kit = createKit()
    const input = asking(kit, ['Small', 'Large'])
    const { status, reply } = await kit.call('submit_answer', input({ answer: 'small' }))
    expect(status).toBe(400)
    expect(reply.error?.fields.map(({ path }) => path)).toEqual(['answer'])
    expect((await kit.call('submit_answer', input())).status).toBe(200)
  })

  it('[R-042] needs a key of its own', async () => {
    const kit = createKit()
    const { idempotency_key: _, ...keyless } = asking(kit)()
    const { status, reply } = await kit.call('submit_answer', keyless)
    expect(status).toBe(400)
    expect(reply.error?.fields.map(({ path }) => path)).toEqual(['idempotency_key'])
    expect(answersOf(kit)).toEqual([])
  })

  it('takes any words for a question without options, to the byte', async () => {
    const kit = createKit()
    const answer = '  12, एमजी रोड\n"Pune" 🙂 '
    await kit.call('submit_answer', asking(kit)({ answer }))
    expect(answersOf(kit)).toEqual([{ answer }])
  })

  it.each(['', '   ', 'x'.repeat(2_001), 7, null])('refuses the answer %j', async (answer) => {
    const kit = createKit()
    const { reply } = await kit.call('submit_answer', asking(kit)({ answer }))
    expect(reply.error?.fields.map(({ path }) => path)).toEqual(['answer'])
  })

  it('[R-157] another account’s purchase is not found', async () => {
    const kit = createKit()
    const { status } = await kit.call('submit_answer', asking(kit)(), {
      token: kit.tokenOf('other'),
    })
    expect(status).toBe(404)
    expect(answersOf(kit)).toEqual([])
  })
})
