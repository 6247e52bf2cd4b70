import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { linkIn } from '#platform/contract/link-in.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { type MailHead, sendMail, sendSms } from '#platform/server/messages/messages.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { holdersOfRole } from '#platform/server/roles/second-staff.ts'
import type { Day } from '#platform/values/days.ts'
import type { NotificationPriority, NotificationType } from '../rules.ts'

export interface NewNotice {
  readonly type: NotificationType
  /** `namespace:path` of an object with `title` and `message`; with `mail: true` also `subject`, `body` and `action`. */
  readonly template: string
  readonly values?: Record<string, unknown>
  /** The page that the notice leads to. */
  readonly link: string
  readonly companyId: string | null
  readonly priority?: NotificationPriority
  /** Sends the same by e-mail to those whose preferences allow it. */
  readonly mail?: boolean
  /** What the mail's subject says instead of the template's own. */
  readonly head?: MailHead | null
  /** Sends `sms` of the template as a text message to those who chose that and whose number is verified. */
  readonly sms?: boolean
  /** Whose turn it tells of: it takes the place of an earlier notice of the same turn, and ends with the turn. */
  readonly turn?: NoticeTurn
}

/** A turn at a row: who is awaited for which act. */
export interface NoticeTurn {
  readonly subjectId: string
  readonly awaited: string
  readonly action: string
  /** The last day of the act; the mail says it. */
  readonly due?: Day | null
}

const turnKey = ({ awaited, action }: Pick<NoticeTurn, 'awaited' | 'action'>) => `${awaited}:${action}`

interface Recipient {
  id: string
  email: string
  language: LanguageCode
  phone_number: string | null
  phone_verified_at: Date | null
  preferences: { mail?: Partial<Record<NotificationType, boolean>>; sms?: boolean } | null
  restricted_at: Date | null
}

async function recipientsOf(db: Db, userIds: readonly string[]): Promise<Recipient[]> {
  return (await db
    .selectFrom('users')
    .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.language',
      'users.phone_number',
      'users.phone_verified_at',
      'users.restricted_at',
      'user_preferences.preferences',
    ])
    .where('users.id', 'in', [...new Set(userIds)])
    .where('users.deactivated_at', 'is', null)
    .where('users.invited', '=', false)
    .execute()) as Recipient[]
}

/** Those of some users whom a notice reaches: who is invited or shut out reads none. */
export const reachedBy = async (
  db: Db,
  userIds: readonly string[],
): Promise<readonly { id: string; email: string }[]> => (userIds.length === 0 ? [] : recipientsOf(db, userIds))

/** Whoever has restricted the use of their data hears of their own matters, not of news of the service. */
const isNecessary = ({ type }: NewNotice): boolean => type !== 'SYSTEM_UPDATE'

/** Writes a notice to each user, and the e-mail where wanted, in the transaction of what it tells about. */
export async function notify(db: Db, services: Services, userIds: readonly string[], notice: NewNotice): Promise<void> {
  if (userIds.length === 0) return
  const recipients = (await recipientsOf(db, userIds)).filter((user) => !user.restricted_at || isNecessary(notice))
  if (recipients.length === 0) return
  const turn = notice.turn ? { subject_id: notice.turn.subjectId, turn: turnKey(notice.turn) } : null
  if (turn) await dropEarlier(db, recipients, turn)
  const written = recipients.map((user) => ({ id: services.env.id(), user_id: user.id }))
  const now = services.env.now()
  services.held?.notices.push(...written.map(({ id }) => id))
  await db
    .insertInto('notifications')
    .values(
      written.map((ids) => ({
        ...ids,
        company_id: notice.companyId,
        type: notice.type,
        priority: notice.priority ?? 'NORMAL',
        template: notice.template,
        template_values: JSON.stringify(notice.values ?? {}),
        link: notice.link,
        created_at: now,
        ...turn,
      })),
    )
    .execute()
  if (notice.sms) await textThose(db, services, recipients, notice)
  if (!notice.mail) return
  for (const user of recipients) {
    if (user.preferences?.mail?.[notice.type] === false) continue
    await sendMail(db, services, {
      to: user.email,
      language: user.language,
      template: notice.template,
      link: notice.link,
      userId: user.id,
      companyId: notice.companyId,
      head: notice.head ?? null,
      due: notice.turn?.due,
      foot: { template: 'notifications:mail.preferences', link: await preferencesLink(db, services, user.id) },
      ...(notice.values ? { values: notice.values } : {}),
    })
  }
}

/** The text message of a notice; nobody gets one who has not asked for it, or to a number that is not theirs. */
async function textThose(db: Db, services: Services, recipients: readonly Recipient[], notice: NewNotice) {
  for (const { id, language, phone_number, phone_verified_at, preferences } of recipients) {
    if (preferences?.sms !== true || !phone_number || !phone_verified_at) continue
    const values = { ...notice.values, url: services.config.origin + linkIn(language, notice.link) }
    await sendSms(db, services, { to: phone_number, language, template: `${notice.template}.sms`, values, userId: id })
  }
}

const dropEarlier = (db: Db, recipients: readonly Recipient[], turn: { subject_id: string; turn: string }) =>
  db
    .deleteFrom('notifications')
    .where('subject_id', '=', turn.subject_id)
    .where('turn', '=', turn.turn)
    .where('done_at', 'is', null)
    .where(
      'user_id',
      'in',
      recipients.map(({ id }) => id),
    )
    .execute()

/** Lets the notices about a row follow it: those of turns that stand open no longer are done and read. */
export async function settleNotices(
  db: Db,
  now: Date,
  subjectId: string,
  open: readonly Pick<NoticeTurn, 'awaited' | 'action'>[],
): Promise<void> {
  const keys = open.map(turnKey)
  await sql`update notifications
       set done_at = case when turn = any(${keys}::text[]) then null else ${now}::timestamptz end,
           read_at = case when turn = any(${keys}::text[]) then read_at else coalesce(read_at, ${now}) end
     where subject_id = ${subjectId} and (done_at is null) <> (turn = any(${keys}::text[]))`.execute(db)
}

/**
 * Ends the notices of turns that are over. A notice that somebody else is writing to at this moment is left to them: they
 * judge the same turns at the end of what they do.
 */
export async function settleClosed(
  db: Db,
  now: Date,
  closed: readonly { readonly subject_id: string; readonly awaited: string; readonly action: string }[],
): Promise<void> {
  await sql`update notifications set done_at = ${now}::timestamptz, read_at = coalesce(read_at, ${now}::timestamptz) where id in (
    select n.id from notifications n
      join jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as c (subject_id uuid, awaited text, action text)
        on c.subject_id = n.subject_id and n.turn = c.awaited || ':' || c.action
     where n.done_at is null for update of n skip locked)`.execute(db)
}

/** Opens the notices about a row again that an act settled at this moment; whoever had not read them finds them unread. */
export async function reopenNotices(db: Db, subjectId: string, settledAt: Date): Promise<void> {
  await sql`update notifications
       set done_at = null, read_at = case when read_at = ${settledAt} then null else read_at end
     where subject_id = ${subjectId} and done_at = ${settledAt}`.execute(db)
}

/** Deletes notices of what has been undone. */
export async function dropNotices(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('notifications')
      .where('id', 'in', [...ids])
      .execute()
}

const LINK_DAYS = 180
/** A link that is given again is good for at least this long. */
const LINK_DAYS_LEFT = 90
const DAY_MS = 86_400_000

/** The path to a person's choice of mails without signing in: the newest link again while it is young, else a new one. */
async function preferencesLink(db: Db, services: Services, userId: string): Promise<string> {
  const { env, vault } = services
  const row = await db
    .selectFrom('link_tokens')
    .select('sealed')
    .where('purpose', '=', 'preferences')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('sealed', 'is not', null)
    .where('expires_at', '>', new Date(env.now().getTime() + LINK_DAYS_LEFT * DAY_MS))
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.sealed) return pageUrl('mailPreferences', { token: vault.open(row.sealed) })
  const { token } = await createLinkToken(db, env, {
    purpose: 'preferences',
    days: LINK_DAYS,
    userId,
    seal: vault.seal,
  })
  return pageUrl('mailPreferences', { token })
}

/** The users whose role gives them a permission for every company: the staff who do what it is for. */
export async function staffUserIds(db: Db, permission: PermissionName): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct u.id as user_id
      from (select r.id from roles r join role_permissions rp on rp.role_id = r.id join permissions p on p.id = rp.permission_id
             where r.scope_kind = 'ALL' and p.name = ${permission}) r ${holdersOfRole}
     where u.deactivated_at is null`.execute(db)
  return rows.map((row) => row.user_id)
}

/** The user whom an employee of a company is. */
export async function employeeUserId(db: Db, companyId: string, employeeId: string): Promise<string> {
  const row = await db
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', employeeId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return row.user_id
}

/** The users who act for the employer: its admins and editors and the admins of its group. */
export async function employerUserIds(
  db: Db,
  companyId: string,
  roles: readonly ('EMPLOYER_ADMIN' | 'EMPLOYER_EDITOR' | 'EMPLOYER_GROUP_ADMIN')[] = [
    'EMPLOYER_ADMIN',
    'EMPLOYER_GROUP_ADMIN',
  ],
): Promise<string[]> {
  const rows = await sql<{ user_id: string }>`
    select distinct ur.user_id from user_roles ur join companies c on c.id = ${companyId}
     where ur.role_id = any(${roles.map(roleId)}::uuid[]) and (ur.company_id = c.id or ur.group_company_id = c.group_company_id)`.execute(
    db,
  )
  return rows.rows.map((row) => row.user_id)
}

/**
 * Whom a message to an employer reaches: its admins and those of its group, and whoever stands in today for one of them
 * and holds the permission of what it is about. Nobody may do more for it.
 */
export async function employerReceivers(db: Db, companyId: string, permission: PermissionName): Promise<string[]> {
  const admins = await employerUserIds(db, companyId)
  const { rows } = await sql<{ user_id: string }>`
    select distinct d.deputy_user_id as user_id from deputies d join companies c on c.id = d.company_id
     where d.company_id = ${companyId} and d.is_active and d.user_id = any(${admins}::uuid[])
       and exists (select 1 from user_roles ur join role_permissions rp on rp.role_id = ur.role_id join permissions p on p.id = rp.permission_id
                    where ur.user_id = d.deputy_user_id and p.name = ${permission}
                      and (ur.company_id = c.id or ur.group_company_id = c.group_company_id))`.execute(db)
  return [...new Set([...admins, ...rows.map((row) => row.user_id)])]
}
