import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { MailHead } from '#platform/server/messages/messages.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { notify } from './notify.ts'

/** What somebody may have sent us. */
export const receiptKinds = [
  'application',
  'claim',
  'buyOut',
  'payment',
  'absencePlan',
  'return',
  'cancellationRequest',
] as const
export type ReceiptKind = (typeof receiptKinds)[number]

interface Receipt {
  readonly kind: ReceiptKind
  /** What it is known by: the number of the order, the agreement or the invoice, or the company's name. */
  readonly number: string
  /** By when what comes next is done; null where nothing comes. */
  readonly next: Day | null
  readonly link: string
  readonly companyId: string | null
  readonly sum?: Cents
  /** Where the lease or the order stands by it. */
  readonly head?: MailHead | null
}

/** Tells whoever has sent something that it has come, with its number and what comes next. */
export const sendReceipt = (db: Db, services: Services, userId: string, receipt: Receipt): Promise<void> =>
  notify(db, services, [userId], {
    type: 'ORDER_STATUS_CHANGE',
    template: `notifications:receipt.${receipt.kind}`,
    link: receipt.link,
    companyId: receipt.companyId,
    mail: true,
    head: receipt.head ?? null,
    values: {
      number: receipt.number,
      day: receipt.next === null ? '' : formatDay(receipt.next),
      ...(receipt.sum === undefined ? {} : { sum: { cents: receipt.sum } }),
    },
  })
