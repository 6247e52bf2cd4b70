import { PerformanceObserver } from 'node:perf_hooks'

/** The kind of a full collection in entries about garbage collection; what the heap holds after it is in use. */
const FULL_COLLECTION = 4

/**
 * Follows this process's memory until it is asked for. Memory above rest holds what V8 has not collected yet; what is
 * in use after its full collections tells whether a piece of work keeps what it has read.
 */
export function watchMemory(): () => string {
  const rest = process.memoryUsage.rss()
  let highest = rest
  const inUse: number[] = []
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  const collections = new PerformanceObserver((list) => {
    const isFull = list
      .getEntries()
      .some((entry) => (entry as PerformanceEntry & { detail: { kind: number } }).detail.kind === FULL_COLLECTION)
    if (isFull) inUse.push(process.memoryUsage().heapUsed)
  })
  collections.observe({ entryTypes: ['gc'] })
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
  return () => {
    clearInterval(watch)
    collections.disconnect()
    const kept = inUse.map(megabytes)
    const live = kept.length > 0 ? `, heap after full collections ${Math.min(...kept)}–${Math.max(...kept)} MB` : ''
    return `${megabytes(highest - rest)} MB above rest${live}`
  }
}
