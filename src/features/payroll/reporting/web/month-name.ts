import type { LanguageCode } from '#platform/contract/contract.ts'

const locales: Record<LanguageCode, string> = { fi: 'fi-FI', sv: 'sv-FI', en: 'en-GB' }

/** A payroll month in words: `maaliskuu 2026`; with a capital where it begins a heading. */
export function monthName(month: string, language: LanguageCode, options: { capital?: boolean } = {}): string {
  const noon = new Date(`${month}-15T12:00:00Z`)
  const name = noon.toLocaleDateString(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return options.capital ? name.charAt(0).toLocaleUpperCase(locales[language]) + name.slice(1) : name
}
