import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { lifeEventCalls } from '#features/lease-ends/life-events/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { type Calls, reading, staffCalls } from './reading.ts'
import { kinds, seededId } from './seed-statements.ts'

export function cancellationCalls(): Calls {
  const list = reading(orderCancellations.list)
  const filters = {
    cancellations: {},
    'cancellations, open': { status: 'PENDING' },
    'cancellations, payer': { payer: 'BIKE_STORE' },
    'cancellations, payer of none': { payer: 'SVEA' },
    'cancellations, company': { companyId: seededId(kinds.company, 0) },
    'cancellations, search, common': { search: 'tavallinen' },
    'cancellations, search, rare': { search: 'harvinainen' },
    'cancellations, search, two letters': { search: 'ma' },
    'cancellations, page 50': { page: 50 },
  } as const
  const all = Object.entries(filters) as [string, QueryOf<typeof orderCancellations.list>][]
  return [
    ...(['staff', 'employer'] as const).flatMap((as) => all.map(([name, query]) => list(as, name, { query }))),
    ...(['group', 'beneficiary'] as const).map((as) => list(as, 'cancellations')),
  ]
}

export function changeCalls(): Calls {
  return [reading(leaseChanges.reviews)('staff', 'reviews of taxation')]
}

export function redemptionCalls(): Calls {
  const list = reading(redemptions.list)
  const searches = {
    'no filter': {},
    'one status': { status: 'PENDING' },
    'paid online': { paymentMethod: 'PAYTRAIL' },
  } as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'redemptions')),
    ...Object.entries(searches).map(([name, query]) => list('staff', `redemptions, ${name}`, { query })),
    list('staff', 'redemptions, search', { query: { search: 'tavallinen' } }),
    ...(['staff', 'beneficiary'] as const).map((as) => reading(redemptionPayments.list)(as, 'redemption payments')),
    reading(redemptionPayments.list)('staff', 'redemption payments, not paid', { query: { status: 'NOT_PAID' } }),
    reading(redemptionPayments.list)('staff', 'redemption payments, search', { query: { search: 'tavallinen' } }),
  ]
}

export function claimCalls(): Calls {
  const list = reading(insuranceClaims.list)
  const filters = {
    'one status': { status: 'PENDING' },
    'one type': { type: 'THEFT' },
    search: { searchTerm: 'tavallinen' },
  } as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'claims')),
    ...Object.entries(filters).map(([name, query]) => list('staff', `claims, ${name}`, { query })),
  ]
}

export function brokerageCalls(): Calls {
  const offers = reading(brokerage.list)
  const filters = {
    search: { search: 'tavallinen' },
    'a kind and a price': { kind: 'ELECTRIC', maxInstalment: 100 },
    'by price': { sort: 'price' },
    'by months': { sort: '-months' },
  } as const
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).flatMap((as) => [
      offers(as, 'bikes on offer'),
      reading(brokerage.cases)(as, 'offers as a party'),
    ]),
    ...Object.entries(filters).map(([name, query]) => offers('beneficiary', `bikes on offer, ${name}`, { query })),
    reading(brokerage.cases)('staff', 'offers, one step', { query: { step: 'REVIEW' } }),
    reading(brokerage.cases)('staff', 'offers, search', { query: { search: 'tavallinen' } }),
  ]
}

export function lifeCalls(): Calls {
  const list = reading(absencePlans.list)
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'absence plans')),
    list('staff', 'absence plans, one state', { query: { state: 'CONFIRMED' } }),
    reading(lifeEventCalls.leases)('beneficiary', 'own leases for life events'),
  ]
}

export function exitCalls(): Calls {
  const list = reading(companyExits.list)
  const leases = reading(companyExits.leases)
  const params = { id: seededId(90, 0) }
  return [
    ...(['staff', 'employer', 'group'] as const).map((as) => list(as, 'leaving companies')),
    leases('staff', 'leases of a leaving company', { params }),
    leases('staff', 'leases of a leaving company, page 2', { params, query: { page: 2 } }),
  ]
}

export function lessorFileCalls(): Calls {
  return [
    ...staffCalls(lessorFiles.list, { 'lessor files': {}, 'lessor files, page 50': { page: 50 } }),
    ...staffCalls(lessorFiles.list, { 'lessor files, one lessor': { leasingCompanyId: seededId(26, 0) } }),
    ...staffCalls(lessorFiles.differences, {
      'lessor differences': {},
      'lessor differences, open': { state: 'OPEN' },
      'lessor differences, one lessor': { leasingCompanyId: seededId(26, 0) },
      'lessor differences, page 50': { page: 50 },
    }),
  ]
}

export function returnCalls(): Calls {
  const list = reading(returns.list)
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => list(as, 'returns')),
    list('staff', 'returns, one step', { query: { step: 'RECEIVED' } }),
    list('staff', 'returns, search', { query: { search: 'tavallinen' } }),
  ]
}
