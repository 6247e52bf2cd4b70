import { useEffect, useState, useSyncExternalStore } from 'react'

const HEALTH_CHECK_MS = 60_000
/** While the service does not answer, people wait for the moment when it does. */
const LOST_CHECK_MS = 10_000
const UNANSWERED = 'poljin:unanswered'

/** A call has found nobody there: whoever watches the connection asks at once. */
export function reportUnanswered(): void {
  window.dispatchEvent(new Event(UNANSWERED))
}

/** Whether the service answers now. */
export async function isHealthy(): Promise<boolean> {
  try {
    const reply = await fetch('/api/health-check', { cache: 'no-store' })
    // An unread body would keep the connection busy.
    await reply.text()
    const { ok } = reply
    return ok
  } catch {
    return false
  }
}

/** Loads the page if the service answers; else loading would lose it. */
export async function loadIfReachable(): Promise<void> {
  if (await isHealthy()) window.location.reload()
}

/** Asks every 60 seconds, and when a call has found no answer, whether the service answers (specification §7, §9). */
export function useConnection(): { connected: boolean } {
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    let left = false
    let asking = false
    const ask = async () => {
      if (asking) return
      asking = true
      const healthy = await isHealthy()
      asking = false
      if (!left) setConnected(healthy)
    }
    void ask()
    const timer = setInterval(ask, connected ? HEALTH_CHECK_MS : LOST_CHECK_MS)
    window.addEventListener('online', ask)
    window.addEventListener(UNANSWERED, ask)
    return () => {
      left = true
      clearInterval(timer)
      window.removeEventListener('online', ask)
      window.removeEventListener(UNANSWERED, ask)
    }
  }, [connected])
  return { connected }
}

/** Whether the service answers again after it was found gone; for what stands on the page only since then. */
export function useIsBack(): { connected: boolean; isBack: boolean } {
  const { connected } = useConnection()
  const [wasLost, setLost] = useState(false)
  if (!connected && !wasLost) setLost(true)
  return { connected, isBack: connected && wasLost }
}

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser says that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
