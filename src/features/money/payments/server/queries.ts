import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'

/** The id of an employee inside the scope. */
export async function findEmployeeId(db: Db, scope: Scope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('beneficiary_employees as e')
    .select('e.id')
    .where('e.id', '=', id)
    .where(within(scope, { company: 'e.company_id' }))
    .executeTakeFirst()
  return row?.id ?? null
}

/** The document of the invoice that a link names, as soon as it is made. */
export async function findInvoiceFile(db: Db, invoiceId: string): Promise<string | null> {
  const row = await db.selectFrom('invoices').select('file_id').where('id', '=', invoiceId).executeTakeFirst()
  return row?.file_id ?? null
}
