import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'

const links = (db: Db) =>
  db
    .selectFrom('link_tokens as t')
    .leftJoin('users as u', 'u.id', 't.created_by')
    .leftJoin('companies as c', 'c.id', 't.company_id')
    .select(['t.id', 't.sealed', 't.company_id', 't.group_company_id', 't.created_at', 't.expires_at', 't.revoked_at'])
    .select(['c.language', sql<string | null>`u.first_name || ' ' || u.last_name`.as('created_by')])
    .where('t.purpose', '=', 'join')

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number]

export async function listLinks(db: Db, of: { companyId: string } | { groupCompanyId: string }) {
  const query = links(db)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(WHOLE_LIST_MAX + 1)
  return 'companyId' in of
    ? query.where('t.company_id', '=', of.companyId).execute()
    : query.where('t.group_company_id', '=', of.groupCompanyId).execute()
}

/** The company's newest link that still opens. */
export const findLiveLink = (db: Db, companyId: string, now: Date) =>
  links(db)
    .where('t.company_id', '=', companyId)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A link of the caller's companies, or of the groups that the caller reaches. */
export async function lockLink(
  db: Db,
  scope: Scope,
  groups: RawBuilder<boolean>,
  id: string,
): Promise<LinkRow | undefined> {
  const inScope = sql<boolean>`((t.company_id is not null and ${within(scope, { company: 't.company_id' })})
    or exists (select 1 from group_companies g where g.id = t.group_company_id and g.deleted_at is null and ${groups}))`
  return links(db).where('t.id', '=', id).where(inScope).forUpdate('t').executeTakeFirst()
}

/** The open companies of a group, which its link lets people choose from. */
export async function companiesOfGroup(db: Db, groupCompanyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where('group_company_id', '=', groupCompanyId)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .limit(WHOLE_LIST_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** The language of the page behind a link: the company's own, Finnish for groups. */
export const languageOf = (row: { language: LanguageCode | null }): LanguageCode => row.language ?? 'fi'
