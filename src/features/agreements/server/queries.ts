import { type RawBuilder, sql } from 'kysely'
import type { AgreementSort } from '#features/agreements/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { folded, pageOfFound, searchedIn } from '#platform/server/database/search.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'

const scopeColumns = { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }

const agreementsIn = (db: Db, scope: Scope) =>
  db.selectFrom('leasing_agreements as a').where(within(scope, scopeColumns))

const rows = (db: Db, scope: Scope) =>
  agreementsIn(db, scope)
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .selectAll('a')
    .select([
      'c.name as company_name',
      'l.name as lessor_name',
      'u.first_name',
      'u.last_name',
      'e.employee_number',
      'e.user_id',
    ])

type AgreementRecord = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function rowView(a: AgreementRecord) {
  return {
    leasingAgreementId: a.id,
    agreementNumber: a.agreement_number,
    version: a.version,
    status: a.status,
    leaseState: a.lease_state,
    endReason: a.end_reason,
    companyId: a.company_id,
    companyName: a.company_name,
    beneficiaryEmployeeId: a.beneficiary_employee_id,
    employeeName: `${a.first_name} ${a.last_name}`,
    employeeNumber: a.employee_number,
    leasingCompany: a.lessor_name,
    leaseTimeMonths: a.lease_months,
    instalment: eurosFromCents(a.instalment_cents),
    startDay: a.start_day,
    endDay: a.end_day,
    endsOn: a.ends_on,
    endsAs: a.ends_as,
    bikeAt: a.bike_at,
    lostClosedAt: a.lost_closed_at?.toISOString() ?? null,
    keptFrom: a.kept_from,
    commitmentDate: a.commitment_day,
    taxRegime: a.tax_regime,
    createdAt: a.created_at.toISOString(),
  }
}

export interface AgreementFilter {
  readonly searchEmail?: string | undefined
  readonly searchEmployeeNumber?: string | undefined
  readonly searchName?: string | undefined
  readonly status?: 'PENDING' | 'SIGNED' | 'REJECTED' | 'NONE' | undefined
  readonly sort?: AgreementSort | undefined
}

const sortColumns = {
  createdAt: 'created_at',
  startDay: 'start_day',
  endDay: 'end_day',
  instalment: 'instalment_cents',
} as const

/** The column and the direction of a list; the id tells equals apart. */
function orderOf({ sort = '-createdAt' }: AgreementFilter) {
  const column = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  return { column, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }
}

/** The carried text narrows by its index; the columns themselves decide, looked up for those few alone. */
function searchedPeople(
  db: Db,
  scope: Scope,
  { email, number, name }: Record<'email' | 'number' | 'name', string | undefined>,
) {
  // One company's people are looked through as they are: what is common among them is not common among all.
  const isOneCompany = !scope.all && scope.companyIds.length === 1
  const carried = isOneCompany ? sql`(e.search_text || '')` : sql`e.search_text`
  const own = (text: RawBuilder<unknown>) =>
    sql<string>`(select ${folded(sql`' ' || ${text}`)} from users u where u.id = e.user_id)`
  return agreementsIn(db, scope)
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .$if(email !== undefined, (q) =>
      q.where(searchedIn(carried, email!)).where(searchedIn(own(sql`u.work_email`), email!)),
    )
    .$if(number !== undefined, (q) =>
      q.where(searchedIn(carried, number!)).where(searchedIn(folded(sql`' ' || e.employee_number`), number!)),
    )
    .$if(name !== undefined, (q) =>
      q.where(searchedIn(carried, name!)).where(searchedIn(own(sql`u.first_name || ' ' || u.last_name`), name!)),
    )
}

/** The agreements that a filter lets through; people are joined only to search among them. */
function chosenAgreements(db: Db, scope: Scope, filter: AgreementFilter) {
  const email = searchText(filter.searchEmail)
  const number = searchText(filter.searchEmployeeNumber)
  const name = searchText(filter.searchName)
  const isSearch = email !== undefined || number !== undefined || name !== undefined
  const searched = isSearch ? searchedPeople(db, scope, { email, number, name }) : agreementsIn(db, scope)
  const chosen = (searched as ReturnType<typeof agreementsIn>)
    .$if(filter.status === 'NONE', (q) => q.where('a.status', 'is', null))
    .$if(filter.status !== undefined && filter.status !== 'NONE', (q) =>
      q.where('a.status', '=', filter.status as 'PENDING'),
    )
  return { chosen, isSearch }
}

interface PageAt {
  readonly page: number
  readonly limit: number
}

/** A page of agreements: the page's ids are chosen first, then joined. */
export async function listAgreements(db: Db, scope: Scope, filter: AgreementFilter & PageAt) {
  const { ids, ...count } = await idsAndTotal(db, scope, filter)
  return pageOf(await agreementRows(db, scope, ids), { page: filter.page, limit: filter.limit, ...count })
}

/** All ids of a filter, for a file of the whole list. */
export async function allAgreementIds(db: Db, scope: Scope, filter: AgreementFilter): Promise<string[]> {
  const { column, direction } = orderOf(filter)
  const { chosen } = chosenAgreements(db, scope, filter)
  const found = await chosen.select('a.id').orderBy(`a.${column}`, direction).orderBy('a.id', direction).execute()
  return found.map(({ id }) => id)
}

/** The list's rows of already chosen ids, in the order of the ids. */
export async function agreementRows(db: Db, scope: Scope, ids: readonly string[]) {
  const found = await rows(db, scope)
    .where('a.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], a.id)`)
    .execute()
  return found.map(rowView)
}

/** The ids of one page and the bounded count of all. */
async function idsAndTotal(db: Db, scope: Scope, filter: AgreementFilter & PageAt) {
  const { chosen, isSearch } = chosenAgreements(db, scope, filter)
  const { column, direction } = orderOf(filter)
  const page = { limit: filter.limit, offset: (filter.page - 1) * filter.limit }
  if (isSearch) {
    const order = sql`${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)}`
    return pageOfFound(db, { found: chosen.select(['a.id', `a.${column}`]), order }, page)
  }
  const ids = await chosen
    .select('a.id')
    .orderBy(`a.${column}`, direction)
    .orderBy('a.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { ids: ids.map(({ id }) => id), total: await countOf(db, chosen) }
}

/** One agreement inside the scope with its prices and signatures. */
export async function findAgreement(db: Db, scope: Scope, id: string) {
  const a = await rows(db, scope).where('a.id', '=', id).executeTakeFirst()
  if (!a) return null
  const signatures = await db
    .selectFrom('signatures')
    .select(['party', 'typed_name', 'signed_at'])
    .where('leasing_agreement_id', '=', id)
    .orderBy('signed_at')
    .execute()
  return {
    ...rowView(a),
    orderId: a.order_id,
    chainId: a.chain_id,
    previousAgreementId: a.previous_agreement_id,
    totalAmount: eurosFromCents(a.price_cents),
    lastInstalment: eurosFromCents(a.last_instalment_cents),
    adminFee: eurosFromCents(a.admin_fee_cents),
    residual: eurosFromCents(a.residual_cents),
    buyOut: a.buy_out_cents.map((cents) => eurosFromCents(Number(cents))),
    vatPercent: percentFromBasisPoints(a.vat_basis_points),
    benefitModel: a.benefit_model,
    taxRegimeReview: a.tax_regime_review,
    exemptUntil: a.exempt_until,
    documentSha256: a.document_sha256?.toString('hex') ?? null,
    signatures: signatures.map((s) => ({ party: s.party, name: s.typed_name, signedAt: s.signed_at.toISOString() })),
    voidAt: a.void_at?.toISOString() ?? null,
  }
}

/** The file of an agreement inside the scope: the sealed one where it is, else the one to sign. */
export async function findAgreementFile(db: Db, scope: Scope, id: string): Promise<string | null> {
  const row = await agreementsIn(db, scope)
    .where('a.id', '=', id)
    .select([
      'a.document_file_id',
      (eb) =>
        eb
          .selectFrom('signed_documents as d')
          .select('d.file_id')
          .whereRef('d.leasing_agreement_id', '=', 'a.id')
          .where('d.kind', '=', 'AGREEMENT')
          .where('d.deleted_at', 'is', null)
          .limit(1)
          .as('sealed_file_id'),
    ])
    .executeTakeFirst()
  return row?.sealed_file_id ?? row?.document_file_id ?? null
}

/** The order of an agreement; the caller locks it inside their scope. */
export async function findOrderOf(db: Db, agreementId: string): Promise<string | null> {
  const row = await db
    .selectFrom('leasing_agreements')
    .select('order_id')
    .where('id', '=', agreementId)
    .executeTakeFirst()
  return row?.order_id ?? null
}

/** What a signature of an agreement names. */
export async function findSignedParts(db: Db, agreementId: string) {
  return db
    .selectFrom('leasing_agreements')
    .select(['document_sha256', 'agreement_number', 'created_at'])
    .where('id', '=', agreementId)
    .executeTakeFirstOrThrow()
}

/** The signatures of an agreement, in the order in which they were given. */
export async function signaturesOf(db: Db, agreementId: string) {
  return db
    .selectFrom('signatures')
    .selectAll()
    .where('leasing_agreement_id', '=', agreementId)
    .orderBy('signed_at')
    .execute()
}
