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
