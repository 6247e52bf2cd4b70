import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'

/** What a process does when bills that it may wait for have been paid. */
export interface PaidFollower {
  /** The rows of the process that wait for one of the bills. */
  find(db: Db, invoiceIds: readonly string[]): Promise<string[]>
  /** Carries one of them on; asks its facts again, under its lock. */
  follow(db: Db, services: Services, id: string): Promise<unknown>
}

/** Why less is owed than before, as it stands with the payment that was taken out. */
export type LessOwed = 'CREDITED' | 'PAID_OTHERWISE' | 'PAID_BY_PAYTRAIL' | 'NOT_OWED'

/** What follows money in features that import this one; the application hands it in (`src/app/server/features.ts`). */
export interface LedgerPorts {
  readonly paidFollowers: readonly PaidFollower[]
  /**
   * Takes out what waits for the bank and is more than what is owed of a locked invoice by now, or, of a cancelled order,
   * all that waits.
   */
  dropQueued(
    db: Db,
    services: Services,
    invoice: { readonly invoiceId: string; readonly because: LessOwed | 'ORDER_CANCELLED'; readonly actor: Actor },
  ): Promise<void>
}

let provided: LedgerPorts | null = null

/** Called once, when the application puts its features together. */
export function provideLedgerPorts(ports: LedgerPorts): void {
  provided = ports
}

/** @throws Error when the application has not provided them */
export function ledgerPorts(): LedgerPorts {
  if (!provided) throw new Error('what follows money is not provided')
  return provided
}
