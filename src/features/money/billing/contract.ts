import { invoiceStatuses } from '#features/money/invoices/rules.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Shape,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { differenceKinds } from './rules/comparison.ts'

const Run = Shape({
  billingRunId: Id,
  month: MonthShape,
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
        /** What will be credited of earlier months when it is sent. */
        credits: T.Array(Shape({ companyId: Id, companyName: T.String(), lines: T.Integer(), total: Euros })),
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
            /** Why it is left out, or credits. */
            reason: Nullable(T.String()),
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
    body: Shape({ month: MonthShape }),
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
  comparison: endpoint({
    method: 'GET',
    path: '/api/billing-comparison/:companyId/:month',
    access: 'billing:read',
    params: Shape({ companyId: Id, month: MonthShape }),
    summary: "What a company's invoices of a month and its payroll month come to, and why they differ.",
    replies: {
      200: Shape({
        month: MonthShape,
        /** Null while no invoice has been sent for the month. */
        invoiced: Nullable(Euros),
        /** The instalments in payroll; null before the month begins. */
        payroll: Nullable(Euros),
        difference: Nullable(Euros),
        /** They add up to the difference. */
        parts: T.Array(Shape({ kind: OneOf(differenceKinds), amount: Euros })),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
}
