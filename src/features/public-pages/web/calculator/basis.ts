import type { BillingTerms } from '#features/leasing/rules.ts'
import type { TaxTables } from '#features/tax/rules/tax-tables.ts'
import { centsFromEuros } from '#platform/money.ts'
import { generalTerms } from '../../rules.ts'
import { kept, keys } from '../islands/storage.ts'

/** What the figures rest on: the lease's terms, the tax tables, and the employer's limit for who is signed in. */
export interface Basis {
  terms: BillingTerms
  tables: TaxTables
  maxPriceCents?: number
}

interface User {
  userRoles?: { companyId: string | null }[]
}

/** The price limit of a signed-in person's company; nothing for visitors and when it cannot be fetched. */
async function companyLimit(): Promise<Pick<Basis, 'maxPriceCents'>> {
  if (kept(keys.signedIn) !== '1') return {}
  try {
    const user = (await (await fetch('/api/user')).json()) as User
    const companyId = user.userRoles?.find((role) => role.companyId)?.companyId
    if (!companyId) return {}
    const { maxPrice } = (await (await fetch(`/api/companies/${companyId}/max-price`)).json()) as { maxPrice?: number }
    return typeof maxPrice === 'number' ? { maxPriceCents: centsFromEuros(maxPrice) } : {}
  } catch {
    return {}
  }
}

/** Loads the tables as a chunk of their own, so that the page is there before its three hundred municipalities. */
export async function loadBasis(): Promise<Basis> {
  const [{ shippedTaxTables }, limit] = await Promise.all([
    import('#features/tax/parameters/shipped.ts'),
    companyLimit(),
  ])
  return { terms: generalTerms, tables: shippedTaxTables, ...limit }
}
