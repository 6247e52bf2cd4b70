import { AppError, type ErrorCode } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type Beginning, refusalOf } from '../rules/beside.ts'
import type { ProcessKind } from '../rules/situation.ts'
import { readLeaseFacts } from './facts.ts'

/** What a refusal calls the other process beside its own name: the kind of ending that it has opened. */
const endingKinds: Partial<Record<ProcessKind, string>> = { BUY_OUT: 'REDEMPTION' }

/**
 * Asks the matrix whether something may begin on a lease, whose row the caller holds.
 * Whether the lease runs at all is the process’s own to ask.
 * @throws AGREEMENT_ENDING_EXISTS, CLAIM_OPEN, REDEMPTION_UNDER_WAY with the process that stands in the way
 */
export async function requireBeside(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, begins, own }: { readonly agreementId: string; readonly begins: Beginning; readonly own?: string },
): Promise<void> {
  const facts = await readLeaseFacts(db, agreementId, helsinkiDay(env.now()))
  refuseBeside(facts && refusalOf(facts, begins, own))
}

/**
 * Refuses by the matrix's word.
 * @throws AGREEMENT_ENDING_EXISTS, CLAIM_OPEN, REDEMPTION_UNDER_WAY with the process that stands in the way
 */
export function refuseBeside(refusal: ReturnType<typeof refusalOf>): void {
  if (!refusal || refusal.code === 'LEASE_NOT_RUNNING') return
  const { code, process } = refusal
  const kind = process && (endingKinds[process.kind] ?? process.kind)
  throw new AppError(code satisfies ErrorCode, { details: { kind, process } })
}
