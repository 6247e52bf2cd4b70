import { orderStatuses } from '#features/orders/orders/rules.ts'
import { DayShape, Euros, endpoint, Id, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { funnelSteps } from './rules.ts'

const period = { from: T.Optional(DayShape), to: T.Optional(DayShape) }

export const figures = {
  get: endpoint({
    method: 'GET',
    path: '/api/figures',
    access: 'order:process',
    summary:
      "The operator's figures of a period of at most 366 days, the last 90 days where none is given: orders a week, days per step, deliveries of the stores, exposure per lessor today, how often registration links were opened, and how far those who applied have come.",
    query: Shape(period),
    sums: true,
    replies: {
      200: Shape({
        from: DayShape,
        to: DayShape,
        /** Orders that were begun in each week, and how many of those have been confirmed; a week bears its Monday. */
        weeks: T.Array(Shape({ week: DayShape, started: T.Integer(), confirmed: T.Integer() })),
        /** How long orders that left a step in the period had stood in it. */
        steps: T.Array(
          Shape({ status: OneOf(orderStatuses), orders: T.Integer(), median: T.Integer(), ninetieth: T.Integer() }),
        ),
        /** From the confirming of an order to its hand-over, in the stores with most deliveries of the period. */
        stores: T.Array(
          Shape({
            bikeStoreId: Id,
            storeName: T.String(),
            deliveries: T.Integer(),
            median: T.Integer(),
            ninetieth: T.Integer(),
          }),
        ),
        /** What the running leases are worth today, whatever the period. */
        exposure: T.Array(
          Shape({
            leasingCompanyId: Id,
            leasingCompanyName: T.String(),
            leases: T.Integer(),
            instalments: Euros,
            residuals: Euros,
            total: Euros,
          }),
        ),
        /**
         * How often registration links were opened in the period; of those who applied in it, how many have come to each
         * step by now, with their share of those who applied.
         */
        funnel: T.Array(Shape({ step: OneOf(funnelSteps), people: T.Integer(), percent: Nullable(T.Integer()) })),
      }),
    },
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/figures/file',
    access: 'order:process',
    summary: 'The same figures as rows of one file.',
    query: Shape({ ...period, format: SheetFormat }),
    file: true,
    sums: true,
    replies: { 200: T.Any() },
  }),
}
