import { useEffect } from 'react'

/** How long a browser without a sign of rest is left alone. */
const LATEST_MS = 2_000

/**
 * Fetches a part of the page once the browser has nothing else to do, so that opening it later waits for nothing. A
 * fetch that fails is tried again when the part is shown.
 * @param load a function of the module, the one that the part's `lazy` uses
 */
export function useEarlyFetch(load: () => Promise<unknown>) {
  useEffect(() => {
    const fetchPart = () => void load().catch(() => undefined)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchPart, LATEST_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(fetchPart, { timeout: LATEST_MS })
    return () => cancelIdleCallback(idle)
  }, [load])
}
