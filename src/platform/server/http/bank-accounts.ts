import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Colleague, isSecondStaff, secondStaff, staffRoles } from '#platform/server/roles/second-staff.ts'
import { present } from '#platform/values/present.ts'
import { SLOW_MS } from '#platform/values/slow-hours.ts'
import { type Actor, actorOf, logEvent, systemActor } from '../events/events.ts'
import { inTurn } from '../jobs/jobs.ts'
import { sendMail } from '../messages/messages.ts'
import type { Services, SignedInContext } from './context.ts'
import { formerAddresses } from './former-addresses.ts'
import { payeeIban } from './identifier-fields.ts'
import { requireStepUp } from './step-up.ts'
import { heardFrom } from './told-addresses.ts'

/** The account of a row of a register, and one that waits beside it. */
interface AccountColumns {
  readonly iban: string | null
  readonly pending_iban: string | null
  readonly pending_iban_by: string | null
  /** When it takes effect by itself; null while a second member of staff is waited for. */
  readonly pending_iban_from: Date | null
}

/** Whose word an account is that has come into force. */
interface AccountWord {
  readonly iban_named_by: string | null
  /** Null where no second person stood for it. */
  readonly iban_confirmed_by: string | null
  readonly iban_since: Date
}

interface AccountRow extends AccountColumns {
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
  /** The language of those mails. */
  readonly languageOf: (row: Row) => LanguageCode
  /** The field of that address. */
  readonly emailField: string
  readonly lock: (db: Db, id: string) => Promise<Row | undefined>
  /** Writes the columns with the next version. */
  readonly write: (
    db: Db,
    services: Services,
    row: Row,
    columns: AccountColumns & Partial<AccountWord>,
  ) => Promise<void>
}

/** The account that waits, as it travels. */
export function pendingAccountOf(row: Omit<AccountColumns, 'iban'>) {
  if (!row.pending_iban) return null
  const takesEffectAt = row.pending_iban_from?.toISOString() ?? null
  return { iban: row.pending_iban, takesEffectAt, proposedBy: present(row.pending_iban_by) }
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
  const values = valuesOf(row)
  for (const to of await addressesOf(db, services, register, row))
    await sendMail(db, services, { to, language: register.languageOf(row), template: register.mails[mail], values })
}

async function addressesOf<Row extends AccountRow>(
  db: Db,
  services: Services,
  register: AccountRegister<Row>,
  row: Row,
): Promise<string[]> {
  const former = await formerAddresses(db, services, { register: register.name, id: row.id })
  return [...new Set([register.emailOf(row) ?? '', ...former])].filter((address) => address !== '')
}

/**
 * When an account takes effect that nobody else can confirm: 72 hours after somebody besides its proposer can hear of it.
 * Other members of staff who could stop it are told, though they may not confirm it.
 */
async function waitAlone<Row extends AccountRow>(
  db: Db,
  services: Services,
  register: AccountRegister<Row>,
  { row, proposer }: { row: Row; proposer: string },
): Promise<Date> {
  const now = services.env.now()
  const roles = await staffRoles(db, register.permission, now)
  const addresses = await addressesOf(db, services, register, row)
  const told = { register: register.name, id: row.id }
  const from = await heardFrom(db, told, { addresses, proposer, roles, now })
  const others = roles.filter(({ id, holds, isActive }) => holds && isActive && id !== proposer)
  await tellSeconds(db, services, register, { row, others: [...new Map(others.map((one) => [one.id, one])).values()] })
  return new Date(from.getTime() + SLOW_MS)
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
  if (iban === before.iban) return { iban }
  if (iban) payeeIban(iban, context)
  if (iban && iban === before.pending_iban)
    return { iban: before.iban, ...(await judgedAnew(register, db, context, before)) }
  await requireStepUp(context)
  if (iban === null) throw new AppError('FORBIDDEN', { fields: [{ path: 'iban', code: 'REQUIRED', message: 'stays' }] })
  const others = await secondStaff(db, { permission: register.permission, proposer: user.userId, now: env.now() })
  if (others.length === 0 && !register.emailOf(before)) failUntold(register)
  const pending = {
    pending_iban: iban,
    pending_iban_by: user.userId,
    pending_iban_from: null as Date | null,
  }
  const row = { ...before, ...pending }
  if (others.length === 0)
    pending.pending_iban_from = await waitAlone(db, context, register, { row, proposer: user.userId })
  await tellOwner(db, context, register, { row, mail: 'proposed' })
  await tellSeconds(db, context, register, { row, others })
  await log(db, context, { register, row, actor: actorOf(user), change: 'bank-account-proposed' })
  return { iban: before.iban, ...pending }
}

/** Asks those who may confirm a proposal, or stop it. */
async function tellSeconds<Row extends AccountRow>(
  db: Db,
  services: Services,
  { mails, link }: AccountRegister<Row>,
  { row, others }: { row: Row; others: readonly Colleague[] },
): Promise<void> {
  for (const { id, email, language } of others)
    await sendMail(db, services, {
      to: email,
      language,
      template: mails.staff,
      values: valuesOf(row),
      link,
      userId: id,
    })
}

const failUntold = <Row extends AccountRow>({ emailField }: AccountRegister<Row>): never =>
  failField(emailField, 'REQUIRED', 'has to stand first: nobody else could stop a wrong account')

/**
 * Starts the time of a proposal whose last second person has left meanwhile: nobody could confirm it any more.
 * @returns the columns that change, none while somebody may still confirm it
 * @throws VALIDATION at the owner's address where nobody would be told
 */
async function judgedAnew<Row extends AccountRow>(
  register: AccountRegister<Row>,
  db: Db,
  services: Services,
  row: Row,
): Promise<Partial<AccountColumns>> {
  if (row.pending_iban_from) return {}
  const now = services.env.now()
  const others = await secondStaff(db, { permission: register.permission, proposer: present(row.pending_iban_by), now })
  if (others.length > 0) return {}
  if (!register.emailOf(row)) failUntold(register)
  await tellOwner(db, services, register, { row, mail: 'proposed' })
  await log(db, services, { register, row, actor: systemActor, change: 'bank-account-wait-started' })
  return { pending_iban_from: await waitAlone(db, services, register, { row, proposer: present(row.pending_iban_by) }) }
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
  await register.write(db, services, row, {
    ...settled(row.pending_iban),
    iban_named_by: row.pending_iban_by,
    iban_confirmed_by: actor.userId,
    iban_since: services.env.now(),
  })
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
  const asked = { permission: register.permission, proposer: present(row.pending_iban_by), now: env.now() }
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

/** What the job has to look at: what waits for a person who may have left, and what has waited for its time. */
export const isToSettle = (now: Date) =>
  sql<boolean>`pending_iban is not null and (pending_iban_from is null or pending_iban_from <= ${now})`

/** Takes the accounts that nobody else could confirm once their time has passed, and starts the time of others. */
export const settleAccounts = <Row extends AccountRow>(
  register: AccountRegister<Row>,
  services: Services,
  ids: readonly string[],
) =>
  inTurn(services, ids, async (db, id) => {
    const row = await register.lock(db, id)
    if (!row?.pending_iban) return false
    if (!row.pending_iban_from) return startTime(register, db, services, row)
    if (row.pending_iban_from > services.env.now()) return false
    if (await waitsAgain(register, db, services, row)) return true
    await takeAccount(register, db, services, { row, actor: systemActor })
    return true
  })

/** Whoever may confirm it by the end of its time is asked instead: they may have been kept away while it began. */
async function waitsAgain<Row extends AccountRow>(
  register: AccountRegister<Row>,
  db: Db,
  services: Services,
  row: Row,
): Promise<boolean> {
  const asked = { permission: register.permission, proposer: present(row.pending_iban_by), now: services.env.now() }
  const others = await secondStaff(db, asked)
  if (others.length === 0) return false
  await register.write(db, services, row, { ...accountOf(row), pending_iban_from: null })
  await tellSeconds(db, services, register, { row, others })
  await log(db, services, { register, row, actor: systemActor, change: 'bank-account-waits-for-second' })
  return true
}

/** Without an address of the owner it goes on waiting: nobody would be told. */
async function startTime<Row extends AccountRow>(
  register: AccountRegister<Row>,
  db: Db,
  services: Services,
  row: Row,
): Promise<boolean> {
  if (!register.emailOf(row)) return false
  const { pending_iban_from: from } = await judgedAnew(register, db, services, row)
  if (from) await register.write(db, services, row, { ...accountOf(row), pending_iban_from: from })
  return from !== undefined
}

const accountOf = ({ iban, pending_iban, pending_iban_by }: AccountColumns) => ({ iban, pending_iban, pending_iban_by })
