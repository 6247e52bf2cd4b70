import {
  endpoint,
  Id,
  Instant,
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
import { proposalKinds, proposalProblems, proposalStates } from './rules.ts'

const params = Shape({ id: Id })

/** What one person has proposed and another confirms; until then nothing of it holds. */
export const Proposal = Shape({
  proposalId: Id,
  version: Version,
  kind: OneOf(proposalKinds),
  state: OneOf(proposalStates),
  /** What it does, in the reader's language. */
  effect: T.String(),
  /** What stands now and what would stand, in the reader's language. */
  changes: T.Array(Shape({ name: T.String(), before: Nullable(T.String()), after: Nullable(T.String()) })),
  why: Nullable(T.String()),
  madeBy: T.String(),
  madeByCaller: T.Boolean(),
  createdAt: Instant,
  expiresAt: Instant,
  /** The companies whose own yes it asks for; without an admin of its own the staff stand for one. */
  companies: T.Array(
    Shape({
      companyId: Id,
      companyName: T.String(),
      confirmedAt: Nullable(Instant),
      hasAdmin: T.Boolean(),
    }),
  ),
  waitingFor: T.Array(OneOf(['STAFF', 'EMPLOYER'])),
  confirmedBy: Nullable(T.String()),
  /** From when on it is done without a second person, where there is none. */
  aloneFrom: Nullable(Instant),
  closedAt: Nullable(Instant),
  closedReason: Nullable(T.String()),
  /** A file lies beside it: an extract, or the bank's file that it would take in. */
  hasFile: T.Boolean(),
  /** The caller may put one beside it: the staff need it where they stand for a company. */
  takesFile: T.Boolean(),
  /** For whom the caller's yes would count. */
  answersFor: Nullable(OneOf(['STAFF', 'EMPLOYER'])),
  /** The caller's yes is asked for, and nothing stands in its way. */
  mayConfirm: T.Boolean(),
  mayRefuse: T.Boolean(),
  needsCode: T.Boolean(),
  unmet: T.Array(OneOf(proposalProblems)),
})
export type ProposalView = T.Static<typeof Proposal>

/** Acts of two people: what waits for a second person's yes. */
export const proposals = {
  list: endpoint({
    method: 'GET',
    path: '/api/proposals',
    access: 'proposal:read',
    summary:
      'What somebody has proposed and another person confirms, newest first: of the staff by what they may do, of an employer what asks for its own yes.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt'),
      id: T.Optional(Id),
      kind: T.Optional(OneOf(proposalKinds)),
      state: T.Optional(OneOf(proposalStates)),
    }),
    replies: { 200: Page(Proposal) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/proposals/:id',
    access: 'proposal:read',
    summary: 'One proposal, with who is awaited and what stands in the way of the caller’s yes.',
    params,
    replies: { 200: Proposal },
    errors: ['NOT_FOUND'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/proposals/:id/confirm',
    access: 'proposal:confirm',
    summary:
      'Says yes to what another person has proposed; with the last yes it is judged anew and done. Where nobody else may confirm it, after 24 hours and with a fresh code.',
    params,
    body: Shape({ version: Version, code: T.Optional(T.String({ pattern: '^[0-9]{6}$' })) }),
    replies: { 200: Proposal },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF', 'PROPOSAL_NOT_ALLOWED', 'CODE_WRONG'],
  }),
  attachFile: endpoint({
    method: 'PUT',
    path: '/api/proposals/:id/file',
    access: 'proposal:confirm',
    summary:
      'Puts the extract beside an open proposal that says why the staff stand for a company; what has a file keeps it.',
    params,
    upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    query: Shape({ version: Version, fileName: T.Optional(T.String({ maxLength: 200 })) }),
    replies: { 200: Proposal },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'FILE_NOT_ACCEPTED', 'FILE_EXISTS', 'PROPOSAL_NOT_ALLOWED'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/proposals/:id/file',
    access: 'proposal:read',
    summary: 'The extract beside a proposal, or the file that it would take in, for whoever sees the proposal.',
    params,
    file: true,
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/proposals/:id/refuse',
    access: 'proposal:confirm',
    summary: 'Refuses a proposal with a reason, or takes one’s own back; nothing of it is done.',
    params,
    body: Shape({ version: Version, reason: Text }),
    replies: { 200: Proposal },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PROPOSAL_NOT_ALLOWED'],
  }),
}
