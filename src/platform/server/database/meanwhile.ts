import { setImmediate } from 'node:timers/promises'

/** Builds what the next statement needs while the database works on one that has been sent. @returns what was built */
export async function meanwhile<R>(running: Promise<unknown>, build: () => R): Promise<R> {
  // A fault of the statement is thrown below, whatever happens to the building.
  running.catch(() => undefined)
  // One turn, so that the statement has left before this thread is busy.
  await setImmediate()
  const built = build()
  await running
  return built
}
