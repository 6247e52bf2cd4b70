import type { Db } from '#platform/server/database/db.ts'
import { type Holder, scopeOf } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import {
  apartFrom,
  type Colleague,
  companyRoles,
  type StaffRole,
  secondsTo,
  staffRoles,
} from '#platform/server/roles/second-staff.ts'
import { type CompanySide, type Judgement, judge, type ProposalFacts } from '../rules.ts'
import { kindOf, type ProposalOf } from './kinds.ts'
import { companiesOf, type ProposalRow } from './queries.ts'

/** What a proposal is judged by, with the people who may be told or asked. */
export interface Read {
  readonly facts: ProposalFacts
  /** Everybody who has the kind's permission and whose account is in use. */
  readonly colleagues: readonly Colleague[]
  /** By company the admins who speak for it. */
  readonly admins: ReadonlyMap<string, readonly Colleague[]>
  readonly companies: Awaited<ReturnType<typeof companiesOf>>
}

interface Asked {
  readonly env: BaseContext['env']
  /** Whether the rows that it rests on are locked until it is done. */
  readonly lock?: boolean
}

const activeHolders = (staff: readonly StaffRole[]): Colleague[] => [
  ...new Map(staff.filter(({ holds, isActive }) => holds && isActive).map((one) => [one.id, one])).values(),
]

/** Reads who is awaited by a proposal and what stands against it today. */
export async function readFacts(db: Db, row: ProposalRow, { env, lock = false }: Asked): Promise<Read> {
  const now = env.now()
  const kind = kindOf(row.kind)
  const proposal = row as ProposalOf<unknown>
  const staff = await staffRoles(db, kind.permission, now)
  const colleagues = activeHolders(staff)
  const companies = await companiesOf(db, row)
  const admins = new Map<string, Colleague[]>()
  for (const { company_id: companyId } of companies) {
    const ofCompany = await companyRoles(db, { permission: 'proposal:confirm', companyId, now })
    admins.set(companyId, apartFrom(ofCompany, staff, row.made_by))
  }
  const seconds = secondsTo(staff, [row.made_by])
  const barred = (await kind.barred?.(db, proposal, seconds)) ?? []
  const facts: ProposalFacts = {
    state: row.state,
    expiresAt: row.expires_at,
    madeBy: row.made_by,
    isProposerThere: colleagues.some(({ id }) => id === row.made_by),
    needs: typeof kind.needs === 'function' ? kind.needs(row.body) : kind.needs,
    needsFile: kind.needsFile === true,
    hasFile: row.file_id !== null,
    isStaffConfirmed: row.confirmed_by !== null,
    seconds: seconds.map(({ id }) => id).filter((id) => !barred.includes(id)),
    aloneSince: row.alone_since,
    companies: companies.map(
      (one): CompanySide => ({
        companyId: one.company_id,
        isConfirmed: one.confirmed_at !== null,
        admins: admins.get(one.company_id)!.map(({ id }) => id),
      }),
    ),
    problems: row.state === 'OPEN' ? await kind.problems(db, proposal, lock) : [],
  }
  return { facts, colleagues, admins, companies }
}

/** Whether somebody may confirm and refuse a kind for the service. */
export const isColleague = (user: Holder, kind: string): boolean => scopeOf(user, kindOf(kind).permission).all

/** Whether the caller may say yes, and for whom. */
export async function judgeFor(
  db: Db,
  { user, env }: Pick<BaseContext, 'env'> & { readonly user: Holder },
  row: ProposalRow,
  read: Read,
): Promise<Judgement> {
  const { userId } = user
  const own = read.colleagues.filter(({ id }) => id === userId)
  const barred = (await kindOf(row.kind).barred?.(db, row as ProposalOf<unknown>, own)) ?? []
  const asker = { userId, isColleague: isColleague(user, row.kind), isBarred: barred.includes(userId) }
  return judge(read.facts, asker, env.now())
}
