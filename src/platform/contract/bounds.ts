/**
 * The value nearest to a bound that the bound lets through: the bound itself, or one step inside an exclusive one.
 * @param step the schema's `multipleOf`; whole numbers when left out
 */
export function nearestAllowed(keyword: string, bound: number, step = 1): number {
  const decimals = String(step).split('.')[1]?.length ?? 0
  if (keyword === 'exclusiveMinimum') return Number((bound + step).toFixed(decimals))
  if (keyword === 'exclusiveMaximum') return Number((bound - step).toFixed(decimals))
  return bound
}
