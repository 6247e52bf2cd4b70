import { companies } from '#features/people/companies/contract.ts'
import { BillingTablesPage } from '#features/pricing/leasing/web/BillingTablesPage.tsx'
import { LeasingCompaniesPage } from '#features/pricing/leasing/web/LeasingCompaniesPage.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'

const pickCompany = pickFrom(
  companies.list,
  (reply) => reply.items.map((company) => ({ value: company.companyId, label: company.companyName })),
  { query: { names: true }, search: 'search' },
)

/** /admin/rahoitusyhtiot: a billing table may be of one company. */
export const LeasingCompaniesHome = () => <LeasingCompaniesPage pickCompany={pickCompany} />

/** /admin/laskutustaulukot */
export const BillingTablesHome = () => <BillingTablesPage pickCompany={pickCompany} />
