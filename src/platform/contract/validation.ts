/**
 * The validation rules of specification §5, shared by forms, endpoints and
 * imports. Pure functions over text: no schema library, no messages for people.
 */

import { cleanText } from '#platform/values/typed/texts.ts'

const EMAIL_LENGTH_MAX = 254
const EMAIL_LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const LETTERS = /^[a-z]+$/i

function isDomain(text: string, shortestEnding: number, longestEnding: number): boolean {
  const labels = text.split('.')
  const ending = labels.at(-1) ?? ''
  return (
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    LETTERS.test(ending) &&
    ending.length >= shortestEnding &&
    ending.length <= longestEnding
  )
}

/**
 * Whether a text is an e-mail address: a plain local part of at most 64 characters without a leading, trailing or
 * doubled dot, then a domain with a dot and an ending of at least two letters. Blanks around it are not forgiven.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const localPart = text.slice(0, Math.max(at, 0))
  return (
    text.length <= EMAIL_LENGTH_MAX &&
    localPart.length <= 64 &&
    EMAIL_LOCAL_PART.test(localPart) &&
    isDomain(text.slice(at + 1), 2, 63)
  )
}

/** The one form in which an address is stored and compared: trimmed, lower case, without the frame of a link or a mail. */
export function normaliseEmail(text: string): string {
  return cleanText(text)
    .toLowerCase()
    .replace(/^mailto:/, '')
    .replace(/^<(.+)>$/, '$1')
}

/** The domain of a web address: `http(s)://` with or without `www.`, or just `www.`; user names in it are refused. */
function domainOfAddress(text: string): string {
  return /^(?:https?:\/\/(?:www\.)?|www\.)([^\s/?#:@]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i.exec(text)?.[1] ?? ''
}

/**
 * Whether a text is a website address, with a domain of an ending of two to six letters; a port, a path, a query and a
 * fragment may follow. Names under `.example`, which nobody can own, are those of examples (decision 635).
 */
export function isWebsiteUrl(text: string): boolean {
  const domain = domainOfAddress(text)
  return isDomain(domain, 2, 6) || (isDomain(domain, 7, 7) && /\.example$/i.test(domain))
}

/** Whether a text is a link to a page of any domain, such as that of a bike in a web shop. */
export function isWebLink(text: string): boolean {
  return isDomain(domainOfAddress(text), 2, 63)
}

const UNSUPPORTED_PHONE = 'Unsupported phone number format'

/** Whether a text is a phone number as it is stored: `+358` or a leading 0, then 6 to 14 digits, no blanks. */
export function isPhone(text: string): boolean {
  return /^(?:\+358|0)\d{6,14}$/.test(text)
}

/**
 * A typed phone number in its stored form: blanks, hyphens, points and brackets removed, 00358 as +358, the 0 in brackets
 * behind it left out, a leading +358 or 0 kept, a number of 8 to 14 digits that starts with 4 or 5 given its leading 0.
 * @throws Error 'Unsupported phone number format' for anything else.
 */
export function normalisePhone(text: string): string {
  const compact = cleanText(text)
    // A link's frame, and the sign by which Excel keeps a number as it is typed.
    .replace(/^(?:tel:|')/i, '')
    .replace(/^(\+|00)\s*358[\s-]*\(0\)/, '+358')
    .replace(/[\s\-\u2010-\u2015().]+/gu, '')
    .replace(/^00358/, '+358')
  const phone = /^[45]\d{7,13}$/.test(compact) ? `0${compact}` : compact
  if (!isPhone(phone)) throw new Error(UNSUPPORTED_PHONE)
  return phone
}

/** Search text is trimmed before it is sent or used; a search of nothing but blanks is no search. */
export function searchText(text: string | null | undefined): string | undefined {
  return text?.trim() || undefined
}
