import { useEffect, useRef, useState } from 'react'
import { focusOnHeading, headingNow, isInContent } from './page-heading.ts'

/** A heading that appears later than this gets no focus: the reader is already elsewhere. */
const HEADING_TIMEOUT_MS = 10_000
/** The page sets its title right after its heading has been rendered. */
const TITLE_DELAY_MS = 100

/** Calls `found` once the new page has a heading; returns a function that stops waiting. */
function onceHeadingExists(found: (heading: HTMLElement) => void): () => void {
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
  const timer = setTimeout(() => stop(), HEADING_TIMEOUT_MS)
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
  }
  watch.observe(document.body, { childList: true, subtree: true })
  return stop
}

/** Focuses the heading, unless the page has focused a field or the reader has moved the focus. */
function focusHeading(heading: HTMLElement, before: Element | null) {
  const now = document.activeElement
  if (isInContent(now)) return
  if (now !== before && now !== document.body && now !== null) return
  focusOnHeading(heading)
}

/**
 * After going to another page without loading it, does what a browser does when it loads one: the focus starts at the
 * page's heading, and a screen reader hears its title.
 */
export function FocusOnNavigate({ pathname, isThere }: { pathname: string; isThere: boolean }) {
  const [announced, setAnnounced] = useState('')
  const last = useRef(pathname)
  useEffect(() => {
    if (!isThere || last.current === pathname) return
    last.current = pathname
    const before = document.activeElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onceHeadingExists((heading) => {
      focusHeading(heading, before)
      timer = setTimeout(() => setAnnounced(document.title), TITLE_DELAY_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [pathname, isThere])
  return (
    <div className="vh" role="status" aria-live="polite" data-route-announcer>
      {announced}
    </div>
  )
}
