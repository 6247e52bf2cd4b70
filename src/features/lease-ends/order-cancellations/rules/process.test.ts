import { describe, expect, it, test } from 'vitest'
import { type RoleName, roleNames, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { type Mover, planStep } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import { cancellationStatuses, openItemKinds, reasonCodes } from '../rules.ts'
import { type CancellationFacts, type CancellationWords, cancellationProcess } from './process.ts'
import { type CaseFacts, creditDueCents, endOfLease, type InvoiceFacts, openItems, proposeLines } from './settlement.ts'

const free: CancellationFacts = {
  open: new Set(),
  isOpenForOrder: false,
  isConfirmed: true,
  isAnythingSettled: false,
  isAnythingCredited: false,
  isLeaseEnded: false,
}
const staffRoles: readonly RoleName[] = ['INTERNAL_ADMIN', 'SUPER_ADMIN']
const moverAs = (role: RoleName): Mover => ({
  permissions: new Set(seededPermissionsOf(role)),
  capacities: new Set(staffRoles.includes(role) ? ['STAFF'] : role === 'BIKE_BENEFICIARY' ? ['SELF'] : ['EMPLOYER']),
})
const plan = (
  step: CancellationWords['step'],
  state: CancellationWords['state'] | null,
  role: RoleName,
  facts: Partial<CancellationFacts> = {},
) => planStep<CancellationWords>(cancellationProcess, { ...free, ...facts }, state, { step }, moverAs(role))

/** From where each step leads where, and who takes it. */
const wanted = {
  open: { from: null, to: 'PENDING', roles: staffRoles },
  change: { from: 'PENDING', to: 'PENDING', roles: staffRoles },
  complete: { from: 'PENDING', to: 'COMPLETED', roles: staffRoles },
  withdraw: { from: 'PENDING', to: 'CANCELLED', roles: ['SUPER_ADMIN'] },
} as const

describe.each(Object.entries(wanted) as [CancellationWords['step'], (typeof wanted)['open']][])('%s', (step, row) => {
  it.each([null, ...cancellationStatuses])('from %s is for whom the design names, and for nobody else', (state) => {
    for (const role of roleNames) {
      const found = plan(step, state, role)
      if (state !== row.from) expect(found, role).toMatchObject({ ok: false, reason: 'NO_STEP' })
      else if ((row.roles as readonly RoleName[]).includes(role)) expect(found, role).toMatchObject({ to: row.to })
      else expect(found, role).toMatchObject({ ok: false, reason: 'NOT_PERMITTED' })
    }
  })
})

describe('guards', () => {
  it.each(openItemKinds)('hold back the completion while %s', (item) => {
    expect(plan('complete', 'PENDING', 'INTERNAL_ADMIN', { open: new Set([item]) })).toMatchObject({ unmet: [item] })
  })

  it.each([
    ['MONEY_SETTLED', { isAnythingSettled: true }],
    ['CREDIT_NOTE_MADE', { isAnythingCredited: true }],
    ['LEASE_ENDED', { isLeaseEnded: true }],
  ] as const)('hold back the withdrawal by %s', (guard, facts) => {
    expect(plan('withdraw', 'PENDING', 'SUPER_ADMIN', facts)).toMatchObject({ unmet: [guard] })
  })

  it.each([
    ['CANCELLATION_EXISTS', { isOpenForOrder: true }],
    ['NOT_CONFIRMED', { isConfirmed: false }],
  ] as const)('hold back the opening by %s', (guard, facts) => {
    expect(plan('open', null, 'INTERNAL_ADMIN', facts)).toMatchObject({ unmet: [guard] })
  })
})

test('everybody who is awaited hears of it, and a closed case awaits nobody', () => {
  const silent = cancellationProcess.turns.PENDING.filter(({ notice }) => !notice)
  expect(silent).toEqual([])
  const all = { isBikeOut: true, owesStore: true, lacksConsent: true }
  const awaited = cancellationStatuses.map((state) => awaitedIn<CancellationWords>(cancellationProcess, state, all))
  expect(awaited).toEqual([['EMPLOYEE', 'STORE', 'LESSOR', 'STAFF'], [], []])
})

test('a lease that should never have run ends with the month before, any other with this month', () => {
  const ends = Object.fromEntries(reasonCodes.map((code) => [code, endOfLease(code, '2027-03-01')]))
  expect(ends).toEqual({
    STORE_CANNOT_DELIVER: '2027-02-28',
    DEFECT: '2027-02-28',
    WRONG_ORDER: '2027-02-28',
    EMPLOYEE_WITHDREW: '2027-03-31',
    EMPLOYER_WITHDREW: '2027-03-31',
    OTHER: '2027-03-31',
  })
})

const invoice = (change: Partial<InvoiceFacts>): InvoiceFacts => ({
  invoiceId: 'i',
  direction: 'SALES',
  party: 'LESSOR',
  lessorKind: 'LEASE_PLUS',
  isOwed: true,
  totalCents: 40_000,
  creditedCents: 0,
  paidCents: 0,
  withBankCents: 0,
  backCents: 0,
  creditLines: [{ lineId: 'l', leftCents: 40_000 }],
  isPaidBySvea: false,
  ...change,
})
const line = (of: InvoiceFacts, bikeAt: CaseFacts['bikeAt'] = null) => {
  const [found] = proposeLines({ invoices: [of], bikeAt })
  return found ? [found.payerType, found.direction, found.expectedCents] : null
}

describe('a proposed line', () => {
  it.each([
    ['nothing was paid', {}, null],
    ['a part was paid', { paidCents: 15_000 }, 15_000],
    ['too much was paid', { paidCents: 42_000 }, 42_000],
    ['it is credited already', { paidCents: 40_000, creditedCents: 40_000, creditLines: [] }, 40_000],
    ['a part went back', { paidCents: 10_000, backCents: 30_000 }, 40_000],
    ['one of four lines is credited', { paidCents: 40_000, creditLines: [{ lineId: 'l', leftCents: 10_000 }] }, 10_000],
    ['what is credited was not paid', { paidCents: 15_000, creditLines: [{ lineId: 'l', leftCents: 10_000 }] }, null],
    ['it is a draft', { isOwed: false, paidCents: 0 }, null],
  ] as const)('says what goes back where %s', (_, change, cents) => {
    expect(line(invoice(change))?.[2] ?? null).toBe(cents)
  })

  it('names the payer in the words of the specification', () => {
    const paid = { paidCents: 40_000 }
    expect(line(invoice(paid))).toEqual(['LEASE_PLUS', 'FROM_US', 40_000])
    expect(line(invoice({ ...paid, lessorKind: 'OTHER' }))?.[0]).toBe('OTHER')
    expect(line(invoice({ ...paid, party: 'PERSON' }))?.[0]).toBe('EMPLOYEE')
    expect(line(invoice({ ...paid, party: 'PERSON', isPaidBySvea: true }))?.[0]).toBe('SVEA')
    expect(line(invoice({ ...paid, party: 'EMPLOYER' }))?.[0]).toBe('OTHER')
    const store = invoice({ ...paid, party: 'STORE', direction: 'PURCHASE', creditLines: [] })
    expect(line(store)).toEqual(['BIKE_STORE', 'TO_US', 40_000])
    expect(line(store, 'SOLD')).toBeNull()
  })
})

describe('open items', () => {
  const facts = (change: Partial<CaseFacts>): CaseFacts => ({
    invoices: [],
    lines: [],
    bikeAt: null,
    deliveryDay: null,
    needsLessorConsent: false,
    hasLessorConsent: false,
    ...change,
  })
  const kinds = (change: Partial<CaseFacts>) => openItems(facts(change)).map(({ item }) => item)
  const settled = { lineId: 'l', state: 'SETTLED', invoiceId: null, hasPayment: false, hasDocument: false } as const

  it.each([
    ['never delivered', {}, []],
    ['delivered, and nobody knows where', { deliveryDay: '2027-01-05' }, ['BIKE_NOT_BACK']],
    ['with the employee', { deliveryDay: '2027-01-05', bikeAt: 'EMPLOYEE' }, ['BIKE_NOT_BACK']],
    ['lost', { deliveryDay: '2027-01-05', bikeAt: 'LOST' }, ['BIKE_NOT_BACK']],
    ['back', { deliveryDay: '2027-01-05', bikeAt: 'STORE' }, []],
    ['sold', { deliveryDay: '2027-01-05', bikeAt: 'SOLD' }, []],
  ] as const)('ask for a bike that is %s', (_, change, expected) => {
    expect(kinds(change)).toEqual(expected)
  })

  it('name each line, invoice and consent that is missing', () => {
    expect(openItems(facts({ lines: [{ ...settled, state: 'OPEN' }] }))).toEqual([{ item: 'LINE_OPEN', lineId: 'l' }])
    expect(kinds({ lines: [settled] })).toEqual(['LINE_WITHOUT_PROOF'])
    expect(kinds({ lines: [{ ...settled, hasDocument: true }] })).toEqual([])
    expect(kinds({ lines: [{ ...settled, state: 'WAIVED' }] })).toEqual([])
    expect(kinds({ invoices: [invoice({})] })).toEqual(['INVOICE_NOT_CREDITED'])
    expect(creditDueCents(invoice({}))).toBe(40_000)
    const store = invoice({ direction: 'PURCHASE', party: 'STORE', creditLines: [] })
    expect(kinds({ invoices: [store] })).toEqual(['STORE_INVOICE_OPEN'])
    expect(kinds({ invoices: [{ ...store, creditedCents: 40_000 }] })).toEqual([])
    expect(kinds({ needsLessorConsent: true })).toEqual(['LESSOR_CONSENT_MISSING'])
    expect(kinds({ needsLessorConsent: true, hasLessorConsent: true })).toEqual([])
  })
})
