import { AppError, fieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Day } from '#platform/values/days.ts'
import { insertLines } from '../ledger/server/issue.ts'
import type { priceLines } from '../rules/lines.ts'

interface StoreInvoice {
  readonly stage: 'RECEIVED' | 'STARTED' | 'VERIFIED'
  readonly issueDay: Day
  readonly dueDay: Day
  readonly priced: {
    readonly lines: Parameters<typeof insertLines>[2]['lines']
    readonly totals: Pick<ReturnType<typeof priceLines>['totals'], 'netCents' | 'vatCents' | 'grossCents'>
  }
  /** What only a paper of the store's has. */
  readonly given?: {
    readonly number: string
    readonly reference_number?: string | null
    readonly iban?: string | null
    readonly credited_invoice_id?: string
    readonly agreement_id?: string
    readonly matched_at?: Date
    readonly matched_by?: string | null
    readonly difference_reason?: string | null
    /** A receipt of what a person has paid stands in the place of a store's invoice. */
    readonly party?: 'PERSON'
    readonly beneficiary_employee_id?: string
    readonly file_id?: string
  }
  /** The unique index that says it is there already, and what is then thrown. */
  readonly unique: { readonly indexes: readonly string[]; readonly error: Error }
}

/** Whose bill it is: the company, the order where there is one, the store. */
interface Billed {
  readonly id: string | null
  readonly company_id: string
  readonly bike_store_id: string | null
  /** The seller where there is no store. */
  readonly online_shop_name?: string | null
}

/** A store's number is entered once. */
export const ownNumber = (path = 'number') => ({
  indexes: ['invoices_purchase_number_key', 'invoices_seller_number_key'],
  error: new AppError('NAME_EXISTS', {
    fields: [fieldText(path, 'invoices:fieldErrors.EXISTS')],
  }),
})

/** Writes what a store bills for an order, is to bill, or credits, with its lines. @returns its id @throws `unique.error` */
export async function insertStoreInvoice(
  { db, env }: { readonly db: Db; readonly env: Env },
  order: Billed,
  { stage, issueDay, dueDay, priced, given, unique }: StoreInvoice,
): Promise<string> {
  const { lines, totals } = priced
  const id = env.id()
  await db
    .insertInto('invoices')
    .values({
      id,
      company_id: order.company_id,
      order_id: order.id,
      direction: 'PURCHASE',
      party: 'STORE',
      stage,
      status: stage,
      bike_store_id: order.bike_store_id,
      seller_name: order.online_shop_name ?? null,
      ...given,
      issue_day: issueDay,
      due_day: dueDay,
      net_cents: totals.netCents,
      vat_cents: totals.vatCents,
      total_cents: totals.grossCents,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      throw unique.indexes.some((index) => isUniqueViolation(error, index)) ? unique.error : error
    })
  await insertLines(db, env, { companyId: order.company_id, invoiceId: id, lines })
  return id
}
