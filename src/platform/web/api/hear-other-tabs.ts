import { SIGNED_IN_USER } from './other-tabs.ts'

function userIdIn(told: string): string | null {
  try {
    return (JSON.parse(told) as { userId: string | null }).userId
  } catch {
    return null
  }
}

/** Hears what other tabs tell of who is signed in. */
export function hearOtherTabs(listener: (userId: string | null) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_IN_USER && newValue !== null) listener(userIdIn(newValue))
  })
}
