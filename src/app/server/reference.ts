import { sql } from 'kysely'
import { registerAgreementTerms } from '#features/leases/agreements/server/agreement-terms.ts'
import { registerEmployerTerms } from '#features/people/companies/employer-terms/server/register-terms.ts'
import { seedTaxTables } from '#features/pricing/tax/server/seed.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { stableId } from '#platform/server/roles/role-ids.ts'

const operatorId = stableId('leasing-company', 'operator')

/**
 * The operator, which may bill leases itself, and the two outside lessors. The operator is called in every paper as the
 * brand's owner is, also after the brand has changed, and has all of its details as long as nobody has edited them;
 * papers that exist stay as they are.
 */
async function writeLessors(db: Db, { brand }: Services): Promise<void> {
  const details = {
    name: brand.legalName,
    business_id: brand.businessId,
    vat_number: brand.vatNumber,
    e_invoice_address: brand.eInvoiceAddress,
    e_invoice_operator: brand.operatorId,
    invoice_email: brand.email,
    street_address: brand.streetAddress,
    postal_code: brand.postalCode,
    city: brand.city,
  }
  await db
    .insertInto('leasing_companies')
    .values([
      { id: operatorId, kind: 'OPERATOR', ...details },
      { id: stableId('leasing-company', 'grenke'), name: 'Grenkeleasing Oy', kind: 'GRENKE' },
      { id: stableId('leasing-company', 'lease-plus'), name: 'LeasePlus OÜ', kind: 'LEASE_PLUS', country: 'EE' },
    ])
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .updateTable('leasing_companies')
    .set({ name: brand.legalName })
    .where('id', '=', operatorId)
    .where('name', '<>', brand.legalName)
    .execute()
  const isOther = Object.entries(details).map(
    ([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`,
  )
  await db
    .updateTable('leasing_companies')
    .set(details)
    .where('id', '=', operatorId)
    // Every edit of a person makes the next version.
    .where('version', '=', 1)
    .where((eb) => eb.or(isOther))
    .execute()
}

async function writeGeneralBillingTable(db: Db): Promise<void> {
  await db
    .insertInto('billing_tables')
    .values({
      id: stableId('billing-table', 'operator-general'),
      leasing_company_id: operatorId,
      name: 'Yleinen',
      instalment_cents: 10_000,
      insurance_cents: 1_200,
      service_cents: 1_000,
      yearly_interest_basis_points: 490,
      residual_basis_points: 500,
      admin_fee_cents: 1_500,
      min_months: 12,
      max_months: 60,
      min_price_cents: 50_000,
      max_price_cents: 450_000,
      valid_from: '2024-01-01',
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

/**
 * Standard rates: Finland 24 % from 2013 and 25.5 % from 1.9.2024; Estonia 22 % from 2024 and 24 % from 1.7.2025;
 * Sweden 25 % since 1.7.1990.
 */
async function writeVatRates(db: Db): Promise<void> {
  await db
    .insertInto('vat_rates')
    .values([
      {
        id: stableId('vat', 'FI-2013'),
        country: 'FI',
        basis_points: 2400,
        valid_from: '2013-01-01',
        valid_to: '2024-08-31',
      },
      { id: stableId('vat', 'FI-2024'), country: 'FI', basis_points: 2550, valid_from: '2024-09-01' },
      {
        id: stableId('vat', 'EE-2024'),
        country: 'EE',
        basis_points: 2200,
        valid_from: '2024-01-01',
        valid_to: '2025-06-30',
      },
      { id: stableId('vat', 'EE-2025'), country: 'EE', basis_points: 2400, valid_from: '2025-07-01' },
      { id: stableId('vat', 'SE-1990'), country: 'SE', basis_points: 2500, valid_from: '1990-07-01' },
    ])
    .onConflict((c) => c.doNothing())
    .execute()
}

/**
 * The rows that every installation needs before its first company: lessors, the operator's general billing table, the
 * standard VAT rates and the tax tables. Written once; what an administrator changes afterwards stays, but for the
 * operator's name. What nobody has touched follows the brand, which may be set after the first start.
 */
export async function syncReference(db: Db, services: Services): Promise<void> {
  await writeLessors(db, services)
  await writeGeneralBillingTable(db)
  await writeVatRates(db)
  await seedTaxTables(db, services.env)
  await registerAgreementTerms(db, services)
  await registerEmployerTerms(db, services)
}
