import { useEffect, useState, useSyncExternalStore } from 'react'

const HEALTH_CHECK_MS = 60_000

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

/** Asks every 60 seconds whether the service answers (specification §7, §9). */
export function useConnection(): { connected: boolean } {
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    let left = false
    const ask = async () => {
      const healthy = await isHealthy()
      if (!left) setConnected(healthy)
    }
    void ask()
    const timer = setInterval(ask, HEALTH_CHECK_MS)
    window.addEventListener('online', ask)
    return () => {
      left = true
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [])
  return { connected }
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
