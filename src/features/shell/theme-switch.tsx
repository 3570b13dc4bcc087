import { Moon, Sun } from 'lucide-react'
import { Button } from '@/ui/button'
import { useStore } from '@/ui/use-store'
import { createThemeStore, themeSwitchLabel } from './theme'

const themeStore = createThemeStore({
  root: document.documentElement,
  // Where storage is switched off, already reading the property throws.
  storage: { setItem: (key, value) => localStorage.setItem(key, value) },
  systemDark: matchMedia('(prefers-color-scheme: dark)'),
})

export function ThemeSwitch({ iconSize = 17 }) {
  const theme = useStore(themeStore)
  return (
    <Button
      variant="ghost"
      iconOnly
      icon={theme === 'dark' ? Sun : Moon}
      iconSize={iconSize}
      label={themeSwitchLabel(theme)}
      onPress={themeStore.toggle}
    />
  )
}
