import { invoices } from '#features/money/invoices/contract.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'

export type InvoiceRow = ReplyOf<typeof invoices.list>['items'][number]

const beforeInvoices: readonly OrderStatus[] = [
  'NOT_STARTED',
  'PENDING',
  'PACKAGE_PROVIDED',
  'ALL_INFO_PROVIDED',
  'WIX',
]
const dropped = new Set(['INVALIDATED', 'DELETED', 'OVERRIDDEN', 'PAYMENT_DENIED'])

/** The store's invoices of an order, and the one that the desk compares: the matched one, else the newest still good. */
export function useStoreInvoices(order: OrderViewType) {
  const may = useMay()
  const enabled = may('invoice:read') && !beforeInvoices.includes(order.orderStatus)
  const read = useApi(invoices.list, {
    query: { orderId: order.orderId, direction: 'PURCHASE', limit: 20, page: 1 },
    enabled,
  })
  const rows: readonly InvoiceRow[] = read.data?.items ?? []
  // The purchase order that the service itself starts has no number, and is nothing to compare.
  const good = rows.filter(({ number, status }) => number !== null && !dropped.has(status))
  return { enabled, read, rows, compared: good.find(({ matched }) => matched) ?? good[0] ?? null }
}
