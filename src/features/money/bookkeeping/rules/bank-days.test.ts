import { expect, it } from 'vitest'
import { type BankFacts, bankDays } from './bank-days.ts'

const period = { from: '2026-10-01', to: '2026-11-30' }
const statement = (toDay: string, openingCents: number, closingCents: number, iban = 'FI1') => ({
  iban,
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
    statement('2026-11-02', 1_650, 1_950),
  ],
  ledger: [
    row('2026-10-30', 500),
    row('2026-10-30', 80, { hasEntry: false }),
    row('2026-11-01', -100, { ownDay: '2026-10-31' }),
    row('2026-11-02', 300),
  ],
  entries: [
    { day: '2026-10-30', cents: 200, isAside: false },
    { day: '2026-10-31', cents: 50, isAside: true },
  ],
}

it('names for each day of a statement what makes the ledger differ from it', () => {
  const [third, second, first] = bankDays(facts, period)
  expect(first).toMatchObject({ day: '2026-10-30', statementCents: 1_700, ledgerCents: 580, unexplainedCents: 0 })
  expect(first!.parts).toEqual([
    { part: 'OPENING', cents: -1_000 },
    { part: 'WAITING', cents: -200 },
    { part: 'WITHOUT_ENTRY', cents: 80 },
  ])
  expect(second).toMatchObject({ statementCents: 1_700, ledgerCents: 580, unexplainedCents: 0 })
  expect(second!.parts).toContainEqual({ part: 'LATE', cents: 100 })
  expect(second!.parts).toContainEqual({ part: 'ASIDE', cents: -50 })
  expect(second!.accounts).toEqual([
    { iban: 'FI1', closingCents: 1_650 },
    { iban: 'FI2', closingCents: 50 },
  ])
  expect(third).toMatchObject({ day: '2026-11-02', ledgerCents: 780, unexplainedCents: 0 })
})

it('leaves unexplained what no part accounts for', () => {
  const ledger = [...facts.ledger, row('2026-11-02', 7)]
  expect(bankDays({ ...facts, ledger }, period)[0]).toMatchObject({ unexplainedCents: 7 })
})
