import { banking } from '#features/money/banking/contract.ts'
import { takeInBankInbox } from '#features/money/banking/server/statements/inbox-job.ts'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { takeInEInvoiceInbox } from '#features/money/e-invoices/server/inbox-job.ts'
import { payments } from '#features/money/payments/contract.ts'
import { statesToDecide } from '#features/money/payments/rules/refunds.ts'
import { remindOfInvoices } from '#features/money/payments/server/jobs.ts'
import { askPayment } from '#features/money/payments/server/paytrail-client.ts'
import { sendRefunds } from '#features/money/payments/server/refund-job.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { lockLargeMonths } from '#features/payroll/reporting/server/lock-job.ts'
import type { Caller, World } from '../world.ts'

/** What the runs work on, as the parent has prepared it; it travels to the child as JSON. */
export interface KillFacts {
  readonly variables: Record<string, string>
  readonly now: string
  readonly staff: Caller
  readonly releaser: Caller
  readonly billingRunId: string
  readonly callback: Record<string, string>
  readonly refund: { readonly invoiceId: string; readonly paymentId: string }
  readonly paymentFile: { readonly paymentFileId: string; readonly version: number; readonly code: string }
  /** A month that its employer locks, and a large one that waits for the job. */
  readonly payroll: {
    readonly admin: Caller
    readonly params: { readonly companyId: string; readonly month: string }
    readonly previewHash: string
    readonly largeCompanyId: string
  }
}

/** The runs that may be killed anywhere; each is simply started again. */
export const killableRuns = {
  async billing(world: World, { staff, billingRunId }: KillFacts) {
    const params = { id: billingRunId }
    await continueBilling.run(world.services)
    const { status, version } = await world.ok(billing.run, { as: staff, params })
    if (status === 'READY') await world.ok(billing.approve, { as: staff, params, body: { version } })
    await continueBilling.run(world.services)
  },
  async bankImport(world: World) {
    await takeInBankInbox.run(world.services)
  },
  async eInvoiceImport(world: World) {
    await takeInEInvoiceInbox.run(world.services)
  },
  async paymentCallback(world: World, { callback }: KillFacts) {
    await world.ok(payments.paytrailCallback, { anyQuery: callback })
  },
  async fileRelease(world: World, { releaser, paymentFile }: KillFacts) {
    await world.ok(banking.release, {
      as: releaser,
      params: { id: paymentFile.paymentFileId },
      body: { version: paymentFile.version, code: paymentFile.code },
      key: `55555555-5555-4555-8555-${paymentFile.paymentFileId.slice(-12)}`,
    })
  },
  async reminders(world: World) {
    await remindOfInvoices.run(world.services)
  },
  async payrollLock(world: World, { payroll: { admin, params, previewHash } }: KillFacts) {
    const key = `88888888-8888-4888-8888-${params.companyId.slice(-12)}`
    await world.ok(reporting.lock, { as: admin, params, body: { previewHash }, key })
  },
  async largePayrollLock(world: World) {
    await lockLargeMonths.run(world.services)
  },
  async refund(world: World, { staff, refund }: KillFacts) {
    // Answered again without a second refund, when its answer was lost.
    await askForRefund(world, { staff, refund }, '66666666-6666-4666-8666-666666666666')
    const ahead = await untilCutOff(world, refund.invoiceId)
    world.env.advance(ahead)
    await sendRefunds.run(world.services)
    await decideUnknown(world, { staff, refund })
    world.env.advance(-ahead)
  },
}

/** What was begun so long ago was cut off. */
const CUT_OFF_MS = 11 * 60_000

/** How far ahead the last change of a refund is old; a run that was killed may have been ahead itself. */
async function untilCutOff({ services, env }: World, invoiceId: string): Promise<number> {
  const { last } = await services.database.primary
    .selectFrom('paytrail_refunds')
    .select((eb) => eb.fn.max('updated_at').as('last'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return Math.max(last?.getTime() ?? 0, env.now().getTime()) + CUT_OFF_MS - env.now().getTime()
}

type RefundFacts = Pick<KillFacts, 'staff' | 'refund'>

const askForRefund = (world: World, { staff, refund }: RefundFacts, key: string) =>
  world.ok(payments.refund, {
    as: staff,
    params: { paymentId: refund.paymentId },
    body: { reason: 'Hyvitetty' },
    key: `${key.slice(0, -12)}${refund.paymentId.slice(-12)}`,
  })

/** Staff look at the service what became of a refund that was cut off, and ask again for one that it never got. */
async function decideUnknown(world: World, { staff, refund }: RefundFacts): Promise<void> {
  const { config, env } = world.services
  const { items } = await world.ok(payments.refunds, { as: staff, params: { id: refund.invoiceId } })
  for (const { refundId, version, state } of items) {
    if (!statesToDecide.includes(state)) continue
    const found = await askPayment(config.paytrail!, env, `refund-${refundId}`).catch(() => null)
    const body = { version, wasPaid: found !== null }
    await world.ok(payments.decideRefund, { as: staff, params: { id: refundId }, body })
    if (!found) await askForRefund(world, { staff, refund }, '77777777-7777-4777-8777-777777777777')
  }
}

export type KillableRun = keyof typeof killableRuns
