export type Theme = 'light' | 'dark'

/** Also read by `theme-boot.ts`, which runs alone before the first paint. */
export const THEME_KEY = 'passbook-theme'

type Browser = {
  root: { dataset: DOMStringMap }
  storage: Pick<Storage, 'setItem'>
  systemDark: Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>
}

export type ThemeStore = {
  get(): Theme
  subscribe(listener: () => void): () => void
  /** Changes to the other theme and keeps the choice. */
  toggle(): void
}

/** The theme on screen: what the person chose, else what the system says. */
export function createThemeStore({ root, storage, systemDark }: Browser): ThemeStore {
  const listeners = new Set<() => void>()
  const get = () => chosen(root.dataset['theme']) ?? (systemDark.matches ? 'dark' : 'light')
  return {
    get,
    subscribe(listener) {
      listeners.add(listener)
      systemDark.addEventListener('change', listener)
      return () => {
        listeners.delete(listener)
        systemDark.removeEventListener('change', listener)
      }
    },
    toggle() {
      const next = get() === 'dark' ? 'light' : 'dark'
      root.dataset['theme'] = next
      keep(storage, next)
      for (const listener of listeners) listener()
    },
  }
}

export function themeSwitchLabel(theme: Theme) {
  return theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
}

function chosen(value: string | undefined): Theme | null {
  return value === 'light' || value === 'dark' ? value : null
}

// A browser that refuses storage still switches, for as long as the page lives.
function keep(storage: Pick<Storage, 'setItem'>, theme: Theme) {
  try {
    storage.setItem(THEME_KEY, theme)
  } catch {}
}
