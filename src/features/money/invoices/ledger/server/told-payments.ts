/** What the log tells of a payment, by which a row that was changed or put in by hand is found. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { logEvents, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** The facts of a payment that its event bears. */
export const toldOf = (payment: {
  readonly id: string
  readonly payerKind: string
  readonly payerId: string | null
  readonly direction: string
  readonly amountCents: Cents
  readonly paidDay: Day
  readonly method: string
}) => ({
  paymentId: payment.id,
  payerKind: payment.payerKind,
  payerId: payment.payerId,
  direction: payment.direction,
  amountCents: payment.amountCents,
  method: payment.method,
  paidDay: payment.paidDay,
})

/** The payments on account (`p`) that the log tells nothing of, of all times or of some. */
export const untoldPayments = (during?: { readonly from: Date; readonly to: Date }) => {
  const then = during ? sql`p.created_at between ${during.from} and ${during.to}` : sql`true`
  return sql<boolean>`(p.invoice_id is null and ${then}
    and not exists (select from events e where e.subject_type = 'register' and e.subject_id = p.id
                       and e.type in ('PAYMENT_RECORDED', 'PAYMENT_REVERSED')))`
}

/** How many payments the log is told of at once. */
const PART = 500

/** Tells the log of the payments on account that a release before has left without a word, of all times or of some. */
export async function tellEarlierPayments(
  db: Db,
  { env }: Pick<Services, 'env'>,
  during?: { readonly from: Date; readonly to: Date },
): Promise<void> {
  for (;;) {
    const { rows } = await sql<Parameters<typeof toldOf>[0] & { companyId: string | null; reverses: string | null }>`
      select p.id, p.company_id as "companyId", p.payer_kind as "payerKind", p.payer_id as "payerId", p.direction,
             p.amount_cents::int8 as "amountCents", p.paid_day as "paidDay", p.method, p.reverses_payment_id as reverses
        from payments p where ${untoldPayments(during)}
       order by p.id limit ${PART}`.execute(db)
    if (rows.length === 0) return
    for (const type of ['PAYMENT_RECORDED', 'PAYMENT_REVERSED'] as const)
      await logEvents(
        db,
        env,
        systemActor,
        type,
        rows
          .filter(({ reverses }) => (reverses === null) === (type === 'PAYMENT_RECORDED'))
          .map(({ companyId, reverses, ...payment }) => ({
            subject: { type: 'register' as const, id: payment.id },
            companyId,
            shared: false,
            data: { ...toldOf(payment), ...(reverses ? { reverses } : {}) },
          })),
      )
  }
}
