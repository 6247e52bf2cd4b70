import { type RefObject, useEffect } from 'react'
import { useDeskKeys } from './desk-keys.ts'

const openers = (list: HTMLElement) => [...list.querySelectorAll<HTMLButtonElement>('tbody tr > td button')]

/** Opens the next or previous row of a list, or the first when none is open. */
function step(list: HTMLElement | null, by: 1 | -1) {
  if (!list) return
  const all = openers(list)
  const open = all.findIndex((button) => button.closest('tr')?.hasAttribute('data-open'))
  const next = open < 0 ? all[0] : all[open + by]
  next?.focus()
  next?.click()
}

/** Lets J and K walk through a list and / reach its search, from the first moment on. */
export function useWalkKeys(list: RefObject<HTMLElement | null>) {
  const keys = useDeskKeys()
  useEffect(
    () =>
      keys.onLetters({
        j: () => step(list.current, 1),
        k: () => step(list.current, -1),
        '/': () => list.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
      }),
    [keys, list],
  )
}
