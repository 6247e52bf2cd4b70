import { tellEarlierDocuments } from '#features/leases/agreements/server/told-documents.ts'
import { tellEarlierPayments } from '#features/money/invoices/ledger/server/told-payments.ts'
import { isToldOfTerms, tellEarlierTerms } from '#features/pricing/leasing/server/told-terms.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'

/**
 * Tells the log once of what a release before has left that it did not: the terms of signed agreements, payments on account
 * and the files of sealed documents. Once it tells of any terms, a row that was put in by hand is taken no more.
 */
export async function tellEarlierRows(db: Db, services: Pick<Services, 'env'>): Promise<void> {
  if (await isToldOfTerms(db)) return
  await tellEarlierTerms(db, services)
  await tellEarlierPayments(db, services)
  await tellEarlierDocuments(db, services)
}
