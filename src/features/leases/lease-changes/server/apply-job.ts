import { setPayment } from '#features/leases/agreements/server/changes.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'

/** On the first of a month agreements begin to show the payment that holds from then on. Months are told by the changes. */
export const applyPaymentChanges: Job = {
  name: 'apply-payment-changes',
  cron: '5 0 * * *',
  async run(services) {
    const today = helsinkiDay(services.env.now())
    const due = await services.database.primary
      .selectFrom('payment_changes')
      .select('id')
      .where('applied_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('from_day', '<=', today)
      .orderBy('from_day')
      .orderBy((eb) => eb('vat_basis_points', 'is', null))
      .orderBy('id')
      .execute()
    const ids = due.map(({ id }) => id)
    const { done } = await inTurn(services, ids, (db, id) => applyChange(db, services, { id, today }))
    return { applied: done }
  },
}

async function applyChange(db: Db, services: Services, { id, today }: { id: string; today: Day }): Promise<boolean> {
  const row = await db
    .updateTable('payment_changes')
    .set((eb) => ({ applied_at: services.env.now(), version: eb('version', '+', 1), updated_at: services.env.now() }))
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('from_day', '<=', today)
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  await setPayment(db, services, {
    agreementId: row.agreement_id,
    serviceShareCents: row.service_share_cents,
    instalmentCents: row.instalment_cents,
    lastInstalmentCents: row.last_instalment_cents,
    vatBasisPoints: row.vat_basis_points,
  })
  return true
}
