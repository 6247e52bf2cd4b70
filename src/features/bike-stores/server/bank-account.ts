import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/database/events.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import type { StoreRow } from './queries.ts'

const waitMs = 72 * 3_600_000

/** Whether another active member of staff could confirm what this one proposes. */
async function hasSecondStaff(db: Db, proposer: string): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select exists (select from user_roles ur join roles r on r.id = ur.role_id join users u on u.id = ur.user_id
      join role_permissions rp on rp.role_id = r.id join permissions p on p.id = rp.permission_id
     where r.scope_kind = 'ALL' and p.name = 'bike-store:write' and u.deactivated_at is null
       and u.id <> ${proposer}) as found`.execute(db)
  return result.rows[0]!.found
}

async function logAccount(db: Db, { env }: Services, actor: Actor, storeId: string, change: string) {
  await logEvent(db, env, actor, 'REGISTER_CHANGED', {
    subject: { type: 'register', id: storeId },
    data: { register: 'bike-store', change },
  })
}

const shortened = (iban: string | null) => (iban ? `${iban.slice(0, 4)} … ${iban.slice(-4)}` : '–')

async function notifyStore(db: Db, context: Services, before: StoreRow, template: 'bankAccount' | 'bankAccountDone') {
  await sendMail(db, context, {
    to: before.email,
    language: 'fi',
    template: `bike-stores:mail.${template}`,
    values: { store: before.name, before: shortened(before.iban), after: shortened(before.pending_iban) },
  })
}

/**
 * Takes a changed bank account out of a change of a store: it is proposed, and the store is told by its old address.
 * @returns the columns that the change writes instead
 * @throws STEP_UP_REQUIRED
 */
export async function proposeAccount(context: SignedInContext, before: StoreRow, iban: string | null) {
  const { db, env, user } = context
  if (iban === before.iban) return {}
  await requireStepUp(context)
  if (iban === null) throw new AppError('FORBIDDEN', { fields: [{ path: 'iban', code: 'REQUIRED', message: 'stays' }] })
  const second = await hasSecondStaff(db, user.userId)
  const pending = {
    pending_iban: iban,
    pending_iban_by: user.userId,
    pending_iban_from: second ? null : new Date(env.now().getTime() + waitMs),
  }
  await notifyStore(db, context, { ...before, ...pending }, 'bankAccount')
  await logAccount(db, context, actorOf(user), before.id, 'bank-account-proposed')
  return { iban: before.iban, ...pending }
}

/** The proposed account is the store's from now on. */
export async function takeAccount(db: Db, services: Services, row: StoreRow, actor: Actor) {
  await writeAccount(db, services, row, row.pending_iban)
  await notifyStore(db, services, row, 'bankAccountDone')
  await logAccount(db, services, actor, row.id, 'bank-account-changed')
}

async function writeAccount(db: Db, { env }: Services, row: StoreRow, iban: string | null) {
  await db
    .updateTable('bike_stores')
    .set({
      iban,
      pending_iban: null,
      pending_iban_by: null,
      pending_iban_from: null,
      version: row.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', row.id)
    .execute()
}

/** A second staff member's yes. @throws NOT_FOUND, NOT_FOR_ONESELF, STEP_UP_REQUIRED */
export async function confirmAccount(context: SignedInContext, row: StoreRow): Promise<void> {
  if (!row.pending_iban) throw new AppError('NOT_FOUND')
  if (row.pending_iban_by === context.user.userId) throw new AppError('NOT_FOR_ONESELF')
  await requireStepUp(context)
  await takeAccount(context.db, context, row, actorOf(context.user))
}

/** Any staff member stops it, the proposer too. @throws NOT_FOUND */
export async function refuseAccount(context: SignedInContext, row: StoreRow): Promise<void> {
  if (!row.pending_iban) throw new AppError('NOT_FOUND')
  await writeAccount(context.db, context, row, row.iban)
  await logAccount(context.db, context, actorOf(context.user), row.id, 'bank-account-refused')
}
