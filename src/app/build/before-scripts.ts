import type { LanguageCode } from '#platform/contract/contract.ts'
import { chromeOf } from '#platform/web/shell/chrome.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { webTexts } from './web-texts.ts'

type Words = Readonly<Record<string, string>>

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The announcement as `Announcement.tsx` draws it, with the place of its button. */
function announcement(language: LanguageCode): string {
  const { text = '', more = '', link = '' } = webTexts('platform', language).announcement as Words
  const sentence = `${escaped(text)} <i>${escaped(more)} </i><a href="${publicAddress('/tiedote-pyoraedusta', language)}">${escaped(link)}</a>`
  return `<section class="before-announcement"><div class="wrap"><p>${sentence}</p><span></span></div></section>`
}

/** The frame of a page as it will stand, in the order of its layout; the application draws over it. */
function frameIn(language: LanguageCode, layout: string, path: string): string {
  const chrome = chromeOf(path)
  const above = chrome.announcement ? announcement(language) : ''
  if (layout === 'auth') return above
  if (!chrome.header) return ''
  return `<div class="before-header"></div>${above}`
}

/** What a page shows until its scripts have run, so that it is not blank on a slow line. */
export function beforeScriptsOf(layout: string, path: string) {
  return { fi: frameIn('fi', layout, path), en: frameIn('en', layout, path), sv: frameIn('sv', layout, path) }
}
