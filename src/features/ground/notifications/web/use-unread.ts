import { useEffect, useRef, useState } from 'react'
import { call, refreshReads } from '#platform/web/api/api.ts'
import { notifications } from '../contract.ts'
import { createChecker } from './checker.ts'

const environment = {
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  random: Math.random,
  later: (work: () => void, milliseconds: number) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** How many notifications are unread; looks again on its own, and reads the lists again when something has come. */
export function useUnread(isActive: boolean): { unread: number; setUnread: (count: number) => void } {
  const [unread, setUnread] = useState(0)
  const lastFetch = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!isActive) return
    const checker = createChecker(async () => {
      const since = lastFetch.current
      const found = await call(notifications.checker, { query: since ? { lastFetch: since } : {} })
      // While nothing comes the same is asked, which the server answers without a body.
      if (found.hasNew || !since) lastFetch.current = found.lastFetch
      setUnread(found.unreadCount)
      if (found.hasNew && since) {
        await refreshReads([notifications.list])
      }
    }, environment)
    const turn = () => checker.turn()
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('online', turn)
    window.addEventListener('offline', turn)
    checker.start()
    return () => {
      checker.stop()
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('online', turn)
      window.removeEventListener('offline', turn)
    }
  }, [isActive])
  return { unread, setUnread }
}
