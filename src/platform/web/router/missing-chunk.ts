import { isHealthy, reportUnanswered } from '#platform/web/api/use-connection.ts'

const KEY = 'poljin.loadedAnewAt'

/** A page that fails again so soon would only load in circles. */
const PAUSE_MS = 300_000

/** Whether a part of the front end could not be fetched: a script, or the styles that belong to it. */
export function isMissingChunk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error instanceof TypeError && /import|module/i.test(error.message)) || /preload css/i.test(error.message)
}

/**
 * A chunk that is gone has been replaced by a newer version, which loading the page brings; but not in circles, and only
 * while the service answers, for loading would lose the page as well.
 * @returns whether the page is being loaded
 */
export async function loadAnew(): Promise<boolean> {
  if (!navigator.onLine) return false
  if (!(await isHealthy())) {
    reportUnanswered()
    return false
  }
  try {
    const before = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - before < PAUSE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    return false
  }
  window.location.reload()
  return true
}
