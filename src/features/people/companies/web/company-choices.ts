import { companyGroups } from '#features/people/companies/groups/contract.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { pickFrom } from '#platform/web/form/Picker.tsx'

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
