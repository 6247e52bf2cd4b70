import type { BuyOutFact, ClaimFact, LeaseFacts, ReturnFact, TransferFact } from '#features/story/lease-story/facts.ts'

/** A lease that just runs, for tests of what is told of it. */
export const runningLease: LeaseFacts = {
  leaseState: 'ACTIVE',
  endReason: null,
  startDay: '2026-01-01',
  endDay: '2028-12-31',
  endsOn: null,
  endedDay: null,
  deliveryDay: '2025-12-19',
  bikeAt: 'EMPLOYEE',
  keptFrom: null,
  claims: [],
  buyOut: null,
  return: null,
  transfer: null,
  cancellation: null,
  exit: null,
  plan: null,
  bill: null,
}

export const claimAt = (step: ClaimFact['step'], type: ClaimFact['type'] = 'THEFT'): ClaimFact => ({
  id: 'claim',
  type,
  step,
  happenedDay: '2026-06-03',
})

export const buyOutAt = (step: BuyOutFact['step'], more: Partial<BuyOutFact> = {}): BuyOutFact => ({
  id: 'buy-out',
  step,
  method: 'INVOICE',
  buyer: 'EMPLOYEE',
  endMonth: '2026-07',
  offerValidUntil: '2026-06-25',
  totalCents: 246_642,
  dueDay: '2026-07-14',
  doneDay: step === 'DONE' ? '2026-07-31' : null,
  ...more,
})

export const returnAt = (step: ReturnFact['step'], more: Partial<ReturnFact> = {}): ReturnFact => ({
  id: 'return',
  step,
  endMonth: '2026-07',
  isFromEmployer: false,
  storeName: 'Esimerkki Kettinki',
  receivedDay: step === 'REQUESTED' || step === 'APPROVED' ? null : '2026-07-20',
  objectionUntil: step === 'INSPECTED' ? '2026-08-05' : null,
  hasMatter: false,
  isObjected: false,
  isAnswered: false,
  ...more,
})

export const transferAt = (step: TransferFact['step'], isPrepared = false): TransferFact => ({
  id: 'transfer',
  step,
  reservedUntil: '2026-06-20',
  transferBy: '2026-07-20',
  isPrepared,
})
