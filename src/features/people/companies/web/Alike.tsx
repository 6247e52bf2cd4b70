import { companies } from '#features/people/companies/contract.ts'
import { useApi } from '#platform/web/api/api.ts'

/** The business id of a company whose name another company bears too; nothing of others. */
export function Alike({ companyId }: { companyId: string }) {
  const { data } = useApi(companies.list, { query: { names: true }, staleMs: 60_000 })
  const businessId = data?.items.find((one) => one.companyId === companyId)?.businessId
  return businessId ? <span className="muted"> {businessId}</span> : null
}
