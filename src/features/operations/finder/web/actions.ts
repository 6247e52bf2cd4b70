/** An act that the page offers now, by its button. */
export interface ActEntry {
  readonly text: string
  readonly press: () => void
}

/** Buttons that lead through a list or choose what it shows, and no acts on what is open. */
const aside = '[role="tablist"], table, nav, form [type="button"][aria-label], [data-no-act]'
const offered = (place: string) => `${place} button:not([disabled]), ${place} a[data-act]`
/** The panel of a row where the window is too narrow to hold it beside the list. */
const drawer = '.mantine-Drawer-content'

/** What a button is called: its label, or its words without a key or an arrow beside them. */
function nameOf(button: HTMLElement): string {
  const label = button.getAttribute('aria-label')
  if (label) return label
  const copy = button.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const part of copy.querySelectorAll('kbd, svg, .vh')) part.remove()
  // Parts that stand apart on the button are words apart here.
  for (const part of copy.querySelectorAll('*')) part.after(' ')
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

const isShown = (element: HTMLElement) => !element.closest('[hidden]') && (element.checkVisibility?.() ?? true)

/**
 * Every act that may be taken on what is open: the buttons of the page and of its panel. A page shows no button for what
 * its reader may not do, so that nothing has to be allowed here anew. Those of the panel come first; where it lies over
 * the page, they are the only ones.
 * @param close what the button is called that puts a panel away, which is no act on what stands in it
 */
export function actionsOf(page: ParentNode, close: string): ActEntry[] {
  const place = page.querySelector(drawer) ? drawer : 'main'
  const buttons = [...page.querySelectorAll<HTMLElement>(offered(place))]
    .filter((button) => !button.closest(aside) && isShown(button))
    .map((button) => ({ button, text: nameOf(button), isInPanel: button.closest('aside') !== null }))
    .filter(({ text }) => text !== '' && text !== close)
    .toSorted((a, b) => Number(b.isInPanel) - Number(a.isInPanel))
  const named = new Map<string, ActEntry>()
  for (const { button, text } of buttons)
    if (!named.has(text))
      named.set(text, {
        text,
        press: () => {
          button.focus()
          button.click()
        },
      })
  return [...named.values()]
}
