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

/** Reloads the page as it is; the link's own address would lose what the calculator keeps in the fragment. */
function reload(event: Event): void {
  if (!(event.target as Element).closest('[data-reload]')) return
  event.preventDefault()
  location.reload()
}

/** Asks the service every minute whether it answers, and once soon after the page has loaded. */
export function startHealthCheck(): void {
  const bar = document.querySelector('[data-connection]')
  if (!bar) return
  const check = async () => {
    if (navigator.onLine && !document.hidden) showBar(bar, (await health()) === 'failed')
  }
  bar.addEventListener('click', reload)
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
    const toTop = () => scrollTo({ top: 0, behavior: 'instant' })
    toTop()
    // A scroll that was under way, or the browser holding on to what stood in view, may still move the shorter page.
    requestAnimationFrame(() => requestAnimationFrame(toTop))
  }
  addEventListener('online', update)
  addEventListener('offline', update)
  view.querySelector('[data-reload]')?.addEventListener('click', () => location.reload())
  if (!navigator.onLine) update()
}

/** Where the visitor came from; only a path of this site, because an address such as `//elsewhere` would lead away. */
function wayBack(): string | null {
  const asked = new URLSearchParams(location.search).get('paluu')
  return asked && /^\/(?!\/|\\)/.test(asked) ? asked : null
}

/**
 * On the maintenance page: as soon as the service is open, whoever was led here goes back to where they were. Whoever
 * opened the page by its address is told that the service is open.
 */
export function startMaintenanceWatch(): void {
  const open = document.querySelector<HTMLElement>('[data-open]')
  const closed = document.querySelector<HTMLElement>('[data-closed]')
  if (!open || !closed) return
  const back = wayBack()
  const look = async () => {
    const state = await health()
    if (state === 'ok' && back) return location.replace(back)
    if (state === 'failed') return
    open.hidden = state !== 'ok'
    closed.hidden = state === 'ok'
  }
  void look()
  setInterval(look, 15_000)
}
