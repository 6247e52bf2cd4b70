import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import type { Brand } from '#platform/values/brand.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, formatEuros } from '#platform/values/money.ts'

/** What every document is made with: whose it is, in which language, and when. */
export interface DocumentBase {
  readonly texts: Texts
  readonly brand: Brand
  readonly language: LanguageCode
  /** Goes into the metadata; the same facts at the same moment give the same bytes. */
  readonly at: Date
  /** The day that the document shows as its own. */
  readonly day: Day
}

export interface DocumentWords {
  /** A text of the document's feature, such as `pdf.title`. */
  t(key: string, values?: Record<string, unknown>): string
  euros(cents: Cents): string
  /** 2550 → `25,5`, without the sign. */
  percent(basisPoints: number): string
}

const LOCALES: Record<LanguageCode, string> = { fi: 'fi-FI', sv: 'sv-FI', en: 'en-IE' }

/** Texts of a namespace and figures, in the document's language. */
export function wordsOf({ texts, language, brand }: DocumentBase, namespace: string): DocumentWords {
  const decimals = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 })
  return {
    t: (key, values = {}) => texts.t(language, [namespace, key].join(':'), { product: brand.name, ...values }),
    euros: (cents) => formatEuros(cents, language),
    percent: (basisPoints) => decimals.format(basisPoints / 100),
  }
}

/** Lines of a value without the empty ones. */
export function lines(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join('\n')
}
