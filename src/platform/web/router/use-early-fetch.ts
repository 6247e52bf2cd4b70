import { useEffect } from 'react'

/** What the page shows first has the line for itself as long as this. */
const FIRST_MS = 1_000
/** How long a browser without a sign of rest is left alone after that. */
const LATEST_MS = 2_000

/**
 * Fetches a part of the page once the page stands and the browser has nothing else to do, so that opening it later waits
 * for nothing. A fetch that fails is tried again when the part is shown.
 * @param load a function of the module, the one that the part's `lazy` uses
 */
export function useEarlyFetch(load: () => Promise<unknown>) {
  useEffect(() => {
    const fetchPart = () => void load().catch(() => undefined)
    let idle = 0
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) idle = requestIdleCallback(fetchPart, { timeout: LATEST_MS })
      else fetchPart()
    }, FIRST_MS)
    return () => {
      clearTimeout(timer)
      if (idle) cancelIdleCallback(idle)
    }
  }, [load])
}
