import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'

/** Whether a key was pressed where text is written, or in a dialog, which has keys of its own. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input, textarea, select, [contenteditable="true"]')) return true
  return document.querySelector('[role="dialog"] form') !== null
}

function listen(on: boolean, react: (event: KeyboardEvent) => void) {
  if (!on) return undefined
  const heard = (event: KeyboardEvent) => {
    if (!isTaken(event)) react(event)
  }
  window.addEventListener('keydown', heard)
  return () => window.removeEventListener('keydown', heard)
}

/**
 * The desk's keys of a single character. People who dictate or use switches may turn them off (WCAG 2.1.4); the choice
 * stays in the browser.
 */
export function useDeskKeys() {
  const [choice, setChoice] = useLocalStorage<'on' | 'off'>({ key: 'poljin.deskKeys', defaultValue: 'on' })
  const on = choice === 'on'
  return useMemo(
    () => ({
      on,
      toggle: () => setChoice(on ? 'off' : 'on'),
      /** Reacts to 1–9; answers how to stop. */
      onDigit: (react: (digit: number) => void) =>
        listen(on, ({ key }) => {
          if (/^[1-9]$/.test(key)) react(Number(key))
        }),
      /** Reacts to named letters; answers how to stop. */
      onLetters: (react: Readonly<Record<string, () => void>>) =>
        listen(on, (event) => {
          const action = react[event.key]
          if (!action) return
          event.preventDefault()
          action()
        }),
    }),
    [on, setChoice],
  )
}
