import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import type { Day } from '#platform/values/days.ts'
import { findCompanyVatFields, findVatOn } from './queries.ts'

export interface VatInForce {
  readonly basisPoints: number
  readonly country: string
  readonly validFrom: Day | null
  readonly validTo: Day | null
  readonly source: 'COMPANY' | 'COUNTRY'
}

/**
 * The VAT rate of a company on a day: its own, else the standard rate of its country.
 * @throws NOT_FOUND for a company outside the scope, or a country without a rate
 */
export async function companyVatOn(db: Db, companyId: string, day: Day, scope: Scope): Promise<VatInForce> {
  const company = (await findCompanyVatFields(db, scope, companyId)) ?? fail('NOT_FOUND')
  const { country, vat_basis_points: own } = company
  if (own !== null) return { basisPoints: own, country, validFrom: null, validTo: null, source: 'COMPANY' }
  const rate = (await findVatOn(db, country, day)) ?? fail('NOT_FOUND')
  return {
    basisPoints: rate.basis_points,
    country,
    validFrom: rate.valid_from,
    validTo: rate.valid_to,
    source: 'COUNTRY',
  }
}
