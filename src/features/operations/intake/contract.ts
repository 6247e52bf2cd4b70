import { intakeReasons, intakeSources, intakeStates } from '#features/ground/put-aside/rules.ts'
import { bankFileKinds, doubtReasons } from '#features/money/banking/rules/statements.ts'
import {
  DayShape,
  Euros,
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
import { LineProblem } from '#platform/contract/imports.ts'

/** Where what comes in comes from. */
export const incomingSources = ['BANK', ...intakeSources] as const
export type IncomingSource = (typeof incomingSources)[number]

/** How something that was put aside can be taken after all: as it stands, by a reading, as ours, with its texts mended. */
export const mends = ['AS_IT_STANDS', 'READING', 'OURS', 'TEXTS'] as const
export type Mend = (typeof mends)[number]

const IntakeFile = Shape({
  id: Id,
  source: OneOf(incomingSources),
  name: T.String(),
  /** What a bank's file is. */
  kind: Nullable(OneOf(bankFileKinds)),
  /** Whoever brought it; null where it came by a folder. */
  broughtBy: Nullable(T.String()),
  createdAt: Instant,
  taken: T.Integer(),
  known: T.Integer(),
  /** What still waits of it. */
  aside: T.Integer(),
  /** Accounts of others that it told of. */
  skipped: T.Integer(),
  /** Why it was refused whole, and the line that shows it. */
  refusedFor: Nullable(T.String()),
  refusedLine: Nullable(T.Integer()),
})

const Aside = Shape({
  id: Id,
  version: Version,
  source: OneOf(incomingSources),
  reason: OneOf([...new Set([...intakeReasons, ...doubtReasons])]),
  state: OneOf(intakeStates),
  fileName: T.String(),
  line: T.Integer(),
  /** Whom or what it is about. */
  about: Nullable(T.String()),
  /** What the file says, text by text. */
  raw: T.Array(Shape({ name: T.String(), text: T.String() })),
  problems: T.Array(LineProblem),
  /** Where an amount can be read in two ways, both. */
  readings: T.Array(Euros),
  mend: Nullable(OneOf(mends)),
  note: Nullable(T.String()),
  createdAt: Instant,
})

const params = Shape({ id: Id })

export const intake = {
  summary: endpoint({
    method: 'GET',
    path: '/api/intake',
    access: 'bank:read',
    summary: 'What came in today, and what waits.',
    replies: {
      200: Shape({ day: DayShape, files: T.Integer(), taken: T.Integer(), refused: T.Integer(), aside: T.Integer() }),
    },
  }),
  files: endpoint({
    method: 'GET',
    path: '/api/intake/files',
    access: 'bank:read',
    summary: 'Files that banks, sellers, lessors and people brought, newest first, with what became of each.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt'),
      day: T.Optional(DayShape),
      source: T.Optional(OneOf(incomingSources)),
      refused: T.Optional(T.Boolean()),
    }),
    replies: { 200: Page(IntakeFile) },
  }),
  asides: endpoint({
    method: 'GET',
    path: '/api/intake/asides',
    access: 'bank:read',
    summary: 'What those files brought and what could not be taken as it stood, newest first.',
    query: Shape({ ...pageQuery(20), id: T.Optional(Id), state: T.Optional(OneOf(intakeStates)) }),
    replies: { 200: Page(Aside) },
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/intake/asides/:id/take',
    access: 'bank:match',
    params,
    summary:
      'Takes what was put aside after all: as it stands, by one of its readings, as ours, or with its texts mended. The caller needs the permission of its source.',
    body: Shape({
      version: Version,
      reading: T.Optional(T.Integer({ minimum: 0, maximum: 1 })),
      isOurs: T.Optional(T.Boolean()),
      texts: T.Optional(
        T.Array(Shape({ name: T.String({ maxLength: 200 }), text: T.String({ maxLength: 2000 }) }), { maxItems: 100 }),
      ),
    }),
    replies: { 200: Aside },
    errors: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'BANK_DOUBT_DECIDED',
      'BANK_DOUBT_NOT_READ',
      'INTAKE_NOT_READ',
      'E_INVOICE_REPEATED',
    ],
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/intake/asides/:id/dismiss',
    access: 'bank:match',
    params,
    summary: 'Says why what was put aside is not to be taken in; its texts are removed.',
    body: Shape({ version: Version, note: Text }),
    replies: { 200: Aside },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BANK_DOUBT_DECIDED'],
  }),
}
