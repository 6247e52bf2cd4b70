import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { postingsOfCompensation } from '#features/money/invoices/rules/posting.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { Run } from './process.ts'
import type { ClaimRecord } from './record.ts'

/** What the insurer owes for a claim has changed to a new sum: the ledger takes the difference. */
async function postCompensation(db: Db, { env }: Services, row: ClaimRecord, to: number): Promise<void> {
  const posted = await db
    .selectFrom('ledger_rows')
    .select(({ fn }) => fn.sum<string>('amount_cents').as('cents'))
    .where('voucher', 'like', `claim:${row.id}:%`)
    .where('account', '=', 'INSURANCE_RECEIVABLES')
    .executeTakeFirstOrThrow()
  const difference = to - Number(posted.cents ?? 0)
  if (difference === 0) return
  await postVouchers(db, env, [
    {
      voucher: `claim:${row.id}:${row.version}`,
      companyId: row.company_id,
      day: helsinkiDay(env.now()),
      invoiceId: null,
      postings: postingsOfCompensation(difference),
    },
  ])
}

/** The decided sum is a receivable from now on. */
export const expectCompensation: Run = async ({ db, services, row }) => {
  await postCompensation(db, services, row, row.compensation_cents!)
  return { decided_day: helsinkiDay(services.env.now()) }
}

/** Nothing is expected of the insurer any more. */
export const withdrawCompensation: Run = async ({ db, services, row }) => {
  if (row.compensation_cents === null) return
  await postCompensation(db, services, row, 0)
  return { compensation_cents: null, is_total_loss: false }
}

/** Money of the insurer for one claim. */
export interface Received {
  readonly amountCents: number
  readonly paidDay: Day
  /** The bank's movement that it is, and what the payment comes from then. */
  readonly entryId?: string
  readonly source?: string
  readonly reason?: string | null
}

/** Takes the insurer's money in on the account of the claim. */
export const receiveCompensation: Run = async ({ db, services, row, input }) => {
  const { amountCents, paidDay, entryId, source, reason } = input.extra!.received!
  await recordPayment(db, services, {
    actor: input.actor,
    createdBy: input.actor.userId,
    payment: {
      invoiceId: null,
      payer: { kind: 'INSURER', id: row.id, companyId: row.company_id },
      direction: 'IN',
      amountCents,
      paidDay,
      method: 'BANK',
      source: source ?? `claim:${row.id}:${row.version}`,
      entryId: entryId ?? null,
      reason: reason ?? null,
    },
  })
}
