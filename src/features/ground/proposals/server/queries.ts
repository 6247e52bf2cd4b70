import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { newestPage } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { present } from '#platform/values/present.ts'
import type { ProposalState } from '../rules.ts'

export type ProposalRow = Omit<Selectable<Tables['proposals']>, 'state'> & { readonly state: ProposalState }

/** The proposals that somebody may see: by the kinds of the staff, and by the companies that are asked. */
export interface Seen {
  readonly kinds: readonly string[]
  readonly scope: Scope
}

const isSeen = ({ kinds, scope }: Seen): RawBuilder<boolean> => {
  const asked = sql<boolean>`exists (select from proposal_companies pc where pc.proposal_id = p.id
    and ${within({ ...scope, all: false }, { company: 'pc.company_id' })})`
  return sql<boolean>`(p.kind = any(${[...kinds]}::text[]) or ${asked})`
}

const shown = (db: Db) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as m', 'm.id', 'p.made_by')
    .leftJoin('users as k', 'k.id', 'p.confirmed_by')
    .selectAll('p')
    .select([
      sql<string>`m.first_name || ' ' || m.last_name`.as('maker'),
      sql<string | null>`k.first_name || ' ' || k.last_name`.as('confirmer'),
    ])

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
/** A proposal with the names of whoever made and confirmed it. */
export type ShownProposal = Omit<Shown, 'state'> & { readonly state: ProposalState }

export async function findProposal(db: Db, seen: Seen, id: string): Promise<ShownProposal | undefined> {
  return (await shown(db).where('p.id', '=', id).where(isSeen(seen)).executeTakeFirst()) as ShownProposal | undefined
}

/** A proposal, held until it has been answered; one that two answer at the same moment is answered by one after the other. */
export async function lockProposal(db: Db, seen: Seen, id: string): Promise<ShownProposal | undefined> {
  const found = shown(db).where('p.id', '=', id).where(isSeen(seen)).forUpdate('p')
  return (await found.executeTakeFirst()) as ShownProposal | undefined
}

interface Filter {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly sort?: SortName<'createdAt'> | undefined
  readonly id?: string | undefined
  readonly kind?: string | undefined
  readonly state?: ProposalState | undefined
}

/** A page of proposals, newest first. */
export async function listProposals(db: Db, seen: Seen, { page = 1, limit = 20, sort, id, kind, state }: Filter) {
  const chosen = db
    .selectFrom('proposals as p')
    .where(isSeen(seen))
    .$if(id !== undefined, (q) => q.where('p.id', '=', present(id)))
    .$if(kind !== undefined, (q) => q.where('p.kind', '=', present(kind)))
    .$if(state !== undefined, (q) => q.where('p.state', '=', present(state)))
  const sorted = sortedBy(sort, { createdAt: { filled: sql.ref('p.created_at') } }, sql.ref('p.id'))
  const found = await newestPage(db, 'p', chosen, shown(db), { page, limit, sorted })
  return { ...found, rows: found.rows as ShownProposal[], page, limit }
}

/** The companies whose yes some proposals ask for, of each the one that it changes first. */
export async function companiesOfEach(db: Db, proposalIds: readonly string[]) {
  if (proposalIds.length === 0) return []
  return db
    .selectFrom('proposal_companies as pc')
    .innerJoin('companies as c', 'c.id', 'pc.company_id')
    .innerJoin('proposals as p', 'p.id', 'pc.proposal_id')
    .select(['pc.proposal_id', 'pc.company_id', 'c.name', 'pc.confirmed_by', 'pc.confirmed_at'])
    .where('pc.proposal_id', 'in', [...proposalIds])
    .orderBy(sql`pc.company_id is distinct from p.company_id`)
    .orderBy('c.name')
    .execute()
}

/** The companies whose yes a proposal asks for, the one that it changes first. */
export const companiesOf = (db: Db, proposal: Pick<ProposalRow, 'id'>) => companiesOfEach(db, [proposal.id])
