/** A line as it is billed, VAT included. */
export interface OracleLine {
  readonly purpose: 'INSTALMENT' | 'FEE' | 'DEDUCTIBLE'
  readonly grossCents: number
  readonly vatBasisPoints: number
}

/** Random numbers that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const rates = [0, 1000, 1350, 1400, 2550]
const purposes = ['INSTALMENT', 'FEE', 'DEDUCTIBLE'] as const

/** An invoice of one to eight lines, some of them below zero. */
export function randomLines(random: () => number): OracleLine[] {
  const upTo = (count: number) => Math.floor(random() * count)
  return Array.from({ length: 1 + upTo(8) }, () => ({
    purpose: purposes[upTo(3)]!,
    grossCents: upTo(1_000_000) - (random() < 0.2 ? 500_000 : 0),
    vatBasisPoints: rates[upTo(5)]!,
  }))
}

/**
 * What EN 16931 says of lines with VAT, counted in another way than the product does: what a rate's gross holds of tax is
 * looked for as the cents whose double is nearest to twice the exact share, half away from zero, with nothing but long
 * division; the rest is its net, and the tax is that of the net (BR-CO-17). What is paid is the gross (BT-115), so the
 * cents between are the rounding (BT-114).
 */
export function expectedTotals(lines: readonly OracleLine[]) {
  const gross = new Map<number, bigint>()
  for (const line of lines)
    gross.set(line.vatBasisPoints, (gross.get(line.vatBasisPoints) ?? 0n) + BigInt(line.grossCents))
  const nets = new Map([...gross].map(([rate, sum]) => [rate, sum - taxIn(sum, BigInt(rate))]))
  const taxes = new Map([...nets].map(([rate, net]) => [rate, taxOn(net, BigInt(rate))]))
  const all = (sums: Iterable<bigint>) => [...sums].reduce((sum, one) => sum + one, 0n)
  const vat = all(taxes.values())
  return { gross: all(gross.values()), vat, rounding: all(gross.values()) - all(nets.values()) - vat, nets, taxes }
}

const taxIn = (gross: bigint, rate: bigint) => shareOf(gross, rate, 10_000n + rate)
const taxOn = (net: bigint, rate: bigint) => shareOf(net, rate, 10_000n)

function shareOf(cents: bigint, rate: bigint, whole: bigint): bigint {
  const size = cents < 0n ? -cents : cents
  let tax = 0n
  let rest = size * rate
  for (let step = 1n << 40n; step > 0n; step >>= 1n)
    if (rest >= step * whole) {
      tax += step
      rest -= step * whole
    }
  if (rest * 2n >= whole) tax += 1n
  return cents < 0n ? -tax : tax
}
