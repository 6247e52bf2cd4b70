import { tellEarlierDocuments } from '#features/leases/agreements/server/told-documents.ts'
import { tellEarlierPayments } from '#features/money/invoices/ledger/server/told-payments.ts'
import { tellEarlierTerms, toldSince } from '#features/pricing/leasing/server/told-terms.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'

/**
 * Tells the log of what a release before has left that it did not: the terms of signed agreements, payments on account and
 * the files of sealed documents. Once all of it is told, only what a node of that release may have written beside the new
 * one, on the day of the upgrade, is told as well; a row that is put in by hand later is taken no more.
 */
export async function tellEarlierRows(db: Db, services: Pick<Services, 'env'>): Promise<void> {
  const { isReported, upgrade } = await toldSince(db, services.env.now())
  if (isReported && !upgrade) return
  await tellEarlierTerms(db, services, upgrade)
  await tellEarlierPayments(db, services, upgrade)
  await tellEarlierDocuments(db, services, upgrade)
}

/** While nodes of the release before may still run, what they leave untold is told within minutes. */
export const followEarlierRelease: Job = {
  name: 'follow-earlier-release',
  cron: '*/5 * * * *',
  async run({ database, env }) {
    await database.transaction((db) => tellEarlierRows(db, { env }))
    return {}
  },
}
