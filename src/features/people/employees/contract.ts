import { employeeStatuses } from '#features/ground/employment/rules.ts'
import { waitedFor } from '#features/orders/orders/rules/waited-for.ts'
import {
  DayShape,
  endpoint,
  grouped,
  Id,
  Instant,
  Language,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  stepBody,
  T,
  Text,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { csvUpload, dryRunQuery } from '#platform/contract/imports.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { absencePurposes, absenceReasons, leftOutReasons, orderFilterTypes } from './rules.ts'
import {
  Employee,
  EmployeeDetails,
  employeeFields,
  employeeView,
  OwnEmployment,
  PhoneText,
  personFields,
  roleFlagFields,
} from './shapes.ts'

const ById = Shape({ id: Id })
const OneEmployee = Shape({ employee: Employee })
const Search = T.Optional(T.String({ maxLength: 120 }))
const Words = T.Optional(T.String({ maxLength: 400 }))
const Line = T.Optional(T.String({ maxLength: 120 }))
const listFilter = {
  search: Search,
  companyId: T.Optional(Id),
  filterType: T.Optional(OneOf(orderFilterTypes)),
  orderStatus: Words,
  paymentStatus: Words,
  createdStart: T.Optional(DayShape),
  createdEnd: T.Optional(DayShape),
  processedStart: T.Optional(DayShape),
  processedEnd: T.Optional(DayShape),
  status: T.Optional(OneOf(employeeStatuses)),
  unitId: T.Optional(Id),
  costUnit: Line,
  payRollOther: Line,
  sort: sorting('createdAt', 'name'),
  /** Whom the newest order, or the application, waits for. */
  waitingFor: T.Optional(OneOf(waitedFor)),
}

export const employees = {
  create: endpoint({
    method: 'POST',
    path: '/api/beneficiary-employee/create',
    access: 'employee:create',
    summary:
      'Invites a person to a company’s benefit; the row waits for their yes and shows what was typed until then.',
    body: Shape({
      companyId: Id,
      ...personFields,
      phoneNumber: T.Optional(Nullable(PhoneText)),
      language: T.Optional(Language),
      ...employeeFields,
    }),
    replies: { 201: OneEmployee },
    errors: ['NOT_FOUND', 'EMPLOYEE_EXISTS', 'NOT_FOR_ONESELF', 'INVITATIONS_USED_UP', 'EMPLOYER_TERMS_MISSING'],
  }),
  inviteList: endpoint({
    method: 'POST',
    path: '/api/beneficiary-employee/invite-list',
    access: 'employee:create',
    summary:
      'Invites the people of a list (names and addresses, as text, CSV or a workbook); with `dryRun` says whom it would invite and whom not, and why.',
    query: Shape({ companyId: Id, dryRun: dryRunQuery.dryRun }),
    upload: csvUpload,
    replies: {
      200: Shape({
        dryRun: T.Boolean(),
        /** Who is invited, or would be. */
        people: T.Array(
          Shape({
            line: T.Integer(),
            firstName: T.String(),
            lastName: T.String(),
            email: T.String(),
            phoneNumber: Nullable(T.String()),
            /** The list has no name: it was read from the address. */
            isNamedByAddress: T.Boolean(),
            /** Another company of the caller on whose list the address stands already. */
            otherCompany: Nullable(T.String()),
          }),
        ),
        left: T.Array(Shape({ line: T.Integer(), text: T.String(), reason: OneOf(leftOutReasons) })),
      }),
    },
    errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'EMPLOYER_TERMS_MISSING'],
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/beneficiary-employee/:id/update',
    access: 'employee:update',
    summary: 'Changes what the employer keeps about a person; fields left out stay as they were.',
    params: ById,
    body: Shape({ ...employeeFields, version: T.Optional(Version) }),
    replies: { 200: OneEmployee },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF'],
  }),
  revealAbsenceReason: endpoint({
    method: 'POST',
    path: '/api/beneficiary-employee/:id/absence-reason/reveal',
    access: 'employee:read-absence-reason',
    summary: 'The reason of a person’s absence, for a purpose; every reading is an event on the person’s timeline.',
    params: ById,
    body: Shape({ purpose: OneOf(absencePurposes) }),
    replies: { 200: Shape({ reason: Nullable(OneOf(absenceReasons)), other: Nullable(T.String()) }) },
    neverStored: true,
    errors: ['NOT_FOUND'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/beneficiary-employee/:id/decide',
    access: 'employee:decide',
    summary: 'Accepts or rejects an application, with the employee’s fields and the roles that the person gets.',
    params: ById,
    body: stepBody<'ACCEPTED' | 'REJECTED'>()(
      'status',
      {
        ACCEPTED: { ...employeeFields, ...roleFlagFields },
        REJECTED: { rejectReason: T.Optional(Nullable(Text)) },
      },
      { version: T.Optional(Version) },
    ),
    replies: { 200: OneEmployee },
    errors: [
      'NOT_FOUND',
      'DECISION_NOT_ALLOWED',
      'VERSION_CONFLICT',
      'NOT_FOR_ONESELF',
      'ROLE_ABOVE_OWN_TIER',
      'COMPANY_WITHOUT_GROUP',
    ],
  }),
  undoDecision: endpoint({
    method: 'POST',
    path: '/api/beneficiary-employee/:id/undo-decision',
    access: 'employee:decide',
    summary:
      'Takes one’s own decision back for a few seconds, before its mails leave and while nobody has acted on it; the application waits again.',
    params: ById,
    body: Shape({ version: Version }),
    replies: { 200: OneEmployee },
    errors: ['NOT_FOUND', 'UNDO_NOT_ALLOWED'],
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/companies/:id/employees',
    access: 'employee:read',
    summary: 'The people of a company, newest first, at most 500.',
    failure: 'Failed to fetch employees',
    params: ById,
    replies: { 200: WholeList(Employee) },
    errors: ['NOT_FOUND'],
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/details/:id',
    access: 'employee:read',
    summary: 'One person with their orders.',
    params: ById,
    replies: { 200: Shape({ employee: EmployeeDetails }) },
    errors: ['NOT_FOUND'],
  }),
  optimizedList: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/employeesOptimizedList',
    access: 'employee:read',
    summary:
      'A page of people with their orders; several order or payment statuses are separated by commas, `NONE` instead of the former asks for people without an order.',
    failure: 'Failed to fetch employees',
    query: Shape({
      page: T.Optional(T.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
      pageSize: T.Optional(T.Integer({ minimum: 1, maximum: 100, default: 10 })),
      ...listFilter,
      grouped,
      id: T.Optional(Id),
    }),
    replies: {
      200: Shape({
        employees: T.Array(Employee),
        currentPage: T.Integer(),
        totalPages: T.Integer(),
        totalCount: T.Integer(),
        totalIsEstimate: T.Optional(T.Boolean()),
      }),
    },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/employeesOptimizedList/file',
    access: 'employee:read',
    summary: 'All people that a filter lets through, as CSV or a workbook; what the caller may not see stays empty.',
    query: Shape({ format: SheetFormat, ...listFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/overview',
    access: 'employee:update',
    summary: 'How many people wait for a decision and how many there are, and the values that lists filter by.',
    query: Shape({ companyId: T.Optional(Id) }),
    replies: {
      200: Shape({
        pendingCount: T.Integer(),
        decidedCount: T.Integer(),
        oldestPendingAt: Nullable(Instant),
        costUnits: T.Array(T.String()),
        payRollOthers: T.Array(T.String()),
      }),
    },
  }),
  withOrders: endpoint({
    method: 'GET',
    path: '/api/employeesWithOrders',
    access: 'employee:read',
    summary: 'People who have orders, with the orders nested, page by page.',
    failure: 'Failed to fetch employees',
    query: Shape({ ...pageQuery(20), search: Search, companyId: T.Optional(Id) }),
    replies: { 200: Page(Employee) },
  }),
  withAllData: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/employeesWithAllDataOnly',
    access: 'employee:read',
    summary:
      'Accepted people whose employee number and, where the company has units, unit are known; `minimalData` gives id and name only.',
    failure: 'Failed to fetch employees',
    query: Shape({ minimalData: T.Optional(T.Boolean({ default: false })), companyId: T.Optional(Id) }),
    replies: { 200: WholeList(Shape({ id: Id, name: T.String(), ...T.Partial(T.Object(employeeView)).properties })) },
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/beneficiary-employee/mine',
    access: 'session',
    summary: 'One’s own rows at one’s employers: status, limits, policy and orders.',
    replies: { 200: WholeList(OwnEmployment) },
  }),
}
