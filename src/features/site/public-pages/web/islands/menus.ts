import { keep, keys } from './storage.ts'

/** Menus are `details` elements; a script adds what they lack: Escape, a press elsewhere, one open at a time. */
export function startMenus(): void {
  const close = (except?: Element | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.drop[open]')) {
      if (menu !== except) menu.open = false
    }
  }
  document.addEventListener('click', ({ target }) => close((target as Element).closest('details.drop')))
  document.addEventListener('keydown', ({ key }) => {
    const open = document.querySelector<HTMLDetailsElement>('details.drop[open]')
    if (key !== 'Escape' || !open) return
    close()
    open.querySelector('summary')?.focus()
  })
  document.addEventListener('focusin', ({ target }) => close((target as Element).closest('details.drop')))
}

/** The theme toggles of the footer and of the user menu, which comes later. */
export function startTheme(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-theme-toggle]')) return
    const root = document.documentElement
    root.dataset.mantineColorScheme = root.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
    keep(keys.theme, root.dataset.mantineColorScheme)
  })
}

const SHOWN_PAST_PX = 400

/** The button back to the top shows past 400 px of scrolling. */
export function startBackToTop(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-to-top]')
  if (!link) return
  const update = () => {
    link.hidden = scrollY <= SHOWN_PAST_PX
  }
  addEventListener('scroll', update, { passive: true })
  link.addEventListener('click', (event) => {
    event.preventDefault()
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('.hdr .logo')?.focus({ preventScroll: true })
  })
  update()
}
