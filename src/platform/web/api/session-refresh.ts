/** The parts of the browser that let all tabs share one refresh; replaced in tests. */
export interface SharedBetweenTabs {
  /** Runs the work while no other tab holds the same lock. */
  readonly alone: (work: () => Promise<boolean>) => Promise<boolean>
  readonly lastRefresh: () => number
  readonly setLastRefresh: (milliseconds: number) => void
  readonly now: () => number
}

const KEY = 'poljin.sessionRefreshedAt'

function stored(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0
  } catch {
    return 0
  }
}

/** Web Locks and local storage; where locks are missing (plain http on a network name), a promise of this tab. */
export function browserTabs(): SharedBetweenTabs {
  let own: Promise<boolean> | null = null
  const inThisTab = (work: () => Promise<boolean>) => {
    own ??= work().finally(() => {
      own = null
    })
    return own
  }
  return {
    alone: (work) => (navigator.locks ? navigator.locks.request('poljin.session-refresh', work) : inThisTab(work)),
    lastRefresh: stored,
    setLastRefresh: (milliseconds) => {
      try {
        localStorage.setItem(KEY, String(milliseconds))
      } catch {
        // Private windows may refuse storage; each tab then refreshes for itself, which the lock still orders.
      }
    },
    now: () => Date.now(),
  }
}

/**
 * Renews the session once for all tabs. A tab that waited for another tab's refresh does not repeat it: the first
 * rotation has already made new cookies for everybody, and a second use of the old token would look like theft.
 * @param sentAt when the refused request was sent, in milliseconds
 * @returns whether the request is worth repeating
 */
export function refreshSession(
  tabs: SharedBetweenTabs,
  sentAt: number,
  post: () => Promise<boolean>,
): Promise<boolean> {
  return tabs.alone(async () => {
    if (tabs.lastRefresh() > sentAt) return true
    const renewed = await post()
    if (renewed) tabs.setLastRefresh(tabs.now())
    return renewed
  })
}
