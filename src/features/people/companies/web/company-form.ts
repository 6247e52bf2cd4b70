import { companies } from '#features/people/companies/contract.ts'
import type { Company } from '#features/people/companies/shapes.ts'

/** What every form of an employer's own settings is made with. */
export const companyForm = (company: Company) => ({
  endpoint: companies.update,
  params: { id: company.companyId },
  initial: company,
  also: { version: company.version },
  refresh: [companies.get],
})
