import { banking } from '#features/banking/contract.ts'
import { takeInBankInbox } from '#features/banking/server/inbox-job.ts'
import { billing } from '#features/billing/contract.ts'
import { continueBilling } from '#features/billing/server/run-job.ts'
import { takeInEInvoiceInbox } from '#features/e-invoices/server/inbox-job.ts'
import { payments } from '#features/payments/contract.ts'
import type { Caller, World } from '../world.ts'

/** What the runs work on, as the parent has prepared it; it travels to the child as JSON. */
export interface KillFacts {
  readonly variables: Record<string, string>
  readonly now: string
  readonly staff: Caller
  readonly releaser: Caller
  readonly billingRunId: string
  readonly callback: Record<string, string>
  readonly paymentFile: { readonly paymentFileId: string; readonly version: number }
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
    await world.ok(payments.paytrailCallback, { query: callback as never })
  },
  async fileRelease(world: World, { releaser, paymentFile }: KillFacts) {
    await world.ok(banking.release, {
      as: releaser,
      params: { id: paymentFile.paymentFileId },
      body: { version: paymentFile.version },
      key: '55555555-5555-4555-8555-555555555555',
    })
  },
}

export type KillableRun = keyof typeof killableRuns
