import type { RoutePrice } from '#app/server/route-prices.ts'

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
