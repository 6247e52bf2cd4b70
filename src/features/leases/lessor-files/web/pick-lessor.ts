import { leasing } from '#features/pricing/leasing/contract.ts'
import { pickFrom } from '#platform/web/form/Picker.tsx'

/** The lessors that are in use, for a picker. */
export const pickLessor = pickFrom(
  leasing.companies,
  (reply) => reply.items.flatMap((one) => ('name' in one ? [{ value: one.id, label: one.name }] : [])),
  { query: { forDropdown: true } },
)
