import type { LanguageCode } from '#platform/contract/contract.ts'
import { formatDay, formatInstant } from '#platform/values/days.ts'

const NO_BREAK = '\u00a0'
const locales: Record<LanguageCode, string> = { fi: 'fi-FI', sv: 'sv-FI', en: 'en-GB' }

/** A business day for people: `15.3.2026`, in English `15 Mar 2026`. */
export function formatDayIn(day: string, language: LanguageCode): string {
  if (language !== 'en') return formatDay(day)
  const noon = new Date(`${day}T12:00:00Z`)
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return noon.toLocaleDateString('en-GB', parts).replaceAll(' ', NO_BREAK)
}

/** An instant as the specification writes it, `15.03.2026 09:05` in Helsinki time, with a no-break space. */
export function formatMoment(iso: string): string {
  return formatInstant(iso).replace(' ', NO_BREAK)
}

/** A plain number with the language's grouping: `12 345`. */
export function formatCount(count: number, language: LanguageCode): string {
  return count.toLocaleString(locales[language])
}

/** A percentage with at most two decimals: `25,5 %`. */
export function formatPercent(percent: number, language: LanguageCode): string {
  const number = percent.toLocaleString(locales[language], { maximumFractionDigits: 2 })
  return language === 'en' ? `${number}%` : `${number}${NO_BREAK}%`
}

/** A phone number as people read it, `040 123 4567` or `+358 40 123 4567`, held together by no-break spaces. */
export function formatPhone(phone: string): string {
  const [, country = '', rest = ''] = /^(\+358)?(\d+)$/.exec(phone.replace(/\s/g, '')) ?? []
  if (rest.length < 7) return phone
  const head = country ? 2 : 3
  const groups = [country, rest.slice(0, head), rest.slice(head, head + 3), rest.slice(head + 3)]
  return groups.filter(Boolean).join('\u00a0')
}
