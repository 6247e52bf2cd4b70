import type { Company, CompanyInList, NewCompany } from '#features/people/companies/shapes.ts'
import { failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import {
  requireBusinessId,
  requireEmail,
  requireVatNumber,
  storedPhone,
} from '#platform/server/http/identifier-fields.ts'
import { splitsAmounts } from '#platform/values/csv-form.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import { findCompanyPolicy, policyOf } from './policies.ts'
import { type CompanyRow, type findCompany, type listCompanies, listUnits } from './queries.ts'

type FoundCompany = NonNullable<Awaited<ReturnType<typeof findCompany>>>

const percentOrNull = (basisPoints: number | null) =>
  basisPoints === null ? null : percentFromBasisPoints(basisPoints)

/** The columns of a company as the fields of the wire. */
export function fieldsOf(row: CompanyRow) {
  return {
    name: row.name,
    businessId: row.business_id,
    vatNumber: row.vat_number,
    country: row.country,
    language: row.language,
    eInvoiceAddress: row.e_invoice_address,
    operatorId: row.e_invoice_operator,
    address: { streetAddress: row.street_address, postalCode: row.postal_code, city: row.city },
    contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    groupCompanyId: row.group_company_id,
    leasingCompanyId: row.leasing_company_id,
    maxPrice: eurosFromCents(row.max_price_cents),
    vatValue: percentOrNull(row.vat_basis_points),
    twoFactor: row.two_factor,
    exemptAllocation: row.exempt_allocation,
    extraOperating: eurosFromCents(row.extra_operating_cents),
    payrollDay: row.payroll_day,
    payTypeCodes: row.pay_type_codes as Company['payTypeCodes'],
    exportProfile: row.export_profile as Company['exportProfile'],
    signerUserIds: row.signer_user_ids,
    active: row.active,
  }
}

export async function companyOf(db: Db, row: FoundCompany): Promise<Company> {
  const units = await listUnits(db, row.id)
  const policy = await findCompanyPolicy(db, row.id)
  return {
    companyId: row.id,
    companyName: row.name,
    ...fieldsOf(row),
    groupCompanyName: row.group_name,
    leasingCompanyName: row.lessor_name,
    policy: policy ? policyOf(policy) : null,
    companyUnits: units.map((unit) => ({ unitId: unit.id, unitName: unit.name, companyId: unit.company_id })),
    version: row.version,
    createdAt: row.created_at.toISOString(),
  }
}

type ListedRow = Awaited<ReturnType<typeof listCompanies>>['rows'][number]

/** A row of the list; a beneficiary sees the name and the limit of the employer, no more. */
export function listedOf(
  row: ListedRow,
  { namesOnly, isOwnOnly, hasAlike }: { namesOnly: boolean; isOwnOnly: boolean; hasAlike: boolean },
): CompanyInList {
  const name = { companyId: row.id, companyName: row.name }
  // Two of one name are told apart by their business ids.
  if (namesOnly) return hasAlike && !isOwnOnly ? { ...name, businessId: row.business_id } : name
  const limits = { ...name, name: row.name, maxPrice: eurosFromCents(row.max_price_cents) }
  if (isOwnOnly) return limits
  return {
    ...limits,
    businessId: row.business_id,
    groupCompanyId: row.group_company_id,
    leasingCompanyId: row.leasing_company_id,
    vatValue: percentOrNull(row.vat_basis_points),
    companyUnits: row.units,
    active: row.active,
    version: row.version,
  }
}

type Fields = Omit<Partial<NewCompany>, 'policy' | 'companyUnits'> & { active?: boolean; signerUserIds?: string[] }

const orNull = (text: string | null | undefined) => text?.trim() || null

/** @throws VALIDATION for a file of one's own in which no amount would stay in one piece */
function requireWholeAmounts({ exportProfile }: Fields): void {
  if (exportProfile?.own && splitsAmounts(exportProfile.own))
    failFieldText('exportProfile.own.quotes', 'companies:fieldErrors.AMOUNTS_SPLIT')
}

/**
 * The columns of the fields that are given, after their own checks.
 * @param country the country that decides which business ids are checked
 * @throws BUSINESS_ID_INVALID, VALIDATION at the field
 */
export function columnsOf(fields: Fields, country: string) {
  requireBusinessId(fields.businessId, country)
  requireVatNumber(fields.vatNumber)
  requireWholeAmounts(fields)
  requireEmail(fields.contact?.email, 'contact.email')
  const { address, contact } = fields
  const columns = {
    name: fields.name?.trim(),
    business_id: fields.businessId?.trim(),
    vat_number: fields.vatNumber === undefined ? undefined : orNull(fields.vatNumber),
    country: fields.country,
    language: fields.language,
    e_invoice_address: fields.eInvoiceAddress === undefined ? undefined : orNull(fields.eInvoiceAddress),
    e_invoice_operator: fields.operatorId === undefined ? undefined : orNull(fields.operatorId),
    street_address: address?.streetAddress === undefined ? undefined : orNull(address.streetAddress),
    postal_code: address?.postalCode === undefined ? undefined : orNull(address.postalCode),
    city: address?.city === undefined ? undefined : orNull(address.city),
    contact_name: contact?.name === undefined ? undefined : orNull(contact.name),
    contact_email: contact?.email === undefined ? undefined : orNull(contact.email),
    contact_phone: contact?.phone === undefined ? undefined : storedPhone(contact.phone, 'contact.phone'),
    group_company_id: fields.groupCompanyId,
    leasing_company_id: fields.leasingCompanyId,
    max_price_cents: fields.maxPrice === undefined ? undefined : centsFromEuros(fields.maxPrice),
    vat_basis_points: typeof fields.vatValue === 'number' ? basisPointsFromPercent(fields.vatValue) : fields.vatValue,
    two_factor: fields.twoFactor,
    exempt_allocation: fields.exemptAllocation,
    extra_operating_cents: fields.extraOperating === undefined ? undefined : centsFromEuros(fields.extraOperating),
    payroll_day: fields.payrollDay,
    pay_type_codes: fields.payTypeCodes === undefined ? undefined : JSON.stringify(fields.payTypeCodes),
    export_profile: fields.exportProfile === undefined ? undefined : JSON.stringify(fields.exportProfile),
    signer_user_ids: fields.signerUserIds,
    active: fields.active,
  }
  return columns
}
