import type { Cents } from '#platform/money.ts'
import type { PdfPage, TableColumn } from '#platform/server/pdf.ts'

const GROUPS = 3

/** The price after every month in three groups of columns side by side, so that five years fit on one page. */
export function drawBuyOutTable(
  page: PdfPage,
  {
    buyOutCents,
    month,
    price,
    euros,
  }: { buyOutCents: readonly Cents[]; month: string; price: string; euros: (cents: Cents) => string },
): void {
  const height = Math.ceil(buyOutCents.length / GROUPS)
  const columns = Array.from({ length: GROUPS }, (_, group): TableColumn[] => [
    { header: month, width: 2, ...(group > 0 ? { gap: 18 } : {}) },
    { header: price, width: 3, align: 'right' },
  ]).flat()
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: GROUPS }, (_group, group) => {
      const index = group * height + row
      const cents = buyOutCents[index]
      return cents === undefined ? ['', ''] : [String(index + 1), euros(cents)]
    }).flat(),
  )
  page.table(columns, rows, { rowSpace: 5 })
}
