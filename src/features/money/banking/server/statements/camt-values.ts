import { FileFault, type OpenElement } from '#platform/server/documents/reading/xml-reader.ts'
import { type Day, helsinkiDay, isDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { readAmount } from '#platform/values/typed/amounts.ts'

/** The currency of our accounts. */
export const OWN_CURRENCY = 'EUR'

/** @throws FileFault BANK_FILE_INCOMPLETE for anything but CRDT and DBIT */
export function directionOf({ text, line }: OpenElement): 'CREDIT' | 'DEBIT' {
  const value = text.trim()
  if (value !== 'CRDT' && value !== 'DBIT') throw new FileFault('BANK_FILE_INCOMPLETE', line)
  return value === 'CRDT' ? 'CREDIT' : 'DEBIT'
}

/** The currency that an amount names; without a word it is that of the account, which is ours. */
const currencyOf = ({ attributes }: OpenElement): string => attributes.Ccy?.trim().toUpperCase() || OWN_CURRENCY

export const isEuros = (element: OpenElement): boolean => currencyOf(element) === OWN_CURRENCY

/** An amount as the bank wrote it, with its currency: `SEK 1000.00`. */
export const amountText = ({ text, attributes }: OpenElement): string => `${attributes.Ccy ?? ''} ${text.trim()}`.trim()

/**
 * The cents that an amount in euros may mean: one, or two where the decimal sign may also part thousands.
 * @throws FileFault BANK_FILE_WRONG_AMOUNT for what is none, or below zero: the direction tells the sign
 */
export function euroReadings(element: OpenElement): readonly Cents[] {
  const found = readAmount(element.text, '.')
  const readings = found.kind === 'ONE' ? [found.cents] : found.kind === 'TWO' ? found.readings : []
  if (readings.length === 0 || readings.some((cents) => cents < 0))
    throw new FileFault('BANK_FILE_WRONG_AMOUNT', element.line)
  return readings
}

/** The cents of an amount in euros, null in another currency. @throws FileFault BANK_FILE_WRONG_AMOUNT */
export function euroCents(element: OpenElement): Cents | null {
  if (!isEuros(element)) return null
  const [cents, other] = euroReadings(element)
  if (other !== undefined) throw new FileFault('BANK_FILE_WRONG_AMOUNT', element.line)
  return present(cents)
}

/** The day of a date or of an instant. @throws FileFault BANK_FILE_WRONG_DAY */
export function dayOf({ text, line }: OpenElement): Day {
  const value = text.trim()
  const [, dated] = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:?\d{2})$/.exec(value) ?? []
  const day = dated ?? (value.length > 10 ? instantDay(value) : value)
  if (!day || !isDay(day)) throw new FileFault('BANK_FILE_WRONG_DAY', line)
  return day
}

/** A day that is told beside what counts; what is none is as good as none. */
export function dayOrNone(element: OpenElement): Day | null {
  try {
    return dayOf(element)
  } catch {
    return null
  }
}

/** A bank's local time without an offset is already Helsinki's. */
function instantDay(value: string): Day | null {
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) return value.slice(0, 10)
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : helsinkiDay(instant)
}
