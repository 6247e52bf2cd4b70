const main = () => document.getElementById('sisalto')

/** The heading of the page that is shown, as soon as it has one. */
export const headingNow = () => main()?.querySelector<HTMLElement>('h1') ?? null

/** Whether an element stands in the page's own content, and not in its frame. */
export const isInContent = (element: Element | null) => main()?.contains(element) === true && element !== main()

/** Gives the focus to a heading, from which a reader goes on. */
export function focusOnHeading(heading: HTMLElement | null) {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
