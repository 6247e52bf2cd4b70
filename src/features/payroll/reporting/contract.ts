import { settledPayers } from '#features/story/lease-story/rules/payer.ts'
import {
  Euros,
  endpoint,
  Id,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
  WholeList,
} from '#platform/contract/contract.ts'
import { blockingChecks } from './rules/payroll-checks.ts'
import { payrollEvents } from './rules/payroll-facts.ts'
import { Collection, GroupLine, LockRun, MonthLock, PayrollMonthShape, PayrollSheet } from './shapes.ts'
import { payrollYears, yearStatement } from './years-contract.ts'

const OneMonth = Shape({ companyId: Id, month: MonthShape })
const File = { 200: T.Any() }

/** Payroll months of a company and the statistics beside them. */
export const reporting = {
  companies: endpoint({
    method: 'GET',
    path: '/api/payroll-report/companies',
    access: 'payroll-report:read',
    summary: 'The companies whose payroll report the caller may read.',
    query: Shape({ search: T.Optional(T.String({ maxLength: 200 })) }),
    replies: {
      200: WholeList(
        Shape({
          companyId: Id,
          companyName: T.String(),
          groupCompanyId: Nullable(Id),
          /** The month that waits, or else the newest; null as long as none has been locked. */
          shownMonth: Nullable(MonthShape),
        }),
      ),
    },
  }),
  months: endpoint({
    method: 'GET',
    path: '/api/payroll-report/months',
    access: 'payroll-report:read',
    summary: 'The payroll months of a company, newest first, each a preview or locked.',
    query: Shape({ companyId: Id }),
    replies: { 200: WholeList(PayrollMonthShape) },
    errors: ['NOT_FOUND'],
  }),
  years: payrollYears,
  statement: yearStatement,
  rows: endpoint({
    method: 'GET',
    path: '/api/payroll-report/:companyId/:month',
    access: 'payroll-report:read',
    summary: 'The rows of a payroll month: computed now while it is open, frozen once it is locked.',
    params: OneMonth,
    query: Shape({
      ...pageQuery(50),
      sort: sorting('employee', 'instalment', 'taxValue'),
      event: T.Optional(OneOf(payrollEvents)),
      onlyChanges: T.Optional(T.Boolean({ default: false })),
    }),
    replies: { 200: PayrollSheet },
    errors: ['NOT_FOUND'],
  }),
  lock: endpoint({
    method: 'POST',
    path: '/api/payroll-report/:companyId/:month/lock',
    access: 'payroll-report:lock',
    summary:
      'Locks a month: freezes its rows and files and mails the recipients a link. A large month is locked in the background: 202, and `GET` on the same path says how far it has come.',
    params: OneMonth,
    body: Shape({
      previewHash: T.String({ minLength: 64, maxLength: 64 }),
      rowCount: T.Optional(T.Integer({ minimum: 0 })),
      /** Blocking checks that whoever locks has seen: their rows are locked as they stand and corrected later. */
      acknowledged: T.Optional(T.Array(OneOf(blockingChecks), { uniqueItems: true })),
    }),
    replies: {
      201: Shape({ month: MonthShape, rowCount: T.Integer(), lock: MonthLock, recipients: T.Integer() }),
      202: Shape({ month: MonthShape, rowCount: T.Integer(), run: LockRun }),
    },
    errors: [
      'NOT_FOUND',
      'PAYROLL_MONTH_LOCKED',
      'PAYROLL_MONTH_NOT_ALLOWED',
      'PAYROLL_CHECKS_OPEN',
      'VERSION_CONFLICT',
    ],
  }),
  lockRun: endpoint({
    method: 'GET',
    path: '/api/payroll-report/:companyId/:month/lock',
    access: 'payroll-report:lock',
    summary: 'How far the lock of a large month has come; null when none was asked for.',
    params: OneMonth,
    replies: { 200: Shape({ run: Nullable(LockRun) }) },
    errors: ['NOT_FOUND'],
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/payroll-report/:companyId/:month/csv',
    access: 'payroll-report:export',
    summary: 'The month as CSV; of a locked month the frozen bytes.',
    params: OneMonth,
    replies: File,
    file: true,
    errors: ['NOT_FOUND'],
  }),
  xlsx: endpoint({
    method: 'GET',
    path: '/api/payroll-report/:companyId/:month/xlsx',
    access: 'payroll-report:export',
    summary: 'The month as a workbook; of a locked month the frozen bytes.',
    params: OneMonth,
    replies: File,
    file: true,
    errors: ['NOT_FOUND'],
  }),
  salaryRows: endpoint({
    method: 'GET',
    path: '/api/payroll-report/:companyId/:month/salary-rows.csv',
    access: 'payroll-report:export',
    summary:
      "Salary rows for a payroll system in the company's export profile and with its pay type codes; of a locked month the frozen bytes.",
    params: OneMonth,
    replies: File,
    file: true,
    errors: ['NOT_FOUND'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/payroll-report/:companyId/:month/send',
    access: 'payroll-report:send',
    summary: 'Mails the recipients the link to a locked month again.',
    params: OneMonth,
    replies: { 200: Shape({ recipients: T.Integer() }) },
    errors: ['NOT_FOUND', 'PAYROLL_MONTH_NOT_ALLOWED'],
  }),
  testSend: endpoint({
    method: 'POST',
    path: '/api/payroll-report/:companyId/:month/test-send',
    access: 'payroll-report:send',
    summary: 'Mails the recipients a test: the link to the month as it stands, and that nothing has to be done.',
    params: OneMonth,
    replies: { 200: Shape({ recipients: T.Integer() }) },
    errors: ['NOT_FOUND'],
  }),
  setPayer: endpoint({
    method: 'PUT',
    path: '/api/payroll-report/:companyId/payers/:leasingAgreementId',
    access: 'payroll-report:lock',
    summary:
      'Settles who bears the months of a leaver from a month on: the employer, the person outside payroll, or nobody because the bicycle is back. Locked months are put right in the open one.',
    params: Shape({ companyId: Id, leasingAgreementId: Id }),
    body: Shape({
      fromMonth: MonthShape,
      payer: OneOf(settledPayers),
      /** That of what is changed, as the row says it; null where nobody has settled anything. */
      version: Nullable(T.Integer()),
    }),
    replies: {
      200: Shape({
        leasingAgreementId: Id,
        fromMonth: MonthShape,
        payer: OneOf(settledPayers),
        version: T.Integer(),
      }),
    },
    errors: ['NOT_FOUND', 'PAYROLL_PAYER_NOT_ALLOWED', 'VERSION_CONFLICT'],
  }),
  answerCollection: endpoint({
    method: 'PUT',
    path: '/api/payroll-report/:companyId/collections/:leasingAgreementId',
    access: 'payroll-report:lock',
    summary:
      'Says whether what a person was to pay outside the pay in a month was collected. Without an answer nothing counts as collected, and the month is not locked. A locked month is put right in the open one.',
    params: Shape({ companyId: Id, leasingAgreementId: Id }),
    body: Shape({
      month: MonthShape,
      isCollected: T.Boolean(),
      /** That of the answer that is changed; null where nobody has answered. */
      version: Nullable(T.Integer()),
    }),
    replies: { 200: Collection },
    errors: ['NOT_FOUND', 'PAYROLL_COLLECTION_NOT_ALLOWED', 'VERSION_CONFLICT'],
  }),
  groupCsv: endpoint({
    method: 'GET',
    path: '/api/payroll-report/group/:groupCompanyId/:month/csv',
    access: 'payroll-report:export',
    summary: "A month over a group's companies as one CSV file.",
    params: Shape({ groupCompanyId: Id, month: MonthShape }),
    replies: File,
    file: true,
    errors: ['NOT_FOUND'],
  }),
  groupXlsx: endpoint({
    method: 'GET',
    path: '/api/payroll-report/group/:groupCompanyId/:month/xlsx',
    access: 'payroll-report:export',
    summary: "A month over a group's companies as one workbook.",
    params: Shape({ groupCompanyId: Id, month: MonthShape }),
    replies: File,
    file: true,
    errors: ['NOT_FOUND'],
  }),
  groupSalaryRows: endpoint({
    method: 'GET',
    path: '/api/payroll-report/group/:groupCompanyId/:month/salary-rows.csv',
    access: 'payroll-report:export',
    summary:
      "Salary rows of a month over a group's companies as one CSV file, each with its company and that company's codes of today.",
    params: Shape({ groupCompanyId: Id, month: MonthShape }),
    replies: File,
    file: true,
    errors: ['NOT_FOUND'],
  }),
  group: endpoint({
    method: 'GET',
    path: '/api/payroll-report/group/:groupCompanyId/:month',
    access: 'payroll-report:read',
    summary: "A month over a group's companies with those before it, and what the lock of each needs.",
    params: Shape({ groupCompanyId: Id, month: MonthShape }),
    replies: { 200: WholeList(GroupLine) },
    errors: ['NOT_FOUND'],
  }),
  everyCompany: endpoint({
    method: 'GET',
    path: '/api/payroll-months/:month',
    access: 'payroll-report:read',
    summary:
      'A month at every company that the caller may read, by name, with those before it and what the lock of each needs; `waiting` leaves those that have leases in it and have not locked it.',
    params: Shape({ month: MonthShape }),
    query: Shape({
      ...pageQuery(20),
      sort: sorting('companyName'),
      search: T.Optional(T.String({ maxLength: 200 })),
      waiting: T.Optional(T.Boolean()),
    }),
    replies: { 200: Page(GroupLine) },
  }),
  leases: endpoint({
    method: 'GET',
    path: '/api/statistics/leases',
    access: 'statistics:read',
    summary: 'Leases of a company by month and by unit.',
    query: Shape({ companyId: Id }),
    replies: {
      200: Shape({
        running: T.Integer(),
        averageInstalment: Euros,
        months: T.Array(
          Shape({
            month: MonthShape,
            leases: T.Integer(),
            started: T.Integer(),
            ended: T.Integer(),
            instalments: Euros,
          }),
        ),
        units: T.Array(Shape({ unit: Nullable(T.String()), leases: T.Integer(), instalments: Euros })),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
} as const
