import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { removeFile } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { addMonths, helsinkiDay, startOfHelsinkiDay } from '#platform/values/days.ts'

const KEPT_MONTHS = 36

/**
 * Empties claims three years after they were closed: what happened, the police number and the photos go, the sums stay.
 * The bytes of photos and receipts that nothing shows any more go too; a receipt that was paid back stays with its invoice.
 */
export const emptyOldClaims: Job = {
  name: 'empty-old-claims',
  cron: '47 3 * * *',
  async run(services) {
    const before = startOfHelsinkiDay(addMonths(helsinkiDay(services.env.now()), -KEPT_MONTHS))
    const due = await sql<{ id: string }>`
      select id from insurance_claims where status <> 'PENDING' and emptied_at is null and step_changed_at < ${before}
       order by step_changed_at, id`.execute(services.database.primary)
    const claims = await inTurn(
      services,
      due.rows.map(({ id }) => id),
      (db, id) => emptyClaim(db, services, { id, before }),
    )
    const loose = await sql<{ id: string }>`
      select f.id from files f where f.parent_type = 'insurance-claim'
         and not exists (select 1 from insurance_claim_photos p where p.file_id = f.id)
      union all
      select f.id from files f join insurance_claims k on k.id = f.parent_id left join invoices i on i.id = k.repair_invoice_id
       where f.parent_type = 'claim-receipt' and f.id is distinct from k.receipt_file_id and f.id is distinct from i.file_id
       order by 1`.execute(services.database.primary)
    const photos = await inTurn(
      services,
      loose.rows.map(({ id }) => id),
      (db, id) => removeFile(db, services, id),
    )
    return { claims: claims.done, photos: photos.done }
  },
}

async function emptyClaim(
  db: Db,
  { env }: Services,
  { id, before }: { readonly id: string; readonly before: Date },
): Promise<boolean> {
  const emptied = await db
    .updateTable('insurance_claims')
    .set((eb) => ({
      happened_day: null,
      place: null,
      description: null,
      police_report_number: null,
      lock_used: null,
      third_party: null,
      denial_reason: null,
      objection: null,
      receipt_file_id: null,
      emptied_at: env.now(),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '<>', 'PENDING')
    .where('emptied_at', 'is', null)
    .where('step_changed_at', '<', before)
    .returning('company_id')
    .executeTakeFirst()
  if (!emptied) return false
  await db
    .deleteFrom('insurance_claim_photos')
    .where('claim_id', '=', id)
    .where('company_id', '=', emptied.company_id)
    .execute()
  return true
}
