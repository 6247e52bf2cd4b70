import { AppError, failField } from '#platform/contract/errors.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf, logEvent, systemActor } from '#platform/server/database/events.ts'
import { inTurn } from '#platform/server/database/jobs.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import { isSecondStaff, secondStaff } from '#platform/server/roles/second-staff.ts'
import type { Services, SignedInContext } from './context.ts'
import { requireStepUp } from './step-up.ts'

const waitMs = 72 * 3_600_000
const formerMs = 30 * 86_400_000

/** The account of a row of a register, and one that waits beside it. */
interface AccountColumns {
  readonly iban: string | null
  readonly pending_iban: string | null
  readonly pending_iban_by: string | null
  /** When it takes effect by itself; null while a second member of staff is waited for. */
  readonly pending_iban_from: Date | null
}

interface FormerAddress {
  /** The owner's address before its last change, which hears of an account as well until then. */
  readonly former_email: string | null
  readonly former_email_until: Date | null
}

interface AccountRow extends AccountColumns, FormerAddress {
  readonly id: string
  readonly name: string
  readonly version: number
}

/** A register whose rows have a bank account: where it is kept, who may change it and who is told. */
export interface AccountRegister<Row extends AccountRow> {
  readonly name: 'bike-store' | 'leasing-company'
  /** Whoever may change an account may confirm what another has changed. */
  readonly permission: PermissionName
  /** The staff's page of the register. */
  readonly link: string
  /** The mails to the owner, of a proposal and of its effect, and to the staff who can answer it. */
  readonly mails: { readonly proposed: string; readonly changed: string; readonly staff: string }
  readonly emailOf: (row: Row) => string | null
  /** The field of that address. */
  readonly emailField: string
  readonly lock: (db: Db, id: string) => Promise<Row | undefined>
  /** Writes the columns with the next version. */
  readonly write: (db: Db, services: Services, row: Row, columns: AccountColumns) => Promise<void>
}

/** The account that waits, as it travels. */
export function pendingAccountOf(row: Omit<AccountColumns, 'iban'>) {
  if (!row.pending_iban) return null
  const takesEffectAt = row.pending_iban_from?.toISOString() ?? null
  return { iban: row.pending_iban, takesEffectAt, proposedBy: row.pending_iban_by! }
}

const shortened = (iban: string | null) => (iban ? `${iban.slice(0, 4)} … ${iban.slice(-4)}` : '–')

async function log<Row extends AccountRow>(
  db: Db,
  { env }: Services,
  { register, row, actor, change }: { register: AccountRegister<Row>; row: Row; actor: Actor; change: string },
): Promise<void> {
  await logEvent(db, env, actor, 'REGISTER_CHANGED', {
    subject: { type: 'register', id: row.id },
    data: { register: register.name, change },
  })
}

const valuesOf = (row: AccountRow) => ({
  name: row.name,
  before: shortened(row.iban),
  after: shortened(row.pending_iban),
})

async function tellOwner<Row extends AccountRow>(
  db: Db,
  services: Services,
  register: AccountRegister<Row>,
  { row, mail }: { row: Row; mail: 'proposed' | 'changed' },
): Promise<void> {
  const former = isFormerTold(row, services.env.now()) ? row.former_email : null
  const values = valuesOf(row)
  for (const to of new Set([register.emailOf(row), former]))
    if (to) await sendMail(db, services, { to, language: 'fi', template: register.mails[mail], values })
}

const isFormerTold = ({ former_email_until: until }: FormerAddress, now: Date) => until !== null && until > now

/** What a changed address leaves behind for a month; the address from before two changes in a row stays the one. */
export function formerAddress<Row extends AccountRow>(
  register: AccountRegister<Row>,
  before: Row,
  email: string | null,
  now: Date,
): Partial<FormerAddress> {
  const former = register.emailOf(before)
  if (!former || former === email || isFormerTold(before, now)) return {}
  return { former_email: former, former_email_until: new Date(now.getTime() + formerMs) }
}

/**
 * Takes a changed bank account out of a change of a row: it is proposed, the owner is told by the address before and
 * every other member of staff who may confirm or stop it.
 * @param before the locked row as it was
 * @returns the columns that the change writes instead
 * @throws STEP_UP_REQUIRED, VALIDATION at the owner's address where nobody would be told
 */
export async function proposeAccount<Row extends AccountRow>(
  register: AccountRegister<Row>,
  context: SignedInContext,
  before: Row,
  iban: string | null,
): Promise<Partial<AccountColumns>> {
  const { db, env, user } = context
  if (iban === before.iban || (iban && iban === before.pending_iban)) return { iban: before.iban }
  await requireStepUp(context)
  if (iban === null) throw new AppError('FORBIDDEN', { fields: [{ path: 'iban', code: 'REQUIRED', message: 'stays' }] })
  const asked = { permission: register.permission, proposer: user.userId, now: env.now() }
  const others = await secondStaff(db, asked)
  if (others.length === 0 && !register.emailOf(before))
    failField(register.emailField, 'REQUIRED', 'has to stand first: nobody else could stop a wrong account')
  const pending = {
    pending_iban: iban,
    pending_iban_by: user.userId,
    pending_iban_from: others.length > 0 ? null : new Date(env.now().getTime() + waitMs),
  }
  const row = { ...before, ...pending }
  await tellOwner(db, context, register, { row, mail: 'proposed' })
  for (const { id, email, language } of others)
    await sendMail(db, context, {
      to: email,
      language,
      template: register.mails.staff,
      values: valuesOf(row),
      link: register.link,
      userId: id,
    })
  await log(db, context, { register, row, actor: actorOf(user), change: 'bank-account-proposed' })
  return { iban: before.iban, ...pending }
}

const settled = (iban: string | null) => ({
  iban,
  pending_iban: null,
  pending_iban_by: null,
  pending_iban_from: null,
})

/** The proposed account is in force from now on. */
async function takeAccount<Row extends AccountRow>(
  register: AccountRegister<Row>,
  db: Db,
  services: Services,
  { row, actor }: { row: Row; actor: Actor },
): Promise<void> {
  await register.write(db, services, row, settled(row.pending_iban))
  await tellOwner(db, services, register, { row, mail: 'changed' })
  await log(db, services, { register, row, actor, change: 'bank-account-changed' })
}

/** A second staff member's yes. @throws NOT_FOUND, NOT_FOR_ONESELF, STEP_UP_REQUIRED */
export async function confirmAccount<Row extends AccountRow>(
  register: AccountRegister<Row>,
  context: SignedInContext,
  row: Row,
): Promise<void> {
  if (!row.pending_iban) throw new AppError('NOT_FOUND')
  const { db, env, user } = context
  const asked = { permission: register.permission, proposer: row.pending_iban_by!, now: env.now() }
  if (!(await isSecondStaff(db, user.userId, asked))) throw new AppError('NOT_FOR_ONESELF')
  await requireStepUp(context)
  await takeAccount(register, context.db, context, { row, actor: actorOf(context.user) })
}

/** Any staff member stops it, the proposer too. @throws NOT_FOUND */
export async function refuseAccount<Row extends AccountRow>(
  register: AccountRegister<Row>,
  context: SignedInContext,
  row: Row,
): Promise<void> {
  if (!row.pending_iban) throw new AppError('NOT_FOUND')
  await register.write(context.db, context, row, settled(row.iban))
  await log(context.db, context, { register, row, actor: actorOf(context.user), change: 'bank-account-refused' })
}

/** Takes the accounts that nobody else could confirm, once their time has passed with the owner told. */
export const settleAccounts = <Row extends AccountRow>(
  register: AccountRegister<Row>,
  services: Services,
  ids: readonly string[],
) =>
  inTurn(services, ids, async (db, id) => {
    const row = await register.lock(db, id)
    if (!row?.pending_iban || !row.pending_iban_from || row.pending_iban_from > services.env.now()) return false
    await takeAccount(register, db, services, { row, actor: systemActor })
    return true
  })
