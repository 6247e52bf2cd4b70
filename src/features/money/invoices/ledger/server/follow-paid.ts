import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import type { Services } from '#platform/server/http/context.ts'
import { ledgerPorts } from './ports.ts'

/**
 * Carries on what has waited for bills of which nothing is open any more, in the transaction of their payment. What
 * cannot follow leaves the payment as it is: it is logged, and the job of its process asks again.
 */
export async function followPaid(db: Db, services: Services, invoiceIds: readonly string[]): Promise<void> {
  if (invoiceIds.length === 0) return
  for (const { find, follow } of ledgerPorts().paidFollowers) {
    for (const id of await find(db, invoiceIds)) {
      await inSavepoint(db, () => follow(db, services, id)).catch((error: unknown) => {
        const row = { row: id, ...(error instanceof AppError ? { code: error.code } : { err: error }) }
        services.log.error(row, 'what waited for a payment could not follow it')
      })
    }
  }
}
