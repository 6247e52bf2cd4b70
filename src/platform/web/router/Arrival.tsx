import { useEffect, useRef, useState } from 'react'

/** The heading of a page may wait for its content, but a reader who waits longer has found another place. */
const PATIENCE_MS = 10_000
/** The page names its tab right after its heading has been drawn. */
const NAMING_MS = 100

const main = () => document.getElementById('sisalto')
const headingNow = () => main()?.querySelector<HTMLElement>('h1') ?? null

/** Waits for the heading of the page that has arrived; the answer stops waiting. */
function whenHeaded(found: (heading: HTMLElement) => void): () => void {
  const heading = headingNow()
  if (heading) {
    found(heading)
    return () => {}
  }
  const watch = new MutationObserver(() => {
    const late = headingNow()
    if (!late) return
    stop()
    found(late)
  })
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
  }
  watch.observe(document.body, { childList: true, subtree: true })
  return stop
}

/** The focus goes to the heading, unless the page has given it to a field or the reader has moved it since. */
function takeFocus(heading: HTMLElement, before: Element | null) {
  const now = document.activeElement
  if (main()?.contains(now) && now !== main()) return
  if (now !== before && now !== document.body && now !== null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * After going to another page without loading it, does what a browser does when it loads one: the focus starts at the
 * page's heading, and a screen reader hears its title.
 */
export function Arrival({ pathname, isThere }: { pathname: string; isThere: boolean }) {
  const [said, setSaid] = useState('')
  const last = useRef(pathname)
  useEffect(() => {
    if (!isThere || last.current === pathname) return
    last.current = pathname
    const before = document.activeElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = whenHeaded((heading) => {
      takeFocus(heading, before)
      timer = setTimeout(() => setSaid(document.title), NAMING_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [pathname, isThere])
  return (
    <div className="vh" role="status" aria-live="polite" data-arrival>
      {said}
    </div>
  )
}
