import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { outbox } from '#features/ground/outbox/contract.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { isOverWithBikeOut } from '#features/leases/agreements/bike-out.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { lateMoney } from '#features/money/bookkeeping/late/contract.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { intake } from '#features/operations/intake/contract.ts'
import { maintenance } from '#features/operations/maintenance/contract.ts'
import type { Task } from '#features/operations/tasks/contract.ts'
import type { TaskAction } from '#features/operations/tasks/rules.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { taxYears } from '#features/pricing/tax/years-contract.ts'
import { stepsFrom } from '#platform/process/plan.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { Caller, World } from '#testing/world.ts'

interface Asked {
  readonly world: World
  readonly as: Caller
  readonly id: string
  readonly orderId: string
}

/** Whether the view that a task's page reads offers the task's act to whoever has the task. */
type Offers = (asked: Asked) => Promise<boolean>

interface Offered {
  readonly allowed: boolean
  readonly unmet: readonly string[]
}

/** A step towards one of these statuses is offered; what its own dialog or form asks for may still be unmet. */
const moves =
  (to: readonly OrderStatus[], form: readonly string[] = []): Offers =>
  async ({ world, as, orderId }) => {
    const { orderStatus, allowedTransitions } = await world.ok(orders.get, { as, params: { orderId } })
    const asks = stepsFrom(orderProcess, orderStatus).flatMap((step): readonly string[] => step.asks ?? [])
    return allowedTransitions.some(
      (one) => to.includes(one.to) && one.unmet.every((guard) => asks.includes(guard) || form.includes(guard)),
    )
  }

/** By the state of a case: the steps of which one is offered in it. */
type StepsIn = Readonly<Record<string, readonly string[]>>

interface Case {
  readonly state: string
  readonly allowedSteps: readonly (Offered & { readonly step: string })[]
}

const steps =
  (wanted: StepsIn, read: (asked: Asked) => Promise<Case>): Offers =>
  async (asked) => {
    const { state, allowedSteps } = await read(asked)
    return allowedSteps.some(({ step, allowed }) => allowed && wanted[state]?.includes(step))
  }

const returning = (wanted: StepsIn) =>
  steps(wanted, async ({ world, as, id }) => {
    const { step, allowedSteps } = await world.ok(returns.get, { as, params: { id } })
    return { state: step, allowedSteps }
  })
const claiming = (wanted: StepsIn) =>
  steps(wanted, async ({ world, as, id }) => {
    const { step, allowedSteps } = await world.ok(insuranceClaims.get, { as, params: { id } })
    return { state: step, allowedSteps }
  })
const passingOn = (wanted: StepsIn) =>
  steps(wanted, async ({ world, as, id }) => {
    const { step, allowedSteps } = await world.ok(brokerage.get, { as, params: { id } })
    return { state: step, allowedSteps }
  })

const invoice =
  (
    isOffered: (one: {
      open: number
      direction: string
      nextStatuses: readonly string[]
      isDisputed?: boolean
    }) => boolean,
  ): Offers =>
  async ({ world, as, id }) =>
    isOffered(await world.ok(invoices.get, { as, params: { id } }))

const money = ['receive'] as const
const redeeming: StepsIn = {
  USER_PAYMENT_PAID: ['sendNotice'],
  LESSOR_INVOICE_SENT: ['matchLessorInvoice'],
  WITHDRAWN: ['takeBack'],
}
/** What the form of the package asks for. */
const ofPackage = ['PACKAGE_INCOMPLETE', 'STORE_NOT_ACTIVE', 'TERM_NOT_COMPUTABLE', 'PRICE_ABOVE_LIMIT']
/** Where a question or a special case is left for. */
const working = [
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
] as const

/** What each kind's page offers its act by, as its screen does. */
const offers: Readonly<Partial<Record<TaskAction, Offers>>> = {
  choosePackage: moves(['PENDING', 'PACKAGE_PROVIDED'], ofPackage),
  confirmOrder: moves(['CONFIRMED']),
  answerQuestion: moves(working),
  pickUpBike: async ({ world, as, orderId }) => {
    const { hasSecurityCode, pickupReadyAt } = await world.ok(orders.get, { as, params: { orderId } })
    return hasSecurityCode === true && pickupReadyAt !== null
  },
  processOrder: moves(['PROCESSED']),
  awaitInvoice: moves(['WAITING_FOR_INVOICE_MATCH']),
  matchInvoice: moves(['WAITING_FOR_DELIVERY_DATE']),
  billOrder: moves(['GRENKE_INVOICE_SENT']),
  solveCase: moves(working),
  decideCancellation: async ({ world, as, orderId }) => {
    const { request } = await world.ok(orderCancellations.requestOfOrder, { as, params: { orderId } })
    return request?.state === 'OPEN'
  },
  settleCancellation: steps({ PENDING: ['change'] }, async ({ world, as, id }) => {
    const { status, allowedSteps } = await world.ok(orderCancellations.get, { as, params: { id } })
    return { state: status, allowedSteps }
  }),
  settleRedemption: async ({ world, as, id }) => {
    const { step, allowedSteps, paymentMethod } = await world.ok(redemptions.get, { as, params: { id } })
    // One bill for several of an employer is no step of the redemption itself.
    if (step === 'ACCEPTED') return paymentMethod === 'BATCH'
    return allowedSteps.some((one) => one.allowed && redeeming[step]?.includes(one.step))
  },
  reportClaim: claiming({ OPEN: ['completeProof', 'report'] }),
  settleClaim: claiming({
    PROOF_COMPLETE: ['send'],
    SENT_TO_INSURER: ['decide'],
    INSURER_DECIDED: ['repair', 'reimburse', 'newBike', 'endLease'],
    AT_REPAIR: ['completeRepair'],
    NEW_BIKE: money,
    REPAIRED: money,
    REPLACED: money,
    LEASE_ENDED: money,
  }),
  tellInsurer: claiming({ CANCELLED: ['insurerTold'] }),
  approveReturn: returning({ REQUESTED: ['approve'] }),
  settleReturn: returning({
    REQUESTED: ['approve', 'refuse'],
    APPROVED: ['receive'],
    RECEIVED: ['inspect'],
    INSPECTED: ['answerObjection'],
  }),
  reviewOffer: passingOn({ REVIEW: ['list'], TRANSFER: ['approveByLessor'], BUYOUT: ['billBuyer'] }),
  answerOffer: passingOn({ RESERVED: ['startTransfer', 'sellOut'], OFFERED: ['acceptOffer'] }),
  approveTransfer: passingOn({ TRANSFER: ['agreeToGive', 'agreeToTake'], BUYOUT: ['agreeToSell'] }),
  settleExit: steps({ OPEN: ['workOff', 'withdraw'] }, async ({ world, as, id }) =>
    world.ok(companyExits.get, { as, params: { id } }),
  ),
  settleEndedLease: async ({ world, as, id }) => {
    const lease = await world.ok(agreements.get, { as, params: { id } })
    return isOverWithBikeOut(lease) || (lease.bikeAt === 'LOST' && lease.lostClosedAt === null)
  },
  checkInvoice: invoice(
    ({ direction, nextStatuses, isDisputed }) =>
      direction === 'PURCHASE' && (isDisputed || nextStatuses.includes('VERIFIED')),
  ),
  payInvoice: invoice(({ direction, open }) => direction === 'PURCHASE' && open > 0),
  collectInvoice: invoice(({ direction, open }) => direction === 'SALES' && open > 0),
  repayPayer: async ({ world, as, id }) => {
    const { items } = await world.ok(banking.overpaid, { as, query: { limit: 100 } })
    return items.some(({ invoiceId }) => invoiceId === id)
  },
  awaitRefund: async ({ world, as, id }) => {
    const { items } = await world.ok(banking.overpaid, { as, query: { limit: 100 } })
    return items.some(({ invoiceId, direction }) => invoiceId === id && direction === 'PURCHASE')
  },
  remakePaymentFile: async ({ world, as }) => {
    const { items } = await world.ok(banking.orders, { as, query: { state: 'QUEUED', limit: 100 } })
    return items.some(({ paymentFileId }) => paymentFileId === null)
  },
  settleBankDoubt: async ({ world, as, id }) =>
    (await world.ok(banking.doubts, { as, query: { id } })).items.some(({ state }) => state === 'OPEN'),
  settleIntake: async ({ world, as, id }) =>
    (await world.ok(intake.asides, { as, query: { id } })).items.some(({ state }) => state === 'OPEN'),
  matchEntry: async ({ world, as, id }) =>
    (await world.ok(banking.entries, { as, query: { id } })).items.some(({ state }) => state === 'OPEN'),
  enterEInvoice: async ({ world, as, id }) =>
    (await world.ok(eInvoices.received, { as, query: { id } })).items.some(({ state }) => state === 'WAITING'),
  mendEInvoice: async ({ world, as }) => {
    const { items } = await world.ok(eInvoices.sent, { as, query: { limit: 100 } })
    return items.some(({ state }) => state === 'REJECTED')
  },
  releasePaymentFile: async ({ world, as, id }) =>
    (await world.ok(banking.paymentFile, { as, params: { id } })).state === 'MADE',
  confirmTaxYear: async ({ world, as }) =>
    (await world.ok(taxYears.list, { as })).items.some(({ registers }) =>
      registers.some(({ confirmed }) => !confirmed),
    ),
  enterReferenceRate: async ({ world, as }) =>
    (await world.ok(lateMoney.rates, { as })).items[0]!.fromDay < helsinkiDay(world.env.now()),
  mendJob: async ({ world, as }) => (await world.ok(maintenance.jobs, { as })).jobs.length > 0,
  explainRecord: async () => true,
  explainStatement: async ({ world, as, id }) =>
    (await world.ok(banking.statements, { as, query: { id } })).items.some(({ proof }) => proof === 'DIFFERS'),
  reviewTaxation: async ({ world, as, id }) =>
    (await world.ok(leaseChanges.reviews, { as, query: { id } })).items.length === 1,
  settleLessorDifference: async ({ world, as, id }) => {
    const { items } = await world.ok(lessorFiles.differences, { as, query: { id } })
    return items.some(({ state }) => state === 'OPEN' || state === 'TO_TELL')
  },
  checkContactForm: async ({ world, as, id }) => {
    const { items } = await world.ok(contactForms.list, { as, query: { id } })
    return items.some(({ checked }) => !checked)
  },
  confirmProposal: async ({ world, as, id }) => (await world.ok(proposals.get, { as, params: { id } })).mayRefuse,
  answerProposal: async ({ world, as, id }) => (await world.ok(proposals.get, { as, params: { id } })).mayRefuse,
  resendMessage: async ({ world, as, id }) => (await world.ok(outbox.get, { as, params: { id } })).status === 'DEAD',
}

/** The kinds whose acts are looked for. */
export const actionsWithOffer = Object.keys(offers) as TaskAction[]

/** The tasks of a caller whose page does not offer the act that they name. */
export async function notOffered(world: World, as: Caller, found: readonly Task[]): Promise<string[]> {
  const missing: string[] = []
  for (const { action, id, orderId } of found) {
    const isOffered = await offers[action]?.({ world, as, id: id.slice(action.length + 1), orderId: orderId ?? '' })
    if (isOffered === false) missing.push(`${action} ${id}`)
  }
  return missing
}
