import type { ReplyOf } from '#platform/contract/contract.ts'
import type { companies } from './contract.ts'

/** The companies of a list as choices of a filter or a field. */
export const companyOptions = ({ items }: Pick<ReplyOf<typeof companies.list>, 'items'>) =>
  items.map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))
