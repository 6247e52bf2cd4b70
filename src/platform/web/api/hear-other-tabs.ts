import { NOBODY, SIGNED_IN_USER } from './other-tabs.ts'

/** Hears what other tabs tell of who is signed in; null for nobody. */
export function hearOtherTabs(listener: (userId: string | null) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_IN_USER && newValue) listener(newValue === NOBODY ? null : newValue)
  })
}
