import type { Assumption } from '#features/pricing/tax/rules/assumptions.ts'
import { formatDay } from '#platform/values/days.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import type calculator from '../../texts/pages/calculator/fi.json'

export type CalculatorCopy = typeof calculator

const locales: Record<Language, string> = { fi: 'fi-FI', en: 'en-IE', sv: 'sv-FI' }

/** A percentage from basis points, `25,5 %`. */
function percent(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 2 })
    .format(basisPoints / 10_000)
    .replace(/\s/g, '\u00a0')
}

/** Fills `{name}` in a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A value of an assumption or a refusal for people; the end of its name tells its unit. */
export function spoken(name: string, value: number | string, language: Language): string {
  if (typeof value === 'number' && name.endsWith('Cents')) return formatEuros(value, language)
  if (typeof value === 'number' && name.endsWith('BasisPoints')) return percent(value, language)
  if (typeof value === 'string' && name.endsWith('Day')) return formatDay(value)
  return String(value)
}

/** An assumption as a sentence. */
export function assumptionText({ code, values }: Assumption, copy: CalculatorCopy, language: Language): string {
  const municipality = values.municipality === '' ? copy.form.averageMunicipality : values.municipality
  const named = { ...values, ...(municipality === undefined ? {} : { municipality }) }
  const spokenValues = Object.entries(named).map(([name, value]) => [name, spoken(name, value, language)] as const)
  return fill(copy.assumptions[code], Object.fromEntries(spokenValues))
}
