import type { QueryOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { VatEffects, vat } from '../contract.ts'
import { turnedDays } from '../rules.ts'
import { vatPorts } from './ports.ts'
import { listVatRates } from './queries.ts'

const percentOf = (basisPoints: number | null) => (basisPoints === null ? null : percentFromBasisPoints(basisPoints))

/** What a change of the rates would change; nothing is written. @throws NOT_FOUND for a rate that is not there */
export async function vatEffects(db: Db, query: QueryOf<typeof vat.effects>, today: Day): Promise<VatEffects> {
  const { id, remove = false, country, value, validFrom, validTo } = query
  const rates = await listVatRates(db)
  if (id && !rates.some((rate) => rate.id === id)) fail('NOT_FOUND')
  const wanted = {
    country,
    basis_points: basisPointsFromPercent(value),
    valid_from: validFrom,
    valid_to: validTo ?? null,
  }
  const others = rates.filter((rate) => rate.id !== id)
  const inCountry = <R extends { country: string }>(all: readonly R[]) => all.filter((rate) => rate.country === country)
  const turns = turnedDays(inCountry(rates), inCountry(remove ? others : [...others, wanted]))
  return {
    turns: turns.map(({ from, to, before, after }) => ({
      from,
      to,
      before: percentOf(before),
      after: percentOf(after),
    })),
    ...(await vatPorts().countTouched(db, { country, turns, today })),
  }
}
