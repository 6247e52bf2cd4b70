import { FileFault, type OpenElement } from '#platform/server/documents/reading/xml-reader.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { dayOf, directionOf, euroCents } from './camt-values.ts'

/** A statement's booked balances in euros; null where it tells none. */
export interface Balances {
  readonly opening: Cents | null
  readonly closing: Cents | null
  /** The day of the closing balance. */
  readonly closingDay: Day | null
}

interface Balance {
  code: string
  cents: Cents | null
  sign: 1 | -1
  day: Day | null
}

/** OPBD opens; where a bank tells only what was closed before (PRCD), that opens. */
const OPENING = ['OPBD', 'PRCD']
const CLOSING = ['CLBD']

/** Gathers the balances of one statement. What cannot be read is as good as not told. */
export class BalanceReader {
  readonly #found: Balance[] = []
  #open: Balance = { code: '', cents: null, sign: 1, day: null }

  /** @param path below the statement, from `Bal` on */
  read(path: string, element: OpenElement): void {
    const one = this.#open
    try {
      if (path === 'Bal/Tp/CdOrPrtry/Cd') one.code = element.text.trim()
      if (path === 'Bal/Amt') one.cents = euroCents(element)
      if (path === 'Bal/CdtDbtInd') one.sign = directionOf(element) === 'CREDIT' ? 1 : -1
      if (path === 'Bal/Dt/Dt' || path === 'Bal/Dt/DtTm') one.day = dayOf(element)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      one.code = ''
    }
    if (path !== 'Bal') return
    this.#found.push(one)
    this.#open = { code: '', cents: null, sign: 1, day: null }
  }

  balances(): Balances {
    const of = (codes: readonly string[]) =>
      codes.flatMap((code) => this.#found.filter((one) => one.code === code && one.cents !== null))
    // Pages of one statement may carry balances between; the first opens and the last closes.
    const opening = of(OPENING)[0]
    const closing = of(CLOSING).at(-1)
    const cents = (one: Balance | undefined) => (one ? one.sign * present(one.cents) || 0 : null)
    return { opening: cents(opening), closing: cents(closing), closingDay: closing?.day ?? null }
  }
}
