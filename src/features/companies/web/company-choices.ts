import { companies } from '#features/companies/contract.ts'
import { companyGroups } from '#features/company-groups/contract.ts'
import { leasing } from '#features/leasing/contract.ts'
import { pickFrom } from '#platform/web/Picker.tsx'

export const pickLessor = pickFrom(
  leasing.companies,
  (reply) => reply.items.flatMap((item) => ('id' in item ? [{ value: item.id, label: item.name }] : [])),
  { query: { forDropdown: true } },
)

export const pickGroup = pickFrom(
  companyGroups.list,
  (reply) => reply.items.flatMap((item) => ('id' in item ? [{ value: item.id, label: item.name }] : [])),
  { query: { forDropdown: true } },
)

export const pickCompany = pickFrom(
  companies.list,
  (reply) => reply.items.map((company) => ({ value: company.companyId, label: company.companyName })),
  { query: { names: true }, search: 'search' },
)
