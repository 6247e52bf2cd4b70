import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What one call of a route costs, as docs/route-prices.md lists it. */
export interface RoutePrice {
  /** Method and address, as in `GET /api/brand`. */
  readonly route: string
  readonly status: number
  /** Processor time of the server's process. */
  readonly ms: number
  readonly statements: number
}

const row = /^\| `(\S+ \S+)` +\| +(\d+) +\| +([\d.]+) +\| +(\d+) +\|$/gm

/** The rows of the list. */
export const routePrices = (text: string): RoutePrice[] =>
  [...text.matchAll(row)].map(([, route, status, ms, statements]) => ({
    route: route!,
    status: Number(status),
    ms: Number(ms),
    statements: Number(statements),
  }))

/** Of a route that has not been measured: an ordinary read. */
const ORDINARY_MS = 4

/**
 * What a call of each route costs in milliseconds of processor time, as it was measured: the list is the one that people
 * read, docs/route-prices.md.
 */
export function readRoutePrices(): (route: string) => number {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/route-prices.md'), 'utf8')
  const prices = new Map(routePrices(text).map(({ route, ms }) => [route, ms]))
  return (route) => prices.get(route) ?? ORDINARY_MS
}
