import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'

export interface GroupChange {
  readonly companyId: string
  readonly name: string
}

/** Makes exactly these companies the group's. @returns those that came or went, or null when one does not exist */
export async function setCompanies(
  db: Db,
  groupId: string,
  companyIds: readonly string[],
  now: Date,
): Promise<GroupChange[] | null> {
  const change = { version: sql<number>`version + 1`, updated_at: now }
  const leaving = db
    .updateTable('companies')
    .set({ group_company_id: null, ...change })
    .where('group_company_id', '=', groupId)
  const left = await (companyIds.length > 0 ? leaving.where('id', 'not in', companyIds) : leaving)
    .returning(['id as companyId', 'name'])
    .execute()
  if (companyIds.length === 0) return left
  const come = await db
    .updateTable('companies')
    .set({ group_company_id: groupId, ...change })
    .where('id', 'in', companyIds)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`group_company_id is distinct from ${groupId}::uuid`)
    .returning(['id as companyId', 'name'])
    .execute()
  const inside = await db
    .selectFrom('companies')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('group_company_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(inside.count) === companyIds.length ? [...left, ...come] : null
}
