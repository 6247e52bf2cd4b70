import { isMantineColorScheme, type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core'

const KEY = 'poljin.theme'

/** Remembers the theme under the same name as the public pages do; light until somebody chooses. */
export function themeMemory(): MantineColorSchemeManager {
  return {
    get: (otherwise) => {
      try {
        const kept = localStorage.getItem(KEY)
        return isMantineColorScheme(kept) ? kept : otherwise
      } catch {
        return otherwise
      }
    },
    set: (scheme) => {
      try {
        localStorage.setItem(KEY, scheme)
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
    subscribe: () => {},
    unsubscribe: () => {},
    clear: () => localStorage.removeItem(KEY),
  }
}

/** Whether the dark theme is on, and the switch. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = colorScheme === 'dark'
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') }
}
