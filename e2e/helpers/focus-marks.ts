// What a page can tell of its own focus. Each function is handed to the page as it stands, so it knows nothing but the page.

export interface Marked {
  lastStop?: { parts: (Element | null)[]; looks: string[] }
  met?: WeakSet<Element>
}

/** Whether the stop before this one looks now as it looked with the focus, which nobody could have seen then. */
export const wasUnmarked = () => {
  const looksOf = (part: Element | null) => {
    if (!part) return ''
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part)
    return `${outline} ${boxShadow} ${borderColor} ${backgroundColor}`
  }
  const marked = window as Marked
  const { lastStop } = marked
  const element = document.activeElement
  const parts = element ? [element, element.parentElement, element.nextElementSibling] : []
  marked.lastStop = { parts, looks: parts.map(looksOf) }
  if (!lastStop) return false
  const [before, around, next] = lastStop.parts
  // What has the focus now has changed by that alone.
  const isNow = (part: Element | null | undefined) => part?.contains(element) ?? false
  const told = [before, around, isNow(next) ? null : next]
  return told.every((part, index) => !part || looksOf(part) === lastStop.looks[index])
}

/** Whether the focus cannot be seen where it stands; a switch or a choice is drawn by its label. */
export const isTiny = () => {
  const element = document.activeElement!
  const parts = [element, ...((element as HTMLInputElement).labels ?? [])]
  return parts.every((part) => part.getBoundingClientRect().width < 4 || part.getBoundingClientRect().height < 4)
}

/** Whether nothing of what has the focus is on the screen: scrolled away, or under a bar or a message. */
export const isCovered = () => {
  const element = document.activeElement!
  const parts = [element, ...((element as HTMLInputElement).labels ?? [])]
  const shows = (part: Element) =>
    [...part.getClientRects()].some(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].some((across) =>
        [0.2, 0.5, 0.8].some((down) => {
          const at = document.elementFromPoint(left + width * across, top + height * down)
          return at !== null && (part.contains(at) || (at.contains(part) && at.matches('a, button, label')))
        }),
      ),
    )
  return !parts.some(shows)
}
