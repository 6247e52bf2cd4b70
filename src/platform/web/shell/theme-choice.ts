import { useSyncExternalStore } from 'react'
import { keep } from '#platform/web/words/browser-memory.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What `theme.js` has chosen before the first paint, and `toggle` since; light until somebody chooses. */
const isDarkNow = () => document.documentElement.dataset.mantineColorScheme === 'dark'

function toggle() {
  const next = isDarkNow() ? 'light' : 'dark'
  document.documentElement.dataset.mantineColorScheme = next
  // Under the same name as the public pages remember it.
  keep('poljin.theme', next)
  for (const listener of listeners) listener()
}

/** Whether the dark theme is on, and the switch. */
export function useTheme() {
  return { isDark: useSyncExternalStore(subscribe, isDarkNow), toggle }
}
