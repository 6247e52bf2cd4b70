import { termsStandings } from '#features/people/companies/employer-terms/server/standing.ts'
import { isUnitOf } from '#features/people/employees/server/queries.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { LinkToken } from '#platform/server/http/link-tokens.ts'
import { NO_LAST_DAY } from '#platform/values/days.ts'

export interface CompanyToJoin {
  readonly id: string
  readonly name: string
  readonly language: LanguageCode
  readonly group_company_id: string | null
}

/** The companies that a registration link opens; closed ones are none. @throws TOKEN_NOT_VALID when none is left */
export async function companiesOfLink(db: Db, link: LinkToken): Promise<CompanyToJoin[]> {
  const open = db
    .selectFrom('companies')
    .select(['id', 'name', 'language', 'group_company_id'])
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
  const { companyId, groupCompanyId } = link
  const chosen = groupCompanyId ? open.where('group_company_id', '=', groupCompanyId) : open.where('id', '=', companyId)
  const rows = await chosen.orderBy('name').orderBy('id').limit(500).execute()
  // A company's own link was made once it had accepted; a group's link opens its companies of later as well.
  const opened = groupCompanyId ? await withTerms(db, rows) : rows
  if (opened.length === 0) throw new AppError('TOKEN_NOT_VALID')
  return opened
}

/** Those whose employer has ever accepted what it has to before its first link. */
async function withTerms(db: Db, rows: CompanyToJoin[]): Promise<CompanyToJoin[]> {
  const ids = rows.map(({ id }) => id)
  const standings = await termsStandings(db, ids, NO_LAST_DAY)
  return rows.filter(({ id }) => {
    const standing = standings.get(id)
    return standing && (standing.waived || Object.values(standing.states).every((state) => state !== 'MISSING'))
  })
}

export async function unitsOf(db: Db, companyIds: readonly string[]) {
  return db
    .selectFrom('company_units')
    .select(['id', 'name', 'company_id'])
    .where('company_id', 'in', [...companyIds])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}

export interface Place {
  readonly company: CompanyToJoin
  readonly unitId: string | null
  readonly employeeNumber: string | null
}

interface GivenPlace {
  readonly companyId?: string | null
  readonly unitId?: string | null
  readonly employeeNumber?: string | null
}

/** The company and unit that a person names, as far as the link opens them. @throws VALIDATION at the field */
export async function placeOf(db: Db, link: LinkToken, given: GivenPlace): Promise<Place> {
  const companies = await companiesOfLink(db, link)
  const wanted = given.companyId ?? (link.groupCompanyId ? null : link.companyId)
  if (!wanted) failField('companyId', 'REQUIRED', 'is needed')
  const company =
    companies.find(({ id }) => id === wanted) ?? failField('companyId', 'NOT_IN_LIST', 'is not open to the link')
  const unitId = given.unitId ?? null
  if (unitId && !(await isUnitOf(db, company.id, unitId)))
    failField('unitId', 'NOT_IN_LIST', 'is not a unit of the company')
  return { company, unitId, employeeNumber: given.employeeNumber?.trim() || null }
}
