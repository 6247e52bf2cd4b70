const watchMs = 500

/**
 * Calls `stop` when whoever started this process is gone without having said so: the start command's channel is cut,
 * or the shell of `npm start` was killed, which does not pass signals on. A server started directly, say by
 * `nohup node`, runs on when its shell ends.
 */
export function stopWithStarter(stop: () => void): void {
  process.on('disconnect', stop)
  if (!process.env.npm_lifecycle_event) return
  const starter = process.ppid
  setInterval(() => {
    if (process.ppid !== starter) stop()
  }, watchMs).unref()
}

/** One part of the running process. */
export interface Part {
  readonly name: string
  /** How long the part may take to end what it has begun; the next one is closed then all the same. */
  readonly graceMs: number
  close(): Promise<unknown>
}

/** Closes the parts in the reverse order of their start; one that fails or hangs does not keep the rest open. */
export async function closeParts(parts: readonly Part[], complain: (message: string, error: unknown) => void) {
  for (const part of parts.toReversed())
    await within(part.graceMs, part.close()).catch((error: unknown) =>
      complain(`while stopping the ${part.name}:`, error),
    )
}

async function within(graceMs: number, work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${graceMs} ms`)), graceMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
