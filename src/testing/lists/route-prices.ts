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

/** The list as a table, by address and method. */
export function priceTable(prices: readonly RoutePrice[]): string {
  const sorted = [...prices].sort((a, b) => (a.route < b.route ? -1 : 1))
  const cells = sorted.map(({ route, status, ms, statements }) => [
    `\`${route}\``,
    String(status),
    ms.toFixed(1),
    String(statements),
  ])
  const head = ['route', 'answer', 'ms', 'statements']
  const widths = head.map((word, at) => Math.max(word.length, ...cells.map((one) => one[at]!.length)))
  const line = (one: readonly string[]) =>
    `| ${one.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...cells.map(line)].join('\n')
}
