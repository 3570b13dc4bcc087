import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { createThemeStore, THEME_KEY, themeSwitchLabel } from './theme'

function browser({ chosen, dark = false }: { chosen?: string; dark?: boolean } = {}) {
  const media = new EventTarget()
  const dataset: DOMStringMap = chosen === undefined ? {} : { theme: chosen }
  const storage = { setItem: vi.fn() }
  const systemDark = Object.assign(media, { matches: dark })
  const theme = createThemeStore({ root: { dataset }, storage, systemDark })
  return { theme, dataset, storage, systemDark }
}

it('[product] without a choice the theme is the system’s, also when the system changes', () => {
  const { theme, systemDark, dataset } = browser({ dark: true })
  const heard = vi.fn()
  const stop = theme.subscribe(heard)
  expect(theme.get()).toBe('dark')
  systemDark.matches = false
  systemDark.dispatchEvent(new Event('change'))
  expect(heard).toHaveBeenCalledTimes(1)
  expect(theme.get()).toBe('light')
  expect(dataset).toEqual({})
  stop()
  systemDark.dispatchEvent(new Event('change'))
  expect(heard).toHaveBeenCalledTimes(1)
})

it('[product] a choice wins over the system, is kept and is told', () => {
  const { theme, dataset, storage } = browser({ dark: true })
  const heard = vi.fn()
  theme.subscribe(heard)
  theme.toggle()
  expect(theme.get()).toBe('light')
  expect(dataset['theme']).toBe('light')
  expect(storage.setItem).toHaveBeenCalledWith(THEME_KEY, 'light')
  expect(heard).toHaveBeenCalledTimes(1)
  theme.toggle()
  expect(theme.get()).toBe('dark')
})

it('[product] a browser without storage still switches', () => {
  const { theme, storage } = browser()
  storage.setItem.mockImplementation(() => {
    throw new Error('storage is off')
  })
  theme.toggle()
  expect(theme.get()).toBe('dark')
})

it('[product] the switch is named by what it does', () => {
  expect(themeSwitchLabel('light')).toBe('Switch to dark theme')
  expect(themeSwitchLabel('dark')).toBe('Switch to light theme')
})

const bootSource = readFileSync(new URL('../../theme-boot.ts', import.meta.url), 'utf8')

function boot(getItem: (key: string) => string | null) {
  const documentElement = { dataset: {} as Record<string, string> }
  runInNewContext(bootSource, { localStorage: { getItem }, document: { documentElement } })
  return documentElement.dataset
}

it.each([
  ['dark', { theme: 'dark' }],
  ['light', { theme: 'light' }],
  ['blue', {}],
  [null, {}],
])('[product] before the first paint a kept %s gives %o', (kept, dataset) => {
  expect(boot((key) => (key === THEME_KEY ? kept : null))).toEqual(dataset)
})

it('[product] before the first paint, storage that is off changes nothing', () => {
  const off = () => {
    throw new Error('storage is off')
  }
  expect(boot(off)).toEqual({})
})
