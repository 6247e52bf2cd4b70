import { companies } from '#features/companies/contract.ts'
import { useApi } from '#platform/web/api/api.ts'

/** The companies as choices of a filter. */
export function useCompanyChoices(): { value: string; label: string }[] {
  const { data } = useApi(companies.list, { query: { names: true }, staleMs: 60_000 })
  return (data?.items ?? []).map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))
}
