import { startTransition, useEffect, useState } from 'react'

const waiting: (() => void)[] = []
let isRunning = false

/** Lets the browser draw first; a hidden page is not drawn. */
const afterDrawing = (work: () => void) =>
  document.hidden ? void setTimeout(work) : void requestAnimationFrame(() => setTimeout(work))

function run(): void {
  const work = waiting.shift()
  isRunning = work !== undefined
  if (!work) return
  startTransition(work)
  afterDrawing(run)
}

/**
 * Changes a state that can wait, one after another, each once the browser has drawn what came before it: no piece holds
 * up what the person came for, or a press.
 * @returns a function that calls it off
 */
export function inTurn(work: () => void): () => void {
  waiting.push(work)
  if (!isRunning) {
    isRunning = true
    afterDrawing(run)
  }
  return () => {
    const place = waiting.indexOf(work)
    if (place >= 0) waiting.splice(place, 1)
  }
}

/** As long as this after it was opened a page shows first what it was opened for. */
const OPENING_MS = 5_000

/** Whether a part that can wait is to be drawn: in turn while the page is being opened, at once later. */
export function useTurn(): boolean {
  const [isDue, setDue] = useState(() => performance.now() > OPENING_MS)
  useEffect(() => (isDue ? undefined : inTurn(() => setDue(true))), [isDue])
  return isDue
}
