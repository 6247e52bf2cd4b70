import { FileFault, type OpenElement } from '#platform/server/documents/xml-reader.ts'
import { type Day, helsinkiDay, isDay } from '#platform/values/days.ts'
import { type Cents, centsFromEuros } from '#platform/values/money.ts'

/** The currency of our accounts. */
export const OWN_CURRENCY = 'EUR'

/** @throws FileFault BANK_FILE_INCOMPLETE for anything but CRDT and DBIT */
export function directionOf({ text, line }: OpenElement): 'CREDIT' | 'DEBIT' {
  const value = text.trim()
  if (value !== 'CRDT' && value !== 'DBIT') throw new FileFault('BANK_FILE_INCOMPLETE', line)
  return value === 'CRDT' ? 'CREDIT' : 'DEBIT'
}

/** An amount as the bank wrote it, with its currency: `SEK 1000.00`. */
export const amountText = ({ text, attributes }: OpenElement): string => `${attributes.Ccy ?? ''} ${text.trim()}`.trim()

/** The cents of an amount in euros, null in another currency. @throws FileFault BANK_FILE_WRONG_AMOUNT */
export function euroCents({ text, line, attributes }: OpenElement): Cents | null {
  if (attributes.Ccy !== OWN_CURRENCY) return null
  try {
    const [whole = '', decimals = ''] = text.trim().split('.')
    // ISO 20022 lets amounts have five decimals; only zeros may follow the cents.
    if (!/^\d{0,2}0*$/.test(decimals)) throw new RangeError('a fraction of a cent')
    const cents = centsFromEuros(decimals ? `${whole}.${decimals.slice(0, 2)}` : whole)
    if (cents < 0) throw new RangeError('below zero')
    return cents
  } catch {
    throw new FileFault('BANK_FILE_WRONG_AMOUNT', line)
  }
}

/** The day of a date or of an instant. @throws FileFault BANK_FILE_WRONG_DAY */
export function dayOf({ text, line }: OpenElement): Day {
  const value = text.trim()
  const day = value.length > 10 ? instantDay(value) : value.slice(0, 10)
  if (!day || !isDay(day)) throw new FileFault('BANK_FILE_WRONG_DAY', line)
  return day
}

/** A bank's local time without an offset is already Helsinki's. */
function instantDay(value: string): Day | null {
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) return value.slice(0, 10)
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : helsinkiDay(instant)
}
