import { Proposal } from '#features/ground/proposals/contract.ts'
import { agreements, bikePlaces } from '#features/leases/agreements/contract.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import {
  DayShape,
  Euros,
  endpoint,
  grouped,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { allowedStepOf } from '#platform/process/case/contract.ts'
import { confirmers, exitKinds, exitStates, leaseChoices, leaseStages } from './rules/exit.ts'
import type { ExitWords } from './rules/table.ts'
import { exitAwaited } from './rules/table.ts'

const params = Shape({ id: Id })

const AllowedStep = allowedStepOf<ExitWords>(exitStates)

const Exit = Shape({
  id: Id,
  version: Version,
  companyId: Id,
  companyName: T.String(),
  kind: OneOf(exitKinds),
  state: OneOf(exitStates),
  fromDay: DayShape,
  /** Of a merger: into which company, and from which day on its leases run there. */
  intoCompanyName: Nullable(T.String()),
  movesOn: Nullable(DayShape),
  chooseUntil: DayShape,
  lastDeductionMonth: Nullable(MonthShape),
  confirmedBy: Nullable(OneOf(confirmers)),
  /** Leases by how far they have come. */
  leases: Shape({ OPEN: T.Integer(), CHOSEN: T.Integer(), ENDED: T.Integer(), SETTLED: T.Integer() }),
  waitingFor: T.Array(OneOf(exitAwaited)),
  createdAt: Instant,
})
export type ExitRow = T.Static<typeof Exit>

const ExitDetail = Shape({
  ...Exit.properties,
  reason: T.String(),
  withdrawnReason: Nullable(T.String()),
  /** What is owed on sent invoices, and what runs have not billed since they skip the company. */
  openInvoices: Euros,
  held: Euros,
  /** Confirmed orders whose lease has still to begin. */
  ordersUnderWay: T.Integer(),
  lessors: T.Array(Shape({ leasingCompanyId: Id, name: T.String() })),
  allowedSteps: T.Array(AllowedStep),
})
export type ExitView = T.Static<typeof ExitDetail>

const ExitLease = Shape({
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  agreementVersion: Version,
  employeeName: T.String(),
  leasingCompany: T.String(),
  choice: Nullable(OneOf(leaseChoices)),
  stage: OneOf(leaseStages),
  endsOn: Nullable(DayShape),
  chooseUntil: DayShape,
  bikeAt: Nullable(OneOf(bikePlaces)),
})
export type ExitLeaseRow = T.Static<typeof ExitLease>

/** Companies that leave or are bankrupt, and the working off of their leases. */
export const companyExits = {
  list: endpoint({
    method: 'GET',
    path: '/api/company-exits',
    access: 'company:update',
    summary: 'Companies that leave or are bankrupt, newest first, with how far their leases have come.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'fromDay', 'chooseUntil', 'companyName'),
      companyId: T.Optional(Id),
      id: T.Optional(Id),
      waitingFor: T.Optional(OneOf(exitAwaited)),
      grouped,
    }),
    replies: { 200: Page(Exit) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/company-exits',
    access: 'company:exit',
    summary:
      'Proposes to mark a company as leaving or bankrupt from a day on: no new orders, billing runs skip it from then on, and each person with a running lease is asked to choose within thirty days. Or as merging into another company, in which its leases go on from the first of a month. Answered with the proposal; nothing holds until others have confirmed it: both companies of a merger, a company that leaves, or a second member of the staff with an extract.',
    body: Shape({
      companyId: Id,
      kind: OneOf(exitKinds),
      fromDay: DayShape,
      reason: Text,
      /** Of a merger alone. */
      intoCompanyId: T.Optional(Id),
    }),
    replies: { 202: Proposal },
    errors: ['NOT_FOUND', 'COMPANY_EXIT_EXISTS', 'PROPOSAL_EXISTS'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/company-exits/:id',
    access: 'company:update',
    params,
    summary: 'One company that leaves, with what it owes and what is held.',
    replies: { 200: ExitDetail },
    errors: ['NOT_FOUND'],
  }),
  leases: endpoint({
    method: 'GET',
    path: '/api/company-exits/:id/leases',
    access: 'company:update',
    params,
    summary:
      'The leases that ran when the company was marked or have begun since, each with what has been chosen and how far it has come.',
    query: Shape({ ...pageQuery(50), sort: sorting('employeeName', 'endsOn') }),
    replies: { 200: Page(ExitLease) },
    errors: ['NOT_FOUND'],
  }),
  confirmDeductions: endpoint({
    method: 'PUT',
    path: '/api/company-exits/:id/deductions',
    access: 'company:update',
    params,
    summary:
      'The employer, or staff for the estate, confirm the last month of which something is kept from the pay; from the next month on payroll takes nothing and plans to keep bills from the pay end.',
    body: Shape({ lastMonth: MonthShape, version: Version }),
    replies: { 200: ExitDetail },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'COMPANY_EXIT_NOT_ALLOWED'],
  }),
  collected: endpoint({
    method: 'PUT',
    path: '/api/company-exits/:id/leases/:leasingAgreementId',
    access: 'company:exit',
    params: Shape({ id: Id, leasingAgreementId: Id }),
    summary: 'The lessor or a store has the bicycle of a lease that was taken back.',
    body: Shape({ bikeAt: OneOf(['LESSOR', 'STORE']), version: Version }),
    replies: { 200: ExitLease },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'COMPANY_EXIT_NOT_ALLOWED'],
  }),
  workOff: endpoint({
    method: 'POST',
    path: '/api/company-exits/:id/work-off',
    access: 'company:exit',
    params,
    summary: 'Closes the list once every lease has ended and every bicycle is where it belongs.',
    body: Shape({ version: Version }),
    replies: { 200: ExitDetail },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'COMPANY_EXIT_NOT_ALLOWED'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/company-exits/:id',
    access: 'company:exit',
    params,
    summary:
      'The company stays: orders and billing go on, what was held is billed in the next run, and the lessor takes nothing back.',
    query: Shape({ version: Version, reason: T.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }) }),
    replies: { 200: ExitDetail },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'COMPANY_EXIT_NOT_ALLOWED'],
  }),
  lessorFile: endpoint({
    method: 'GET',
    path: '/api/company-exits/:id/lessor-file',
    access: 'company:exit',
    params,
    file: true,
    summary: 'The company’s leases for one lessor as CSV: what is left of each, what has been chosen, when it ends.',
    query: Shape({ leasingCompanyId: Id }),
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  claimsFile: endpoint({
    method: 'GET',
    path: '/api/company-exits/:id/claims-file',
    access: 'company:exit',
    params,
    file: true,
    summary: 'What the company owes, as CSV: open invoices, and months that are held.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  letters: endpoint({
    method: 'GET',
    path: '/api/company-exits/:id/letters',
    access: 'company:exit',
    params,
    file: true,
    summary: 'One PDF with a letter for each person who has not chosen yet, in their language, to print and post.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND', 'COMPANY_EXIT_NOT_ALLOWED'],
  }),
}

/** What changes with a company's exit. */
export const readsOfExits = [
  companyExits.list,
  companyExits.get,
  companyExits.leases,
  agreements.list,
  leaseStory.get,
] as const
