import { companies } from '#features/people/companies/contract.ts'
import { pickFrom } from '#platform/web/form/Picker.tsx'

/** The choice of a company by its name. */
export const pickCompany = pickFrom(
  companies.list,
  (reply) => reply.items.map((company) => ({ value: company.companyId, label: company.companyName })),
  { query: { names: true }, search: 'search' },
)
