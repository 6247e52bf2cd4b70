import { type RawBuilder, sql } from 'kysely'
import type { AgreementSort } from '#features/leases/agreements/contract.ts'
import type { LeaseState } from '#features/pricing/leasing/rules/lease-period.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Ids, packedIds } from '#platform/server/database/packed-ids.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import {
  foldedRow,
  hasOwnOrder,
  pageOfFound,
  searchedInCarried,
  searchedInRow,
} from '#platform/server/database/search.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { readSort } from '#platform/values/sort-name.ts'

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
    employeeName: `${a.last_name} ${a.first_name}`,
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
  /** By name, address, employee number and agreement number at once. */
  readonly search?: string | undefined
  readonly searchEmail?: string | undefined
  readonly searchEmployeeNumber?: string | undefined
  readonly searchName?: string | undefined
  readonly companyId?: string | undefined
  readonly status?: 'PENDING' | 'SIGNED' | 'REJECTED' | 'NONE' | undefined
  readonly leaseState?: LeaseState | undefined
  /** Those alone that nothing is ending. */
  readonly isFree?: boolean | undefined
  readonly freeFor?: keyof typeof freeFor | undefined
  readonly sort?: AgreementSort | undefined
  readonly id?: string | undefined
}

const sortColumns = {
  createdAt: 'created_at',
  startDay: 'start_day',
  endDay: 'end_day',
  instalment: 'instalment_cents',
} as const

/** The column and the direction of a list; the id tells equals apart. */
function orderOf({ sort = '-createdAt' }: AgreementFilter) {
  const { name, isDown } = readSort<keyof typeof sortColumns>(sort)
  return { column: sortColumns[name], direction: isDown ? ('desc' as const) : ('asc' as const) }
}

interface Searched {
  readonly any: string | undefined
  readonly email: string | undefined
  readonly number: string | undefined
  readonly name: string | undefined
}

/** What a filter searches for; null when nothing. */
function searchedOf(filter: AgreementFilter): Searched | null {
  const any = searchText(filter.search)
  const email = searchText(filter.searchEmail)
  const number = searchText(filter.searchEmployeeNumber)
  const name = searchText(filter.searchName)
  const searched = { any, email, number, name }
  return Object.values(searched).some((text) => text !== undefined) ? searched : null
}

/** On `beneficiary_employees e` and the agreement `a`: the carried text narrows, the columns themselves decide, looked up for those few alone. */
function searchedPeople(
  inCarried: (term: string) => RawBuilder<boolean>,
  { any, email, number, name }: Searched,
): RawBuilder<boolean> {
  const own = (text: RawBuilder<unknown>) =>
    sql<string>`(select ${foldedRow(sql`(' ' || ${text})`)} from users u where u.id = e.user_id)`
  const parts: RawBuilder<boolean>[] = []
  const both = (text: RawBuilder<unknown>, term: string) => parts.push(inCarried(term), searchedInRow(text, term))
  if (any !== undefined)
    both(own(sql`concat_ws(' ', u.first_name, u.last_name, u.work_email, e.employee_number, a.agreement_number)`), any)
  if (email !== undefined) both(own(sql`u.work_email`), email)
  if (number !== undefined) both(foldedRow(sql`(' ' || e.employee_number)`), number)
  if (name !== undefined) both(own(sql`(u.first_name || ' ' || u.last_name)`), name)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Another end is open, or the bicycle is said to be gone: as the matrix of the lease's story has it. */
const isReturnable = sql<boolean>`(not exists (select 1 from agreement_endings x where x.agreement_id = a.id and x.closed_at is null and x.kind <> 'CLAIM')
  and not exists (select 1 from insurance_claims k where k.agreement_id = a.id and (k.step = 'NEW_BIKE'
    or (k.type in ('THEFT', 'LOSS') and k.step in ('OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED', 'AT_REPAIR')))))`

/**
 * Beside what else each may be begun: a redemption beside no other end, a claim beside any but a redemption that is paid,
 * a return beside no other end nor the loss of the bicycle.
 */
const freeFor = {
  RETURN: isReturnable,
  REDEMPTION: sql<boolean>`(a.kept_from is null and not exists (select 1 from agreement_endings x
    where x.agreement_id = a.id and x.closed_at is null))`,
  CLAIM: sql<boolean>`not exists (select 1 from agreement_endings x join redemptions r on r.id = x.id
    where x.agreement_id = a.id and x.closed_at is null and r.step in ('USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT'))`,
}

/** The agreements that a filter without its search lets through. */
const chosenAgreements = (db: Db, scope: Scope, filter: AgreementFilter) => {
  const { companyId, status, leaseState, isFree, id } = filter
  return agreementsIn(db, scope)
    .$if(filter.freeFor !== undefined, (q) => q.where(freeFor[filter.freeFor!]))
    .$if(companyId !== undefined, (q) => q.where('a.company_id', '=', companyId!))
    .$if(leaseState !== undefined, (q) => q.where('a.lease_state', '=', leaseState!))
    .$if(isFree === true, (q) =>
      q.where(
        sql<boolean>`not exists (select 1 from agreement_endings x
          where x.agreement_id = a.id and x.closed_at is null and x.kind <> 'CLAIM')`,
      ),
    )
    .$if(id !== undefined, (q) => q.where('a.id', '=', id!))
    .$if(status === 'NONE', (q) => q.where('a.status', 'is', null))
    .$if(status !== undefined && status !== 'NONE', (q) => q.where('a.status', '=', status as 'PENDING'))
}

/** The same with the search; people are joined only to search among them. */
function foundAgreements(db: Db, scope: Scope, filter: AgreementFilter) {
  const searched = searchedOf(filter)
  const chosen = chosenAgreements(db, scope, filter)
  if (!searched) return chosen
  return chosen
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .where(searchedPeople((term) => searchedInCarried(scope, term), searched)) as typeof chosen
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
export async function allAgreementIds(db: Db, scope: Scope, filter: AgreementFilter): Promise<Ids> {
  const { column, direction } = orderOf(filter)
  const found = foundAgreements(db, scope, filter)
    .select('a.id')
    .orderBy(`a.${column}`, direction)
    .orderBy('a.id', direction)
  return packedIds(db, found)
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
  const { column, direction } = orderOf(filter)
  const page = { limit: filter.limit, offset: (filter.page - 1) * filter.limit }
  const chosen = chosenAgreements(db, scope, filter)
  const searched = searchedOf(filter)
  if (searched) {
    const ordered = chosen.orderBy(`a.${column}`, direction).orderBy('a.id', direction)
    // Person by person, and not by the index over everybody's texts.
    const among = (count: number, after: number) => sql`
      select a.* from ${ordered
        .select(['a.id', `a.${column}`, 'a.beneficiary_employee_id', 'a.agreement_number'])
        .limit(sql.lit(count))
        .offset(sql.lit(after))} a
        cross join lateral (select 1 from beneficiary_employees e
          where e.id = a.beneficiary_employee_id and ${searchedPeople((term) => searchedInRow(sql`e.search_text`, term), searched)} offset 0) e`
    // An index gives everybody's agreements in each order, and those of a company from the newest on.
    const isOrdered = scope.all || (hasOwnOrder(scope) && column === 'created_at')
    return pageOfFound(
      db,
      {
        table: 'leasing_agreements',
        found: foundAgreements(db, scope, filter).select(['a.id', `a.${column}`]),
        among: isOrdered ? among : undefined,
        order: sql`${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)}`,
      },
      page,
    )
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
