/** Specification §9: the bar at the top edge begins at 0.3 and moves in steps of 800 ms. */
const MINIMUM = 0.3
const STEP_MS = 800

/** Whether a press on a link leads to another page of this site in this tab. */
function leadsAway(event: MouseEvent): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || event.defaultPrevented || event.button !== 0) return false
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false
  return link.pathname !== location.pathname || link.search !== location.search
}

/** The bar at the top edge while the next page is on its way. */
export function startProgressBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-progress]')
  if (!bar) return
  let timer: ReturnType<typeof setInterval> | undefined
  const show = (part: number) => bar.style.setProperty('--part', String(part))
  const stop = () => {
    clearInterval(timer)
    bar.hidden = true
  }
  document.addEventListener('click', (event) => {
    if (!leadsAway(event)) return
    let part = MINIMUM
    bar.hidden = false
    show(part)
    clearInterval(timer)
    timer = setInterval(() => {
      part += (1 - part) / 4
      show(part)
    }, STEP_MS)
  })
  // A page that comes back from the browser's memory has arrived.
  addEventListener('pageshow', stop)
}
