/** The bank's own balance beside the ledger's, day by day, and what explains the difference. Pure. */

import type { Day } from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'

/** Why the ledger's bank account differs from the statement. */
export const bankParts = [
  /** What the bank and the ledger held before the first statement. */
  'OPENING',
  /** Movements between own accounts. */
  'OWN_ACCOUNT',
  /** Money that was sent and came back, or the other way. */
  'RETURNED',
  /** Movements that wait for somebody to match them. */
  'WAITING',
  /** Movements that somebody has put aside for another reason. */
  'ASIDE',
  /** Payments of the ledger that come from no movement. */
  'WITHOUT_ENTRY',
  /** Movements whose month was closed: the ledger dates them later. */
  'LATE',
] as const
export type BankPart = (typeof bankParts)[number]

/** The parts that explain themselves; the others want a reason of whoever closes a month. */
export const explainedParts: readonly BankPart[] = ['OPENING', 'OWN_ACCOUNT', 'RETURNED', 'LATE']

const ofItself = ['OWN_ACCOUNT', 'RETURNED']

export interface BankFacts {
  /** Those with balances, of all accounts, in their order. */
  readonly statements: readonly {
    readonly iban: string
    readonly fromDay: Day
    readonly toDay: Day
    readonly openingCents: Cents
    readonly closingCents: Cents
  }[]
  readonly ledger: readonly {
    readonly day: Day
    readonly ownDay: Day | null
    readonly cents: Cents
    readonly hasEntry: boolean
  }[]
  /** Movements that the ledger does not know, money in positive, with why they were put aside; null where they wait. */
  readonly entries: readonly { readonly day: Day; readonly cents: Cents; readonly aside: string | null }[]
}

export interface BankDay {
  readonly day: Day
  readonly accounts: readonly { readonly iban: string; readonly closingCents: Cents }[]
  readonly statementCents: Cents
  readonly ledgerCents: Cents
  /** They explain by how much the ledger is above the statement; nothing that is nought. */
  readonly parts: readonly { readonly part: BankPart; readonly cents: Cents }[]
  readonly unexplainedCents: Cents
}

const total = <R extends { readonly cents: Cents }>(rows: readonly R[], wanted: (row: R) => boolean) =>
  sumCents(rows.filter(wanted).map(({ cents }) => cents))

/** The bank beside the ledger at the end of a day, by each account's last statement until then. */
export function bankDayAt({ statements, ledger, entries }: BankFacts, day: Day): BankDay {
  const until = statements.filter(({ toDay }) => toDay <= day)
  const accounts = [...Map.groupBy(until, ({ iban }) => iban)].map(([iban, own]) => ({
    iban,
    openingCents: present(own[0]).openingCents,
    closingCents: present(own.at(-1)).closingCents,
  }))
  const ledgerCents = total(ledger, (row) => row.day <= day)
  const statementCents = sumCents(accounts.map(({ closingCents }) => closingCents))
  // What the ledger had before the first statement is in the balance that the bank began with.
  const first = until.map(({ fromDay }) => fromDay).toSorted()[0] ?? day
  const isEarlier = (row: BankFacts['ledger'][number]) => (row.ownDay ?? row.day) < first
  const asideFor = (wanted: (reason: string) => boolean) =>
    -total(entries, (row) => row.day <= day && row.aside !== null && wanted(row.aside))
  const known: Record<BankPart, Cents> = {
    OPENING:
      total(ledger, (row) => row.day <= day && isEarlier(row)) -
      sumCents(accounts.map(({ openingCents }) => openingCents)),
    OWN_ACCOUNT: asideFor((reason) => reason === 'OWN_ACCOUNT'),
    RETURNED: asideFor((reason) => reason === 'RETURNED'),
    WAITING: -total(entries, (row) => row.day <= day && row.aside === null),
    ASIDE: asideFor((reason) => !ofItself.includes(reason)),
    WITHOUT_ENTRY: total(ledger, (row) => row.day <= day && !row.hasEntry && !isEarlier(row)),
    LATE: -total(
      ledger,
      (row) => row.hasEntry && !isEarlier(row) && row.ownDay !== null && row.ownDay <= day && row.day > day,
    ),
  }
  const parts = bankParts.map((part) => ({ part, cents: known[part] })).filter(({ cents }) => cents !== 0)
  return {
    day,
    accounts: accounts.map(({ iban, closingCents }) => ({ iban, closingCents })),
    statementCents,
    ledgerCents,
    parts,
    unexplainedCents: ledgerCents - statementCents - sumCents(parts.map(({ cents }) => cents)),
  }
}

/** The days of a period on which an account has a statement, the latest first. */
export function bankDays(facts: BankFacts, { from, to }: { readonly from: Day; readonly to: Day }): BankDay[] {
  const days = new Set(facts.statements.map(({ toDay }) => toDay).filter((day) => day >= from && day <= to))
  return [...days]
    .toSorted()
    .toReversed()
    .map((day) => bankDayAt(facts, day))
}
