import type { OrderRecord } from '#features/orders/server/record.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Day } from '#platform/values/days.ts'
import { insertLines } from '../ledger/server/issue.ts'
import type { priceLines } from '../rules/lines.ts'

interface StoreInvoice {
  readonly stage: 'RECEIVED' | 'STARTED'
  readonly issueDay: Day
  readonly dueDay: Day
  readonly priced: {
    readonly lines: Parameters<typeof insertLines>[2]['lines']
    readonly totals: ReturnType<typeof priceLines>['totals']
  }
  /** What only an invoice that came from the store has. */
  readonly given?: { readonly number: string; readonly reference_number: string | null; readonly iban: string | null }
  /** The unique index that says it is there already, and what is then thrown. */
  readonly unique: { readonly index: string; readonly error: Error }
}

/** Writes what a store bills for an order, or is to bill, with its lines. @returns its id @throws `unique.error` */
export async function insertStoreInvoice(
  { db, env }: { readonly db: Db; readonly env: Env },
  order: OrderRecord['order'],
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
      throw isUniqueViolation(error, unique.index) ? unique.error : error
    })
  await insertLines(db, env, { companyId: order.company_id, invoiceId: id, lines })
  return id
}
