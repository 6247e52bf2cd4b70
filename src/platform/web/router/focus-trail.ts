import { focusOnHeading, headingNow } from './page-heading.ts'

/** Where the focus stood: the element, and the parts of the page around it, each with the element's place in it. */
export interface FocusTrail {
  readonly element: HTMLElement
  readonly steps: readonly { readonly around: Element; readonly place: number }[]
  readonly dialog: Element | null
  readonly heading: string | null
}

export function trailOf(element: HTMLElement): FocusTrail {
  const steps: { around: Element; place: number }[] = []
  for (let inner: Element = element; inner.parentElement; inner = inner.parentElement)
    steps.push({ around: inner.parentElement, place: [...inner.parentElement.children].indexOf(inner) })
  return {
    element,
    steps,
    dialog: element.closest('[role="dialog"]'),
    heading: headingNow()?.textContent ?? null,
  }
}

/** What can be pressed; not a field, which would open a phone's keyboard. */
const CONTROLS = 'a[href], button:not(:disabled), summary'

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.tabIndex >= 0 && element.checkVisibility()

/** The control that has come to a place in a part of the page, or follows it; else the last one before it. */
function controlAt(around: Element, place: number): HTMLElement | undefined {
  const children = [...around.children]
  const controlsOf = (part: Element) =>
    [part, ...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (one): one is HTMLElement => one instanceof HTMLElement && one.matches(CONTROLS) && canTakeFocus(one),
    )
  return children.slice(place).flatMap(controlsOf)[0] ?? children.slice(0, place).flatMap(controlsOf).at(-1)
}

/** Shows a heading and gives it the focus, wherever the page has been scrolled to. */
function goToHeading(heading: HTMLElement) {
  focusOnHeading(heading)
  heading.scrollIntoView({ block: 'nearest' })
}

/** The row that has come to the place of the one that was acted on. */
function nextInList(steps: FocusTrail['steps']): HTMLElement | undefined {
  const list = steps.find(({ around }) => around.isConnected && around.matches('tbody, ul, ol'))
  return list && controlAt(list.around, list.place)
}

/** A control of the smallest part that is still there; a part that holds the heading is the page, not a place on it. */
function nearestTo(steps: FocusTrail['steps'], title: HTMLElement): HTMLElement | undefined {
  for (const { around, place } of steps) {
    if (!around.isConnected) continue
    if (around.contains(title)) return undefined
    const control = controlAt(around, place)
    if (control) return control
  }
  return undefined
}

/**
 * Goes on from where the focus stood before the page took it away: at the next row of a list, else at the heading when
 * that says something new, else at the same element or what has come nearest to its place. Does nothing while the page
 * is being drawn.
 */
export function goOnFrom({ element, steps, heading }: FocusTrail): void {
  const title = headingNow()
  const isBusy = element.isConnected && element.matches(':disabled')
  if (!title || isBusy) return
  const place = canTakeFocus(element) ? element : nextInList(steps)
  // A heading that had yet to come when the focus stood there is no news.
  const isSamePage = heading === null || title.textContent === heading
  const next = place ?? (isSamePage ? nearestTo(steps, title) : undefined)
  if (next) next.focus()
  // A page that says nothing new stays where it has been scrolled to, as when the question about cookies is answered.
  else if (isSamePage) focusOnHeading(title)
  else goToHeading(title)
}
