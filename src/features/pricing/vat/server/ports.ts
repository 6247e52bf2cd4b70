import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { VatEffects } from '../contract.ts'
import type { RateTurn } from '../rules.ts'
import type { VatRow } from './queries.ts'

/** What follows changed rates in features that import this one; the application hands it in (`src/app/server/features.ts`). */
export interface VatPorts {
  /**
   * The rates were others before, of whatever country: what followed them is put right.
   * @throws VAT_RATE_IN_MONTHS where months have been billed or locked by them
   */
  ratesChanged(
    db: Db,
    services: Services,
    rates: { before: readonly VatRow[]; after: readonly VatRow[] },
  ): Promise<void>
  /** What follows other rates on some days, counted and changed by nothing. */
  countTouched(
    db: Db,
    of: { country: string; turns: readonly RateTurn[]; today: Day },
  ): Promise<Omit<VatEffects, 'turns'>>
}

let provided: VatPorts | null = null

/** Called once, when the application puts its features together. */
export function provideVatPorts(ports: VatPorts): void {
  provided = ports
}

/** @throws Error when the application has not provided them */
export function vatPorts(): VatPorts {
  if (!provided) throw new Error('what follows changed rates is not provided')
  return provided
}
