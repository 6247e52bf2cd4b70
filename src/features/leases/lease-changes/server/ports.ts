import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'

/** What follows a changed payment in features that import this one; the application hands it in (`src/app/server/features.ts`). */
export interface LeaseChangePorts {
  /** A lease that is being passed on is signed for anew. */
  paymentChanged(db: Db, services: Services, agreement: { readonly id: string }): Promise<void>
}

let provided: LeaseChangePorts | null = null

/** Called once, when the application puts its features together. */
export function provideLeaseChangePorts(ports: LeaseChangePorts): void {
  provided = ports
}

/** @throws Error when the application has not provided them */
export function leaseChangePorts(): LeaseChangePorts {
  if (!provided) throw new Error('what follows a changed payment is not provided')
  return provided
}
