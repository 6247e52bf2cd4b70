import type { ReplyOf } from '#platform/contract/contract.ts'
import { companies } from './contract.ts'

/** The companies of a list as choices of a filter or a field; those of one name with their business ids. */
const companyOptions = ({ items }: Pick<ReplyOf<typeof companies.list>, 'items'>) =>
  items.map(({ companyId, companyName, businessId }) => ({
    value: companyId,
    label: businessId ? `${companyName} (${businessId})` : companyName,
  }))

/** Every company that the caller reaches, by name, as choices: `useChoices(...companyChoices)`. */
export const companyChoices = [companies.list, { query: { names: true } }, companyOptions] as const
