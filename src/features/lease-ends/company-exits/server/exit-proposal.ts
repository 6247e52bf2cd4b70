import { sql } from 'kysely'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { Needed } from '#features/ground/proposals/rules.ts'
import type {
  Barred,
  Heard,
  ProposalKind,
  ProposalMoment,
  ProposalOf,
} from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { companyIsLeaving } from '#features/pricing/leasing/server/leaving-companies.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, scopeOfAll, within } from '#platform/server/database/scope.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { addDays, type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { type ExitKind, mergeStart } from '../rules/exit.ts'
import { type Mark, markExit } from './mark.ts'

/** A day further away than this is a slip of the pen. */
const MOST_DAYS_AWAY = 366

/**
 * Whose yes an exit asks for: a company that leaves says so itself, or its letter of notice is seen by two members of the
 * staff; both companies of a merger; of a bankruptcy, whose admins may be gone, two members of the staff with the extract.
 */
const needed: Readonly<Record<ExitKind, Needed>> = {
  LEAVES: 'COMPANY_OR_STAFF',
  BANKRUPT: 'SECOND_STAFF',
  MERGED: 'EACH_COMPANY',
}

/** A company of the scope that is in use, and whether it leaves; the row is held when asked. */
async function findCompany(db: Db, scope: Scope, id: string, lock = false) {
  const found = db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name', 'c.active', companyIsLeaving(sql`c.id`).as('isLeaving')])
    .where(within(scope, { company: 'c.id' }))
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
  return (lock ? found.forUpdate('c') : found).executeTakeFirst()
}
type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>

const mayReceive = (into: Company | undefined): into is Company => into?.active === true && !into.isLeaving

/** Whether the company has been marked meanwhile, or what it merges into no longer stays. */
async function problemsOf(db: Db, { body }: ProposalOf<Mark>, lock: boolean) {
  // Two mergers that name each other are held in one order, so that they do not wait for each other.
  const ids = [body.companyId, ...(body.intoCompanyId ? [body.intoCompanyId] : [])].toSorted()
  const found = new Map<string, Company | undefined>()
  for (const id of ids) found.set(id, await findCompany(db, scopeOfAll, id, lock))
  const company = found.get(body.companyId)
  const stays = company !== undefined && !company.isLeaving
  const fits = !body.intoCompanyId || mayReceive(found.get(body.intoCompanyId))
  return stays && fits ? [] : (['OVERTAKEN'] as const)
}

/** Nobody of the staff says yes for a company that they belong to. */
async function barredFrom(db: Db, proposals: readonly ProposalOf<Mark>[], colleagues: readonly { id: string }[]) {
  if (colleagues.length === 0) return []
  const ids = colleagues.map(({ id }) => id)
  const of = proposals.flatMap(({ id, body }) =>
    [body.companyId, body.intoCompanyId].flatMap((companyId) => (companyId ? [{ id, companyId }] : [])),
  )
  const found = await sql<Barred>`
    with p as (select * from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as p (id uuid, "companyId" uuid))
    select p.id as "proposalId", e.user_id as "userId" from p join beneficiary_employees e on e.company_id = p."companyId"
     where e.user_id = any(${ids}::uuid[])
     union select p.id, ur.user_id from p join companies c on c.id = p."companyId"
             join user_roles ur on ur.company_id = c.id or ur.group_company_id = c.group_company_id
            where ur.user_id = any(${ids}::uuid[])`.execute(db)
  return found.rows
}

const words = { PROPOSED: 'proposed', REFUSED: 'dropped', EXPIRED: 'dropped' } as const

/** Every admin of the companies hears, whether their yes is asked for or not; the mark itself tells of what is done. */
async function tell(
  db: Db,
  services: Services,
  { body, effect }: ProposalOf<Mark>,
  moment: ProposalMoment,
  { asked }: Heard,
) {
  if (moment === 'DONE') return
  for (const companyId of [body.companyId, ...(body.intoCompanyId ? [body.intoCompanyId] : [])]) {
    const admins = await employerUserIds(db, companyId)
    await notify(
      db,
      services,
      admins.filter((id) => !asked.includes(id)),
      {
        type: 'GENERAL',
        template: `company-exits:employerNotice.${words[moment]}`,
        values: { effect: effect as TextValue, reason: body.reason },
        link: pages.employer,
        companyId,
        mail: true,
      },
    )
  }
}

/** A company leaves, is bankrupt or merges into another: it stops its orders, and its people and lessors are told. */
export const companyExitKind: ProposalKind<Mark> = {
  name: 'COMPANY_EXIT',
  permission: 'company:exit',
  needs: ({ kind }) => needed[kind],
  needsFile: true,
  problems: problemsOf,
  barred: barredFrom,
  async apply(db, services, { body }, { actor }) {
    await markExit(db, services, body, actor)
  },
  tell,
}

function requireDay(fromDay: Day, today: Day): void {
  if (fromDay < addDays(today, -MOST_DAYS_AWAY) || fromDay > addDays(today, MOST_DAYS_AWAY))
    failField('fromDay', 'NOT_VALID', 'is more than a year away')
}

/** The company into which the marked one merges; null for the other kinds. */
async function receiverOf({ db, scope }: SignedInContext, { kind, companyId, intoCompanyId: id }: Mark) {
  if (kind !== 'MERGED') {
    if (id) failField('intoCompanyId', 'NOT_VALID', 'is of a merger alone')
    return null
  }
  if (!id) failField('intoCompanyId', 'REQUIRED', 'is missing')
  const into = await findCompany(db, scope, id)
  if (!mayReceive(into) || id === companyId) failField('intoCompanyId', 'NOT_VALID', 'is no other company that stays')
  return into
}

const countLeases = async (db: Db, companyId: string): Promise<number> => {
  const running = db
    .selectFrom('leasing_agreements')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('lease_state', '=', 'ACTIVE')
  return (await running.executeTakeFirstOrThrow()).count
}

/**
 * Proposes an exit or a merger; nothing of it holds until those have said yes whom it asks for.
 * @throws NOT_FOUND, COMPANY_EXIT_EXISTS, PROPOSAL_EXISTS, VALIDATION at the day or the receiving company
 */
export async function proposeExit(context: SignedInContext, wanted: Mark): Promise<ProposalView> {
  const { db, env, scope } = context
  const today = helsinkiDay(env.now())
  requireDay(wanted.fromDay, today)
  const company = (await findCompany(db, scope, wanted.companyId)) ?? fail('NOT_FOUND')
  const into = await receiverOf(context, wanted)
  if (company.isLeaving) fail('COMPANY_EXIT_EXISTS')
  const body: Mark = { ...wanted, reason: wanted.reason.trim() }
  return propose(context, {
    kind: companyExitKind,
    key: company.id,
    subject: { type: 'company', id: company.id },
    body,
    effect: {
      text: `company-exits:proposal.${body.kind}`,
      values: {
        company: company.name,
        into: into?.name ?? '',
        day: formatDay(into ? mergeStart(body.fromDay, today) : body.fromDay),
        count: await countLeases(db, company.id),
      },
    },
    why: body.reason,
    companyId: company.id,
    companyIds: body.kind === 'BANKRUPT' ? [] : [company.id, ...(into ? [into.id] : [])],
  })
}
