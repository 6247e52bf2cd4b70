import { chosenLanguage } from '#platform/values/spoken-language.ts'
import { languageCookie } from '#platform/web/words/language.ts'
import { languages, localAddress } from '../../pages.ts'
import { keep, kept, keys } from './storage.ts'

/** The announcement's close button: gone for a day. */
export function startAnnouncement(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-announcement] [data-dismiss]')
  if (!button) return
  button.hidden = false
  button.addEventListener('click', () => {
    keep(keys.announcement, String(Date.now()))
    document.documentElement.dataset.announced = ''
  })
}

/**
 * Asks once for consent, and again whenever the visitor wants; either answer is kept. Only an acceptance lets the
 * calculator remember its figures, and a refusal forgets them.
 */
export function startConsent(): void {
  const box = document.querySelector<HTMLElement>('[data-consent]')
  if (!box) return
  box.hidden = kept(keys.consent) !== null
  // What else stands at the lower edge stands above the question.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--consent-height', `${box.offsetHeight}px`),
  ).observe(box)
  const again = document.querySelector<HTMLButtonElement>('[data-consent-again]')
  for (const button of box.querySelectorAll<HTMLButtonElement>('[data-answer]')) {
    button.addEventListener('click', () => {
      keep(keys.consent, button.dataset.answer ?? 'rejected')
      if (button.dataset.answer !== 'accepted') keep(keys.calculator, null)
      const hadFocus = box.contains(document.activeElement)
      box.hidden = true
      if (hadFocus && isAskedAgain) again?.focus()
    })
  }
  let isAskedAgain = false
  again?.addEventListener('click', () => {
    isAskedAgain = true
    box.hidden = false
    box.querySelector('button')?.focus()
  })
}

/** The page's Finnish path, without a language prefix. */
function plainPath(): string {
  const [, prefix, ...rest] = location.pathname.split('/')
  return languages.some((language) => language !== 'fi' && language === prefix)
    ? `/${rest.join('/')}`
    : location.pathname
}

/** Choosing a language remembers it; a page in another language then offers to switch, never by itself. */
export function startLanguages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
    link.addEventListener('click', () => {
      const language = languages.find((one) => one === link.dataset.language)
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers.
      if (language) document.cookie = languageCookie(language)
    })
  }
  const remembered = chosenLanguage(document.cookie)
  if (!remembered || remembered === document.documentElement.lang || kept(keys.offer) === document.documentElement.lang)
    return
  const offer = document.querySelector<HTMLElement>(`[data-offer="${remembered}"]`)
  const link = offer?.querySelector<HTMLAnchorElement>('[data-offer-link]')
  if (!offer || !link) return
  if (!link.getAttribute('href')) link.href = localAddress(plainPath(), remembered)
  offer.hidden = false
  offer.querySelector('[data-dismiss]')?.addEventListener('click', () => {
    keep(keys.offer, document.documentElement.lang)
    offer.hidden = true
  })
}
