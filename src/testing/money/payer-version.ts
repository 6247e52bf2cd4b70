import { versionOfPayers } from '#features/story/lease-story/rules/payer.ts'
import type { Db } from '#platform/server/database/db.ts'

/** The version that whoever settles the payer of a lease has seen. */
export const payerVersion = async (db: Db, agreementId: string): Promise<number | null> =>
  versionOfPayers(
    await db.selectFrom('payroll_payers').select('version').where('agreement_id', '=', agreementId).execute(),
  )
