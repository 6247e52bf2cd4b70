const CHECK_EVERY = 60_000

/** `ok`, `maintenance`, or `failed` when the service does not answer as it should. */
async function health(): Promise<string> {
  try {
    const answer = await fetch('/api/health-check', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) return 'failed'
    const { status } = (await answer.json()) as { status?: string }
    return status ?? 'failed'
  } catch {
    return 'failed'
  }
}

/** The red bar stands while the check fails; it is drawn from its template so that it is announced. */
function showBar(bar: Element, failing: boolean): void {
  const drawn = bar.querySelector('.bar')
  if (failing && !drawn) bar.append(bar.querySelector('template')?.content.cloneNode(true) ?? '')
  if (!failing) drawn?.remove()
}

/** Asks the service every minute whether it answers, and once soon after the page has loaded. */
export function startHealthCheck(): void {
  const bar = document.querySelector('[data-connection]')
  if (!bar) return
  const check = async () => {
    if (navigator.onLine && !document.hidden) showBar(bar, (await health()) === 'failed')
  }
  setTimeout(check, 2_000)
  setInterval(check, CHECK_EVERY)
}

/** While the browser has no network, one plain view stands in place of the page; what was typed stays in it. */
export function startOfflineView(): void {
  const view = document.querySelector<HTMLElement>('[data-offline]')
  const page = document.querySelector<HTMLElement>('main:not([data-offline])')
  if (!view || !page) return
  const update = () => {
    view.hidden = navigator.onLine
    page.hidden = !navigator.onLine
    if (navigator.onLine) return
    // Scrolling to the focus would put the header over the view's beginning.
    view.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }
  addEventListener('online', update)
  addEventListener('offline', update)
  view.querySelector('[data-reload]')?.addEventListener('click', () => location.reload())
  if (!navigator.onLine) update()
}

/** On the maintenance page: waits for the end and goes back to where the visitor was. */
export function startMaintenanceWatch(): void {
  if (document.documentElement.dataset.page !== 'maintenance') return
  const asked = new URLSearchParams(location.search).get('paluu')
  if (!asked) return
  // Only a path of this site: an address such as `//elsewhere` would lead away.
  const back = /^\/(?!\/|\\)/.test(asked) ? asked : '/'
  setInterval(async () => {
    if ((await health()) === 'ok') location.replace(back)
  }, 15_000)
}
