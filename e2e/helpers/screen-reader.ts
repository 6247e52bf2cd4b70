import type { CDPSession, Page } from '@playwright/test'
import type { Name } from './hands.ts'

interface Walked {
  announced?: string[]
}

/** The page keeps what its live regions say, from its first moment on. */
export const keepAnnouncements = () => {
  const announced: string[] = []
  ;(window as Walked).announced = announced
  const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])'
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) {
        const element = node instanceof Element ? node : node.parentElement
        const region = element?.closest(regions) ?? element?.querySelector(regions)
        const text = region?.textContent
        if (text && text !== announced.at(-1)) announced.push(text)
      }
  }).observe(document, { childList: true, subtree: true, characterData: true })
  // A colour that is on its way looks like none.
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets.push(still)
}

interface Heard {
  readonly role: string
  readonly name: string
  readonly value: string
}

const heardElement = `(() => {
  const focused = document.activeElement
  const option = focused.getAttribute('aria-activedescendant')
  return (option && document.getElementById(option)) || focused
})()`

/** What the browser tells a screen reader of what has the focus; in an open list, of the option that is pointed at. */
export async function hear(browser: CDPSession): Promise<Heard> {
  const { result } = await browser.send('Runtime.evaluate', { expression: heardElement })
  const { nodes } = await browser.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId!,
    fetchRelatives: false,
  })
  await browser.send('Runtime.releaseObject', { objectId: result.objectId! })
  const said = (part?: { value?: unknown }) => String(part?.value ?? '')
  return { role: said(nodes[0]?.role), name: said(nodes[0]?.name), value: said(nodes[0]?.value) }
}

export const fits = (name: Name, said: string) => (typeof name === 'string' ? said === name : name.test(said))

/** Where the focus is, and which document it is in. */
export const where = (page: Page) =>
  page.evaluate(() => ({
    document: performance.timeOrigin,
    isLost: document.activeElement === null || document.activeElement === document.body,
    isOnHeading: document.activeElement?.tagName === 'H1',
    isInField: document.activeElement?.matches('input, textarea, select') ?? false,
    announced: (window as Walked).announced ?? [],
  }))
