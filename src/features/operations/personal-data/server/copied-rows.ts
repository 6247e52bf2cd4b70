import { sql } from 'kysely'
import { FRAME_PHOTO } from '#features/orders/glovebox/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import { copiedTables } from './copied-tables.ts'
import type { Subject } from './subject.ts'

export type CopiedRow = Readonly<Record<string, unknown>>
export type CopiedRows = Readonly<Record<string, readonly CopiedRow[]>>

/** Every row of a person, by the table that it stands in; tables without one are left out, and health where staff make it. */
export async function copiedRows(db: Db, of: Subject, byStaff: boolean): Promise<CopiedRows> {
  const found: Record<string, readonly CopiedRow[]> = {}
  for (const [name, { table = name, whose, without = [], health = [], only, told = {} }] of Object.entries(
    copiedTables,
  )) {
    const row = only
      ? sql`(select jsonb_object_agg(k, v) from jsonb_each(to_jsonb(t)) as e (k, v) where k = any(${[...only]}::text[]))`
      : sql`(to_jsonb(t) - ${[...without, ...(byStaff ? health : [])]}::text[]) || jsonb_build_object(${sql.join(
          Object.entries(told).flatMap(([column, value]) => [sql.lit(column), value]),
        )})`
    const { rows } = await sql<{ row: CopiedRow }>`
      select ${row} as row from ${sql.table(table)} t where ${whose(of)} order by t::text`.execute(db)
    if (rows.length > 0) found[name] = rows.map((one) => one.row)
  }
  return found
}

interface CopiedFile {
  readonly id: string
  readonly label: string
  readonly contentType: string
  readonly key: string
  readonly sha256: Buffer
}

/** The documents and photos of a person's agreements, orders, ends and bills that have been made. */
export async function copiedFiles(db: Db, of: Subject): Promise<CopiedFile[]> {
  const { rows } = await sql<CopiedFile>`
    select distinct f.id, f.label, f.content_type as "contentType", f.storage_key as key, f.sha256 from (
      select d.file_id from signed_documents d where d.beneficiary_employee_id = any(${[...of.employees]}::uuid[])
      union all select a.document_file_id from leasing_agreements a
       where a.id = any(${[...of.agreements]}::uuid[]) and a.status is distinct from 'SIGNED'
      union all select o.certificate_file_id from orders o where o.id = any(${[...of.orders]}::uuid[])
      union all select c.employee_file_id from order_cancellations c where c.id = any(${[...of.cancellations]}::uuid[])
      union all select r.transfer_file_id from redemptions r where r.id = any(${[...of.redemptions]}::uuid[])
      union all select o.file_id from redemption_offers o where o.redemption_id = any(${[...of.redemptions]}::uuid[])
      union all select r.receipt_file_id from bike_returns r where r.id = any(${[...of.returns]}::uuid[])
      union all select p.file_id from bike_return_photos p where p.return_id = any(${[...of.returns]}::uuid[])
      union all select c.receipt_file_id from insurance_claims c where c.id = any(${[...of.claims]}::uuid[])
      union all select p.file_id from insurance_claim_photos p where p.claim_id = any(${[...of.claims]}::uuid[])
      union all select p.file_id from bike_brokerage_photos p where p.brokerage_id = any(${[...of.brokerages]}::uuid[])
      union all select p.id from files p where p.parent_type = ${FRAME_PHOTO} and p.parent_id = any(${[...of.orders]}::uuid[])
      union all select i.file_id from invoices i where i.id = any(${[...of.invoices]}::uuid[])
    ) as named join files f on f.id = named.file_id
     where f.storage_key is not null and f.sha256 is not null order by f.id`.execute(db)
  return rows
}
