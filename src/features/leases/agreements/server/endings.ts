/**
 * The one end of a lease. A process that may end it is opened here, sets the end and takes it back; the database lets
 * one such process be open for an agreement, a claim excepted. The end-leases job does the rest.
 */
import { sql } from 'kysely'
import type { Beginning } from '#features/story/lease-story/rules/beside.ts'
import type { ProcessKind } from '#features/story/lease-story/rules/situation.ts'
import { requireBeside } from '#features/story/lease-story/server/beside.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day, Month } from '#platform/values/days.ts'
import type { BikePlace, EarlyEnd } from '../contract.ts'

export type EndingKind = 'CANCELLATION' | 'REDEMPTION' | 'RETURN' | 'TRANSFER' | 'CLAIM' | 'STAFF' | 'TAKEBACK'

/** What the matrix calls what these begin; the rest are the staff's own, or have asked it before. */
const beginningOf: Partial<Record<EndingKind, Beginning>> = {
  CANCELLATION: 'CANCELLATION',
  REDEMPTION: 'BUY_OUT',
  RETURN: 'RETURN',
  CLAIM: 'CLAIM',
}

/** What the story of a lease calls the process of an ending, so that a refusal can lead to it. */
const processOf: Partial<Record<EndingKind, ProcessKind>> = {
  CANCELLATION: 'CANCELLATION',
  REDEMPTION: 'BUY_OUT',
  RETURN: 'RETURN',
  TRANSFER: 'TRANSFER',
}

interface OpenEnding {
  readonly endingId: string
  readonly kind: EndingKind
}

/** The refusal beside an ending that is open already: it names the process of that one. */
function anotherEnding(other: OpenEnding | null): AppError {
  const kind = other && processOf[other.kind]
  const process = other && kind ? { kind, id: other.endingId } : null
  return new AppError('AGREEMENT_ENDING_EXISTS', { details: { kind: other?.kind ?? null, process } })
}

/**
 * An act that is none of an ending's own waits for it.
 * @throws AGREEMENT_ENDING_EXISTS with the process that stands in the way
 */
export async function requireNoEnding(db: Db, agreementId: string): Promise<void> {
  const other = await findOpenEnding(db, agreementId)
  if (other) throw anotherEnding(other)
}

interface Ending {
  /** The id of the process's own row. */
  readonly endingId: string
  readonly companyId: string
  readonly agreementId: string
}

/**
 * Opens an ending of an agreement, where what stands there lets it begin. A claim opens beside most; the rest exclude one
 * another, by the database too.
 * @throws AGREEMENT_ENDING_EXISTS, CLAIM_OPEN, REDEMPTION_UNDER_WAY with the process that stands in the way
 */
export async function openEnding(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { endingId, companyId, agreementId, kind, reason }: Ending & { readonly kind: EndingKind; readonly reason?: string },
): Promise<void> {
  const begins = beginningOf[kind]
  if (begins) await requireBeside(db, { env }, { agreementId, begins, own: endingId })
  const opened = await db
    .insertInto('agreement_endings')
    .values({
      id: endingId,
      company_id: companyId,
      agreement_id: agreementId,
      kind,
      reason: reason ?? null,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .onConflict((conflict) =>
      // Written out, so that the index is found whatever the statement's plan.
      conflict.column('agreement_id').where(sql<boolean>`closed_at is null and kind <> 'CLAIM'`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (opened) return
  throw anotherEnding(await findOpenEnding(db, agreementId))
}

/** The ending of an agreement that is open and excludes others, if there is one. */
export async function findOpenEnding(db: Db, agreementId: string): Promise<OpenEnding | null> {
  const row = await db
    .selectFrom('agreement_endings')
    .select(['id', 'kind'])
    .where('agreement_id', '=', agreementId)
    .where('closed_at', 'is', null)
    .where('kind', '<>', 'CLAIM')
    .executeTakeFirst()
  return row ? { endingId: row.id, kind: row.kind } : null
}

/** Whether the lease may end on the day that an ending has set; it waits otherwise. */
export async function setReady(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { endingId, isReady }: { readonly endingId: string; readonly isReady: boolean },
): Promise<void> {
  await db
    .updateTable('agreement_endings')
    .set((eb) => ({ is_ready: isReady, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', endingId)
    .execute()
}

/** Closes an ending: it has come to its end, or to nothing. */
export async function closeEnding(db: Db, { env }: Pick<Services, 'env'>, endingId: string): Promise<void> {
  await db
    .updateTable('agreement_endings')
    .set((eb) => ({ closed_at: env.now(), updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', endingId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Opens an ending again that was closed, such as a claim whose denial is objected to. */
export async function reopenEnding(db: Db, { env }: Pick<Services, 'env'>, endingId: string): Promise<void> {
  await db
    .updateTable('agreement_endings')
    .set((eb) => ({ closed_at: null, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', endingId)
    .execute()
}

/** Sets the last day of a running lease, a month's last, and as what it ends. What another ending has set stands. */
export async function setEnd(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { endingId, agreementId, endsOn, endsAs }: Ending & { readonly endsOn: Day; readonly endsAs: EarlyEnd },
): Promise<void> {
  const set = await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      ends_on: endsOn,
      ends_as: endsAs,
      ends_by: endingId,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', agreementId)
    .where('lease_state', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('ends_by', 'is', null), eb('ends_by', '=', endingId)]))
    .returning('id')
    .executeTakeFirst()
  if (!set) throw anotherEnding(await findOpenEnding(db, agreementId))
}

/** Takes back the end that an ending has set; a lease that has ended stays ended. */
export async function clearEnd(db: Db, { env }: Pick<Services, 'env'>, endingId: string): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      ends_on: null,
      ends_as: null,
      ends_by: null,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('ends_by', '=', endingId)
    .where('lease_state', '=', 'ACTIVE')
    .execute()
}

/** Writes where the bicycle is. */
export async function setBikePlace(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, bikeAt }: { readonly agreementId: string; readonly bikeAt: BikePlace },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ bike_at: bikeAt, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', agreementId)
    .execute()
}

/** The staff ask for nothing more of a lost bicycle. */
export async function closeLost(db: Db, { env }: Pick<Services, 'env'>, agreementId: string): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ lost_closed_at: env.now(), updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', agreementId)
    .execute()
}

/** Writes from which month on the employer keeps the bicycle and bears its instalments; null: not any more. */
export async function setKept(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, fromMonth }: { readonly agreementId: string; readonly fromMonth: Month | null },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ kept_from: fromMonth, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', agreementId)
    .execute()
}

/** Writes by how much a redemption's price stays below the fair value; payroll reports it. */
export async function setTaxable(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, cents }: { readonly agreementId: string; readonly cents: number },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ redemption_taxable_cents: cents, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', agreementId)
    .execute()
}
