import { invoiceStatuses } from '#features/invoices/rules.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'

const Month = T.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })

const Run = Shape({
  billingRunId: Id,
  month: Month,
  status: OneOf(['DRAFTING', 'READY', 'SENDING', 'DONE']),
  version: T.Integer(),
  invoices: T.Integer(),
  lines: T.Integer(),
  total: Euros,
  createdAt: Instant,
  approvedAt: Nullable(Instant),
})

const params = Shape({ id: Id })

export const billing = {
  runs: endpoint({
    method: 'GET',
    path: '/api/billing-runs',
    access: 'billing:run',
    summary: 'The runs of monthly billing, the latest month first.',
    replies: { 200: WholeList(Run) },
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/billing-runs/:id',
    access: 'billing:run',
    params,
    summary: 'A run with the invoice of each company or unit.',
    replies: {
      200: Shape({
        ...Run.properties,
        /** Running leases whose instalment another lessor bills. */
        leasesOfOthers: T.Integer(),
        items: T.Array(
          Shape({
            invoiceId: Id,
            companyId: Id,
            companyName: T.String(),
            unitName: Nullable(T.String()),
            number: Nullable(T.String()),
            status: OneOf(invoiceStatuses),
            lines: T.Integer(),
            total: Euros,
            dueDay: DayShape,
            isCredit: T.Boolean(),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/billing-runs',
    access: 'billing:run',
    summary: "Drafts a month's invoices to employers; nothing is sent before the run is approved.",
    body: Shape({ month: Month }),
    replies: { 201: Run },
    errors: ['BILLING_RUN_EXISTS'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/billing-runs/:id/approve',
    access: 'billing:run',
    params,
    summary: 'Approves a drafted run: its invoices are numbered and sent.',
    body: Shape({ version: Version }),
    replies: { 200: Run },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BILLING_RUN_NOT_READY'],
  }),
}
