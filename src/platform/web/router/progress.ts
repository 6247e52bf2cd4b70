/** The bar is fetched when somebody first leaves a page. */
const bar = () => import('./progress-bar.ts')

let isWanted = false

/** Shows the bar at the top edge while a page is on its way. */
export function startProgress(label: string): void {
  isWanted = true
  bar().then(
    ({ start }) => isWanted && start(label),
    // Without a network there is no bar; the page says so itself.
    () => undefined,
  )
}

export function endProgress(): void {
  if (!isWanted) return
  isWanted = false
  bar().then(
    ({ end }) => end(),
    () => undefined,
  )
}
