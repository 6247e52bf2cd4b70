import type { OrderFacts } from '#features/orders/orders/rules/order-facts.ts'
import { blankFacts } from '#features/orders/orders/rules/order-facts.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'

/**
 * Facts under which the move between two statuses has every condition met, as
 * far as one set of facts can: whatever two moves want differently follows the
 * ends of this one.
 */
export function factsFor(from: OrderStatus | null, to: OrderStatus, change: Partial<OrderFacts> = {}): OrderFacts {
  return {
    ...blankFacts('2026-03-15'),
    personStatus: 'ACCEPTED',
    employment: 'ACTIVE',
    companyActive: true,
    policyOrderCount: 1,
    trialPeriodOver: true,
    lastWorkingDay: '2999-01-01',
    shortestTermEnd: '2027-03-31',
    leaseEndEstimate: '2029-07-31',
    packageComplete: true,
    storeActive: true,
    priceCents: 300_000,
    maxPriceCents: 300_000,
    termComputable: true,
    answersComplete: true,
    policyAccepted: true,
    agreementStatus: 'SIGNED',
    employeeSigned: true,
    employerSigned: to !== 'PACKAGE_PROVIDED',
    snapshotMatchesSigned: true,
    isOnlineOrder: true,
    bikeStoreOrderNumber: 'KK-1001',
    deliveryTokensIssued: true,
    invoice: { verifiedOrLater: true, differenceCents: 0, reasonGiven: false },
    frameNumber: 'WTU123456',
    deliveryDay: '2026-03-10',
    confirmedDay: '2026-02-01',
    certificatePresent: true,
    lessorIsOperator: to !== 'GRENKE_INVOICE_SENT',
    startDay: '2026-03-15',
    questionText: 'Mikä väri?',
    answerText: 'Sininen.',
    lastEdge: from && { from: to, to: from },
    salesInvoiceCredited: true,
    cancellationOpened: true,
    cancellationWithdrawn: true,
    allRefundsSettled: true,
    importComplete: true,
    ...change,
  }
}
