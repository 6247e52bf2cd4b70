/**
 * The boxes of the Finnish VAT return, and what of the ledger goes into each. Pure.
 *
 * Numbers and names are those of the Tax Administration's record description of the return (VSRALVKV, "Veroilmoitus
 * oma-aloitteisista veroista, arvonlisäveron tiedot"), which OmaVero shows as well; read on 28 November 2026 in public
 * copies. The service buys and sells in Finland alone, so the boxes of trade with other countries, of construction and of
 * imports are not among them.
 */
import { type Day, firstOfMonth, type Month, nextMonth } from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'

export const vatBoxes = ['301', '302', '303', '307', '308', '309'] as const
export type VatBox = (typeof vatBoxes)[number]

/** The rates whose tax of domestic sales a box takes, those of earlier years too. */
const ratesOfBox: Readonly<Partial<Record<VatBox, readonly number[]>>> = {
  '301': [2550, 2400, 2300, 2200],
  '302': [1350, 1400, 1300],
  '303': [1000, 900, 800],
}

/** What a box takes: tax of sales at some rates, tax of purchases, both, or net sales at 0 % with the right to deduct. */
export function ledgerOfBox(box: VatBox): { readonly accounts: readonly string[]; readonly rates?: readonly number[] } {
  if (box === '307') return { accounts: ['VAT_INPUT'] }
  if (box === '308') return { accounts: ['VAT_OUTPUT', 'VAT_INPUT'] }
  return { accounts: box === '309' ? [] : ['VAT_OUTPUT'], rates: ratesOfBox[box] ?? [] }
}

/** What the ledger has of tax in a month, at one rate; debit positive. */
export interface TaxRow {
  readonly account: string
  readonly vatBasisPoints: number
  readonly cents: Cents
  /** Of it, what belongs to earlier months that were closed. */
  readonly lateCents: Cents
}

export interface BoxRow {
  readonly box: VatBox
  readonly cents: Cents
  readonly lateCents: Cents
}

/** A return: its boxes, and tax at rates that no box takes, which has to be looked into. */
export interface VatReturn {
  readonly boxes: readonly BoxRow[]
  readonly strangeCents: Cents
}

/** The return of a month from its ledger. Tax to pay is what sales bear less what is deducted; below zero it comes back. */
export function vatReturnOf(rows: readonly TaxRow[]): VatReturn {
  const boxes = vatBoxes.map((box) => {
    const { accounts, rates } = ledgerOfBox(box)
    const own = rows.filter(
      (row) => accounts.includes(row.account) && (rates === undefined || rates.includes(row.vatBasisPoints)),
    )
    const sign = box === '307' ? 1 : -1
    const sum = (of: (row: TaxRow) => Cents) => sign * sumCents(own.map(of)) + 0
    return { box, cents: sum((row) => row.cents), lateCents: sum((row) => row.lateCents) }
  })
  const known = Object.values(ratesOfBox).flat()
  const strange = rows.filter((row) => row.account === 'VAT_OUTPUT' && !known.includes(row.vatBasisPoints))
  return { boxes, strangeCents: -sumCents(strange.map((row) => row.cents)) + 0 }
}

/** The day by which a month's return is filed and paid: the 12th of the second month after it. */
export const filingDayOf = (month: Month): Day => `${firstOfMonth(nextMonth(nextMonth(month))).slice(0, 8)}12`
