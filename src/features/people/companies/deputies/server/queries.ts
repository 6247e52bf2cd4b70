import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import type { Day } from '#platform/values/days.ts'

export interface DeputyRow {
  readonly id: string
  readonly company_id: string
  readonly company_name: string
  readonly user_id: string
  readonly user_name: string
  readonly deputy_user_id: string
  readonly deputy_name: string
  readonly from_day: Day
  readonly to_day: Day
  readonly is_active: boolean
  readonly version: number
}

const standing = (db: Db) =>
  db
    .selectFrom('deputies as d')
    .innerJoin('companies as c', 'c.id', 'd.company_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('users as s', 's.id', 'd.deputy_user_id')
    .where('d.ended_at', 'is', null)
    .select([
      'd.id',
      'd.company_id',
      'd.user_id',
      'd.deputy_user_id',
      'd.from_day',
      'd.to_day',
      'd.is_active',
      'd.version',
    ])
    .select([
      'c.name as company_name',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('user_name'),
      sql<string>`trim(s.first_name || ' ' || s.last_name)`.as('deputy_name'),
    ])

interface PageOf {
  readonly companyId: string
  readonly today: Day
  readonly limit: number
  readonly offset: number
}

/** One page of those who stand in for somebody in a company, today or later. */
export async function deputiesOf(db: Db, { companyId, today, limit, offset }: PageOf) {
  const rows = await standing(db)
    .where('d.company_id', '=', companyId)
    .where('d.to_day', '>=', today)
    .orderBy('d.from_day')
    .orderBy('d.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const all = db
    .selectFrom('deputies as d')
    .where('d.company_id', '=', companyId)
    .where('d.to_day', '>=', today)
    .where('d.ended_at', 'is', null)
  return { rows, total: await countOf(db, all) }
}

/** Where a person stands in today, and where somebody does for them. */
export const deputiesWith = (db: Db, userId: string): Promise<DeputyRow[]> =>
  standing(db)
    .where('d.is_active', '=', true)
    .where((e) => e.or([e('d.user_id', '=', userId), e('d.deputy_user_id', '=', userId)]))
    .orderBy('d.to_day')
    .orderBy('d.id')
    .limit(20)
    .execute()

export const findDeputy = (db: Db, companyId: string, id: string): Promise<DeputyRow | undefined> =>
  standing(db).where('d.company_id', '=', companyId).where('d.id', '=', id).executeTakeFirst()

/** Which of some people act for a company now. */
export async function actingFor(db: Db, companyId: string, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct ur.user_id from user_roles ur
      join roles r on r.id = ur.role_id and r.name in ('EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_GROUP_ADMIN')
      join users u on u.id = ur.user_id and u.deactivated_at is null and not u.invited
      join companies c on c.id = ${companyId}
     where (ur.company_id = c.id or ur.group_company_id = c.group_company_id) and ur.user_id = any(${[...userIds]}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.user_id))
}

/** Whether somebody has a deputy in a company on some of these days already. */
export async function hasDeputy(
  db: Db,
  of: { readonly companyId: string; readonly userId: string; readonly fromDay: Day; readonly toDay: Day },
): Promise<boolean> {
  const row = await db
    .selectFrom('deputies')
    .select('id')
    .where('company_id', '=', of.companyId)
    .where('user_id', '=', of.userId)
    .where('ended_at', 'is', null)
    .where('from_day', '<=', of.toDay)
    .where('to_day', '>=', of.fromDay)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
