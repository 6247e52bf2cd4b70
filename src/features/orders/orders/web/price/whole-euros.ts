import type { LanguageCode } from '#platform/contract/contract.ts'
import { formatEuros } from '#platform/values/money.ts'

/** Euros without cents, as the language writes money: on the axis of a chart. */
export function formatWholeEuros(euros: number, language: LanguageCode): string {
  return formatEuros(Math.round(euros) * 100, language).replace(/[.,]00(?=\D*$)/, '')
}
