/** What the story of a lease is told from: the lease, and what is open or has ended around it. Days of Helsinki, cents. */
import type { Day, Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** Days after a term in which person and employer still choose what becomes of the bicycle. */
export const DAYS_TO_CHOOSE_AFTER_END = 35

export const bikePlaces = ['STORE', 'EMPLOYEE', 'EMPLOYER', 'LESSOR', 'SOLD', 'LOST'] as const
export type BikePlace = (typeof bikePlaces)[number]

export const endReasons = ['TERM', 'REDEEMED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED', 'RETURNED'] as const
export type EndReason = (typeof endReasons)[number]

/** A claim of the bicycle that is open, or the one that ended the lease. */
export interface ClaimFact {
  readonly id: string
  readonly type: 'THEFT' | 'DAMAGE' | 'VANDALISM' | 'LOSS'
  readonly step:
    | 'OPEN'
    | 'PROOF_COMPLETE'
    | 'SENT_TO_INSURER'
    | 'INSURER_DECIDED'
    | 'AT_REPAIR'
    | 'NEW_BIKE'
    | 'REPAIRED'
    | 'REPLACED'
    | 'LEASE_ENDED'
    | 'DENIED'
    | 'CANCELLED'
  readonly happenedDay: Day | null
}

/** The newest buy-out that has not been cancelled. */
export interface BuyOutFact {
  readonly id: string
  readonly step:
    | 'STARTED'
    | 'OFFERED'
    | 'ACCEPTED'
    | 'USER_PAYMENT_SENT'
    | 'USER_PAYMENT_PAID'
    | 'LESSOR_INVOICE_SENT'
    | 'DONE'
    | 'WITHDRAWN'
  readonly method: 'INVOICE' | 'SVEA' | 'PAYROLL' | 'BATCH' | null
  readonly buyer: 'EMPLOYEE' | 'EMPLOYER'
  readonly endMonth: Month
  readonly offerValidUntil: Day | null
  readonly totalCents: Cents | null
  /** Of the bill that is not fully paid. */
  readonly dueDay: Day | null
  readonly doneDay: Day | null
}

/** The newest return that has not been called off. */
export interface ReturnFact {
  readonly id: string
  readonly step: 'REQUESTED' | 'APPROVED' | 'RECEIVED' | 'INSPECTED' | 'DONE'
  readonly endMonth: Month
  readonly isFromEmployer: boolean
  readonly storeName: string | null
  readonly receivedDay: Day | null
  readonly objectionUntil: Day | null
  /** There is damage, or a fee on the word of others. */
  readonly hasMatter: boolean
  readonly isObjected: boolean
  readonly isAnswered: boolean
}

/** The newest offer of the bicycle to others that has not been withdrawn. */
export interface TransferFact {
  readonly id: string
  readonly step: 'DRAFT' | 'REVIEW' | 'LISTED' | 'RESERVED' | 'OFFERED' | 'TRANSFER' | 'BUYOUT' | 'BILLED' | 'DONE'
  readonly reservedUntil: Day | null
  readonly transferBy: Day | null
  /** The document is out: what is missing are signatures. */
  readonly isPrepared: boolean
}

export interface PlanFact {
  readonly id: string
  readonly state: 'PROPOSED' | 'CONFIRMED' | 'CHANGED'
  readonly askedBy: 'EMPLOYEE' | 'EMPLOYER'
  readonly fromDay: Day
  readonly toDay: Day
}

export interface ExitFact {
  readonly id: string
  readonly kind: 'LEAVES' | 'BANKRUPT' | 'MERGED'
  readonly chooseUntil: Day
}

export interface LeaseFacts {
  readonly leaseState: 'NOT_STARTED' | 'ACTIVE' | 'ENDED'
  readonly endReason: EndReason | null
  readonly startDay: Day | null
  /** The last day by the agreement. */
  readonly endDay: Day | null
  /** The last day that a process has set. */
  readonly endsOn: Day | null
  readonly endedDay: Day | null
  readonly deliveryDay: Day | null
  readonly bikeAt: BikePlace | null
  /** The employer keeps the bicycle from this month on. */
  readonly keptFrom: Month | null
  readonly claims: readonly ClaimFact[]
  readonly buyOut: BuyOutFact | null
  readonly return: ReturnFact | null
  readonly transfer: TransferFact | null
  readonly cancellation: { readonly id: string } | null
  readonly exit: ExitFact | null
  readonly plan: PlanFact | null
  /** The person's unpaid bill of this lease that is due first. */
  readonly bill: { readonly id: string; readonly dueDay: Day; readonly openCents: Cents } | null
}

/** The day on which the lease ends or has ended, by what is set now. @returns null before the lease has its days */
export const lastDayOf = (lease: Pick<LeaseFacts, 'endedDay' | 'endsOn' | 'endDay'>): Day | null =>
  lease.endedDay ?? lease.endsOn ?? lease.endDay
