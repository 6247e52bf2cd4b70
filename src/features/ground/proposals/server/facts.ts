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
import { present } from '#platform/values/present.ts'
import { type CompanySide, type Judgement, judge, type ProposalFacts } from '../rules.ts'
import { kindOf, type ProposalOf } from './kinds.ts'
import { type companiesOf, companiesOfEach, type ProposalRow } from './queries.ts'

/** What a proposal is judged by, with the people who may be told or asked. */
export interface Read {
  readonly facts: ProposalFacts
  /** Everybody who has the kind's permission and whose account is in use. */
  readonly colleagues: readonly Colleague[]
  /** By company the admins who speak for it. */
  readonly admins: ReadonlyMap<string, readonly Colleague[]>
  readonly companies: Awaited<ReturnType<typeof companiesOf>>
  /** Those of the colleagues whom it touches, or who stand below it. */
  readonly barredIds: readonly string[]
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
  const [read] = await readFactsOfEach(db, [row], env.now())
  const problems = row.state === 'OPEN' ? await kindOf(row.kind).problems(db, row as ProposalOf<unknown>, lock) : []
  return { ...present(read), facts: { ...present(read).facts, problems } }
}

/** Reads who is awaited by some proposals, in their order; not whether what each rests on has changed. */
export async function readFactsOfEach(db: Db, rows: readonly ProposalRow[], now: Date): Promise<Read[]> {
  const companies = await companiesOfEach(
    db,
    rows.map(({ id }) => id),
  )
  const companyIds = [...new Set(companies.map(({ company_id }) => company_id))]
  const ofCompanies = await companyRoles(db, { permission: 'proposal:confirm', companyIds, now })
  const reads = new Map<string, Read>()
  for (const [kindName, own] of Map.groupBy(rows, ({ kind }) => kind)) {
    const kind = kindOf(kindName)
    const staff = await staffRoles(db, kind.permission, now)
    const barred = (await kind.barred?.(db, own as ProposalOf<unknown>[], activeHolders(staff))) ?? []
    for (const row of own) {
      const asked = companies.filter(({ proposal_id }) => proposal_id === row.id)
      const barredIds = barred.flatMap(({ proposalId, userId }) => (proposalId === row.id ? [userId] : []))
      reads.set(row.id, readOf(row, { staff, companies: asked, ofCompanies, barredIds }))
    }
  }
  return rows.map(({ id }) => present(reads.get(id)))
}

interface Found {
  readonly staff: readonly StaffRole[]
  readonly companies: Read['companies']
  readonly ofCompanies: Awaited<ReturnType<typeof companyRoles>>
  readonly barredIds: readonly string[]
}

function readOf(row: ProposalRow, { staff, companies, ofCompanies, barredIds }: Found): Read {
  const { needs, needsFile } = kindOf(row.kind)
  const colleagues = activeHolders(staff)
  const adminsOf = (companyId: string) =>
    apartFrom(
      ofCompanies.filter((one) => one.companyId === companyId),
      staff,
      row.made_by,
    )
  const admins = new Map(companies.map(({ company_id }) => [company_id, adminsOf(company_id)]))
  const facts: ProposalFacts = {
    state: row.state,
    expiresAt: row.expires_at,
    madeBy: row.made_by,
    isProposerThere: colleagues.some(({ id }) => id === row.made_by),
    needs: typeof needs === 'function' ? needs(row.body) : needs,
    needsFile: needsFile === true,
    hasFile: row.file_id !== null,
    isStaffConfirmed: row.confirmed_by !== null,
    seconds: secondsTo(staff, [row.made_by])
      .map(({ id }) => id)
      .filter((id) => !barredIds.includes(id)),
    aloneSince: row.alone_since,
    companies: companies.map(
      (one): CompanySide => ({
        companyId: one.company_id,
        isConfirmed: one.confirmed_at !== null,
        admins: present(admins.get(one.company_id)).map(({ id }) => id),
      }),
    ),
    problems: [],
  }
  return { facts, colleagues, admins, companies, barredIds }
}

/** Whether somebody may confirm and refuse a kind for the service. */
export const isColleague = (user: Holder, kind: string): boolean => scopeOf(user, kindOf(kind).permission).all

/** Whether the caller may say yes, and for whom. */
export function judgeFor(
  { user, env }: Pick<BaseContext, 'env'> & { readonly user: Holder },
  row: ProposalRow,
  { facts, barredIds }: Read,
): Judgement {
  const { userId } = user
  const asker = { userId, isColleague: isColleague(user, row.kind), isBarred: barredIds.includes(userId) }
  return judge(facts, asker, env.now())
}
