import { companies } from '#features/people/companies/contract.ts'
import { useApi } from '#platform/web/api/api.ts'

export interface CompanyChoice {
  readonly companyId: string
  readonly companyName: string
  readonly groupCompanyId: string | null
  readonly maxPrice: number | null
  readonly units: readonly { readonly value: string; readonly label: string }[]
}

/** The companies that the signed-in employer acts for, by name. */
export function useOwnCompanies() {
  const from = useApi(companies.list, { query: { filtered: true }, staleMs: 60_000 })
  const list: CompanyChoice[] = (from.data?.items ?? []).map((company) => ({
    companyId: company.companyId,
    companyName: company.companyName,
    groupCompanyId: company.groupCompanyId ?? null,
    maxPrice: company.maxPrice ?? null,
    units: (company.companyUnits ?? []).map((unit) => ({ value: unit.unitId, label: unit.unitName })),
  }))
  return { from, list }
}

/** Units of the companies in view; a unit of one of several companies bears the company's name. */
export function unitOptions(list: readonly CompanyChoice[], companyId: string) {
  const shown = companyId ? list.filter((company) => company.companyId === companyId) : list
  return shown.flatMap(({ companyName, units }) =>
    units.map(({ value, label }) => ({ value, label: shown.length > 1 ? `${companyName}: ${label}` : label })),
  )
}
