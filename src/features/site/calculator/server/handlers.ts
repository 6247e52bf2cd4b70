import { fairValuesToWire } from '#features/pricing/leasing/fair-values.ts'
import { failLeasing } from '#features/pricing/leasing/server/terms.ts'
import { termsToWire } from '#features/pricing/leasing/terms.ts'
import { taxTablesToWire } from '#features/pricing/tax/columns.ts'
import { incomeTax } from '#features/pricing/tax/rules/income-tax.ts'
import { parametersFor, type TaxParameters } from '#features/pricing/tax/rules/tax-parameters.ts'
import { taxTablesConfirmedOn, taxTablesFrom, taxTablesVersion } from '#features/pricing/tax/server/tables.ts'
import { fail, failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { BikeBenefitQuestion, calculator } from '../contract.ts'
import { bikeBenefit } from '../rules.ts'
import { benefitAnswerOf, benefitInputOf, incomeTaxAnswerOf, incomeTaxInputOf } from '../wire.ts'
import { callerTerms } from './caller-terms.ts'

interface Asked {
  readonly year: number
  readonly municipality?: string
  readonly birthYear?: number
}

/** @throws VALIDATION for an unknown municipality or somebody not born yet, SERVICE_UNAVAILABLE without tables */
async function taxParametersFor(db: Db, { year, municipality, birthYear }: Asked): Promise<TaxParameters> {
  if (birthYear !== undefined && birthYear > year) failField('birthYear', 'TOO_LARGE', 'is after the tax year', year)
  const found = parametersFor(year, await taxTablesFrom(db), municipality ?? null)
  if (found.ok) return found.parameters
  if (found.code === 'MUNICIPALITY_NOT_FOUND') failField('municipality', 'NOT_IN_LIST', 'is not a municipality')
  return fail('SERVICE_UNAVAILABLE')
}

/** Without a tax card the tax has to be computed, which takes a municipality and a church. */
function requireTaxGrounds({ taxPercent, municipality, churchMembership }: BikeBenefitQuestion): void {
  if (taxPercent !== undefined) return
  if (municipality === undefined) failField('municipality', 'REQUIRED', 'is needed without taxPercent')
  if (churchMembership === undefined) failField('churchMembership', 'REQUIRED', 'is needed without taxPercent')
}

// The read pool answers all of it: a question changes nothing and needs no transaction.
export const calculatorHandlers: Handlers<typeof calculator> = {
  async incomeTax({ body }, { read }) {
    const parameters = await taxParametersFor(read, body)
    return incomeTaxAnswerOf(incomeTax(incomeTaxInputOf(body), parameters))
  },
  async bikeBenefit({ body }, { read, env, user }) {
    requireTaxGrounds(body)
    const parameters = await taxParametersFor(read, body)
    const { terms, maxPriceCents, excess, vat, fairValues } = await callerTerms(read, user, helsinkiDay(env.now()))
    const limit = maxPriceCents === null ? {} : { maxPriceCents, excess: excess ?? 'NO' }
    const options = { vat, fairValues, ...limit }
    const benefit = bikeBenefit(benefitInputOf(body), terms, parameters, options)
    if (benefit.ok) return benefitAnswerOf(benefit)
    if (benefit.code === 'VALIDATION') return failFieldText('monthlyPay', 'leasing:fieldErrors.BELOW_INSTALMENT')
    return failLeasing(benefit)
  },
  async parameters(_request, { read, env, user }) {
    const { terms, maxPriceCents, excess, vat, fairValues, mark } = await callerTerms(
      read,
      user,
      helsinkiDay(env.now()),
    )
    const version = await taxTablesVersion(read)
    const confirmedOn = await taxTablesConfirmedOn(read, Number(helsinkiDay(env.now()).slice(0, 4)))
    const body = {
      terms: termsToWire(terms),
      maxPrice: maxPriceCents === null ? null : eurosFromCents(maxPriceCents),
      excess,
      vat: percentFromBasisPoints(vat.basisPoints),
      fairValues: fairValuesToWire(fairValues),
      taxTablesConfirmedOn: confirmedOn,
      taxTables: taxTablesToWire(await taxTablesFrom(read)),
    }
    return new Answer(
      200,
      body,
      version === null ? {} : { etag: sha256(`${version} ${mark} ${confirmedOn}`).toString('base64url') },
    )
  },
}
