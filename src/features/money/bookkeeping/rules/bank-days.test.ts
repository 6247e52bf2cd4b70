import { expect, it } from 'vitest'
import { type BankFacts, bankDays } from './bank-days.ts'

const period = { from: '2026-10-01', to: '2026-11-30' }
const statement = (toDay: string, openingCents: number, closingCents: number, iban = 'FI1') => ({
  iban,
  fromDay: toDay,
  toDay,
  openingCents,
  closingCents,
})
const row = (day: string, cents: number, more: object = {}) => ({ day, cents, ownDay: null, hasEntry: true, ...more })

const facts: BankFacts = {
  statements: [
    statement('2026-10-30', 1_000, 1_700),
    statement('2026-10-31', 1_700, 1_650),
    statement('2026-10-31', 50, 50, 'FI2'),
    statement('2026-11-02', 1_650, 1_971),
  ],
  ledger: [
    row('2026-10-12', 900, { hasEntry: false }),
    row('2026-10-30', 500),
    row('2026-10-30', 80, { hasEntry: false }),
    row('2026-11-01', -100, { ownDay: '2026-10-31' }),
    row('2026-11-02', 300),
  ],
  entries: [
    { day: '2026-10-30', cents: 200, aside: null },
    { day: '2026-10-31', cents: 50, aside: 'OTHER' },
    { day: '2026-11-01', cents: 30, aside: 'OWN_ACCOUNT' },
    { day: '2026-11-01', cents: -9, aside: 'RETURNED' },
  ],
}

it('names for each day of a statement what makes the ledger differ from it', () => {
  const [third, second, first] = bankDays(facts, period)
  expect(first).toMatchObject({ day: '2026-10-30', statementCents: 1_700, ledgerCents: 1_480, unexplainedCents: 0 })
  expect(first!.parts).toEqual([
    { part: 'OPENING', cents: -100 },
    { part: 'WAITING', cents: -200 },
    { part: 'WITHOUT_ENTRY', cents: 80 },
  ])
  expect(second).toMatchObject({ statementCents: 1_700, ledgerCents: 1_480, unexplainedCents: 0 })
  expect(second!.parts).toContainEqual({ part: 'LATE', cents: 100 })
  expect(second!.parts).toContainEqual({ part: 'ASIDE', cents: -50 })
  expect(second!.accounts).toEqual([
    { iban: 'FI1', closingCents: 1_650 },
    { iban: 'FI2', closingCents: 50 },
  ])
  expect(third).toMatchObject({ day: '2026-11-02', ledgerCents: 1_680, unexplainedCents: 0 })
  expect(third!.parts).toContainEqual({ part: 'OWN_ACCOUNT', cents: -30 })
  expect(third!.parts).toContainEqual({ part: 'RETURNED', cents: 9 })
})

it('leaves unexplained what no part accounts for', () => {
  const ledger = [...facts.ledger, row('2026-11-02', 7)]
  expect(bankDays({ ...facts, ledger }, period)[0]).toMatchObject({ unexplainedCents: 7 })
})
