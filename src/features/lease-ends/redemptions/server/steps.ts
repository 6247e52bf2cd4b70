import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { INVOICE_TOLERANCE_CENTS } from '#features/money/invoices/rules.ts'
import { enterLessorBill } from '#features/money/invoices/server/lessor-bill.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf, systemActor } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { redemptions } from '../contract.ts'
import { defaultEndMonth, isPossibleMonth } from '../rules/price.ts'
import type { RedemptionStep } from '../rules/words.ts'
import { makePayment, sendPayment } from './payment.ts'
import { type RedemptionStepInput, stepRedemption } from './process.ts'
import { factsOf, findRedemption, leaseOf, lockRedemption, type RedemptionRecord } from './record.ts'
import { redemptionView } from './view.ts'

type Body = BodyOf<typeof redemptions.update>

/** Takes one step of a redemption for a signed-in user, and what the system does right after it. */
export async function updateRedemptionStep(context: SignedInContext, id: string, body: Body) {
  const { db, scope, user } = context
  const row = (await lockRedemption(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await redemptionView(db, context, row, user))
  const taken = await stepRedemption(db, context, row, {
    step: body.step,
    mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
    actor: actorOf(user, row.owner_id),
    reason: body.reason ?? null,
    ...(await broughtBy(context, row, body)),
  })
  if (body.step === 'accept')
    await sendReceipt(db, context, row.owner_id, {
      kind: 'buyOut',
      number: row.agreement_number,
      next: null,
      link: pages.myBike,
      companyId: row.company_id,
      head: await headBeside(db, context, { agreementId: row.agreement_id, isOwn: true, kind: 'BUY_OUT' }),
    })
  await goOn(db, context, taken, actorOf(user, row.owner_id))
  // Effects change the agreement, the payment and the invoice, too, so the answer reads them as they stand now.
  return redemptionView(db, context, (await findRedemption(db, scope, id))!, user)
}

type Brought = Pick<RedemptionStepInput, 'changes' | 'given' | 'extra'>

/** What the command of a step brings along. */
async function broughtBy(context: SignedInContext, row: RedemptionRecord, body: Body): Promise<Brought> {
  if (body.step === 'offer') return { changes: { end_month: monthFor(context, row, body) } }
  if (body.step === 'revise') return ownPrice(context, row, body)
  if (body.step === 'accept' || body.step === 'acceptForEmployee')
    return {
      changes: payingBy(row, body),
      given: { isInformed: body.hasReadInformation === true },
    }
  if (body.step === 'matchLessorInvoice') return matched(context, row, body)
  return {}
}

/** How a redemption is paid, and over how many months where the pay bears it. */
function payingBy(row: RedemptionRecord, { paymentMethod, payrollMonths }: Body) {
  const method = paymentMethod ?? row.payment_method
  return { payment_method: method, payroll_months: method === 'PAYROLL' ? (payrollMonths ?? 1) : null }
}

function monthFor({ env }: SignedInContext, row: RedemptionRecord, body: Body) {
  const today = helsinkiDay(env.now())
  const lease = leaseOf(row)
  const month = body.endMonth ?? defaultEndMonth(lease, today)
  if (!isPossibleMonth(lease, month, today)) failFieldText('endMonth', 'redemptions:fieldErrors.NOT_POSSIBLE')
  return month
}

function ownPrice(context: SignedInContext, row: RedemptionRecord, body: Body): Brought {
  const price = body.price === undefined ? undefined : centsFromEuros(body.price)
  const fairValue = body.fairValue === undefined ? undefined : centsFromEuros(body.fairValue)
  return {
    given: { hasPrice: price !== undefined || fairValue !== undefined },
    extra: { ownCents: { price, fairValue } },
    ...(body.endMonth ? { changes: { end_month: monthFor(context, row, body) } } : {}),
  }
}

/** Enters the lessor's invoice and ties it to the redemption; over 1.00 € of difference wants a reason. */
async function matched(context: SignedInContext, row: RedemptionRecord, body: Body): Promise<Brought> {
  const invoice = body.lessorInvoice ?? failField('lessorInvoice', 'REQUIRED', 'is missing')
  if (!factsOf(row, context.env.now()).hasLessorInvoice && row.step === 'LESSOR_INVOICE_SENT') {
    const totalCents = centsFromEuros(invoice.total)
    const differenceCents = totalCents - (row.price_cents ?? 0)
    if (Math.abs(differenceCents) > INVOICE_TOLERANCE_CENTS && !body.reason?.trim())
      throw new AppError('INVOICE_DIFFERENCE_NEEDS_REASON', {
        details: { difference: eurosFromCents(differenceCents) },
      })
    const id = await enterLessorBill(context, {
      companyId: row.company_id,
      orderId: row.order_id,
      agreementId: row.agreement_id,
      lessorId: row.lessor_id,
      number: invoice.number.trim(),
      totalCents,
      differenceCents,
      reason: body.reason?.trim() || null,
      issueDay: invoice.issueDay,
      dueDay: invoice.dueDay,
      description: row.agreement_number,
    })
    // Judged as it stood: the invoice that the step brings is not one that was there.
    return { changes: { lessor_invoice_id: id }, given: { hasLessorInvoice: false } }
  }
  return {}
}

const system = (step: RedemptionStep) => ({ step, mover: systemMover, actor: systemActor })

/** What follows by itself: an accepted one is billed unless it waits for its batch; told to the lessor; completed. */
export async function goOn(db: Db, services: Services, row: RedemptionRecord, actor: Actor): Promise<RedemptionRecord> {
  if (row.step === 'ACCEPTED' && row.payment_method !== 'BATCH' && row.redemption_payment_id === null) {
    const paymentId = await makePayment(db, services, [row], { method: row.payment_method! })
    await sendPayment(db, services, { paymentId, actor })
    return (await lockRedemption(db, { all: true, companyIds: [], ownerId: null }, row.id))!
  }
  const facts = factsOf(row, services.env.now())
  if (row.step === 'USER_PAYMENT_PAID' && (facts.isOperators || facts.canMailLessor))
    return goOn(db, services, await stepRedemption(db, services, row, system('sendNotice')), actor)
  if (
    row.step === 'LESSOR_INVOICE_SENT' &&
    facts.leaseEnded &&
    (facts.isOperators || facts.hasLessorInvoice) &&
    !facts.hasOpenClaim
  )
    return stepRedemption(db, services, row, system('complete'))
  return row
}
