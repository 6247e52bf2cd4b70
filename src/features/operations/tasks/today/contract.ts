import { DayShape, endpoint, Id, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { Task } from '../contract.ts'
import { taskActions } from '../rules.ts'
import { taskSummary } from './summary-contract.ts'
import { taskSorts, taskViews } from './work.ts'

const StaffTask = Shape({
  ...Task.properties,
  /** What it is about, by the id that its own calls take. */
  subjectId: Id,
  /** How the staff share it out; null of a cut record. */
  care: Nullable(
    Shape({
      turnId: Id,
      /** Who of the staff sees to it. */
      owner: Nullable(Shape({ userId: Id, name: T.String() })),
      snooze: Nullable(Shape({ until: DayShape, reason: T.String(), by: T.String() })),
      /** The colleague by name, or the role, to whom it was brought because it is late. */
      escalatedTo: Nullable(T.String()),
      /** 0 until somebody takes it or puts it off. */
      version: T.Integer({ minimum: 0 }),
    }),
  ),
})
export type StaffTask = T.Static<typeof StaffTask>

const filter = {
  action: T.Optional(OneOf(taskActions)),
  companyId: T.Optional(Id),
  late: T.Optional(T.Boolean()),
  /** What is put off stands in SNOOZED alone until its day. */
  view: T.Optional(OneOf(taskViews)),
  search: T.Optional(T.String({ maxLength: 100 })),
  sort: T.Optional(OneOf(taskSorts)),
}

const ofTurn = Shape({ turnId: Id })
const CareVersion = T.Integer({ minimum: 0 })

/** The staff's day: their tasks, shared out among them. */
export const today = {
  summary: taskSummary,
  list: endpoint({
    method: 'GET',
    path: '/api/staff-tasks',
    access: 'admin:access',
    summary: 'What waits for the staff, with who sees to it: what is late first, then what has waited longest.',
    query: Shape(filter),
    replies: {
      200: Shape({
        data: T.Array(StaffTask),
        /** How many wait, whole; of a search, how many of the named ones it finds. */
        total: T.Integer(),
        /** More of one kind wait than are named: of each kind the 50 oldest, of one that is asked for the 200 oldest. */
        truncated: T.Boolean(),
      }),
    },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/staff-tasks/file',
    access: 'admin:access',
    summary: 'The tasks of the staff that a filter lets through, as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...filter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  setOwner: endpoint({
    method: 'POST',
    path: '/api/staff-tasks/:turnId/owner',
    access: 'admin:access',
    params: ofTurn,
    summary: 'Takes a task for oneself, also from a colleague, or gives it back to all.',
    body: Shape({ mine: T.Boolean(), version: CareVersion }),
    replies: { 200: StaffTask },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  snooze: endpoint({
    method: 'POST',
    path: '/api/staff-tasks/:turnId/snooze',
    access: 'admin:access',
    params: ofTurn,
    summary: 'Puts a task off until a day, with the reason; on that day it is back by itself.',
    body: Shape({
      until: DayShape,
      reason: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      version: CareVersion,
    }),
    replies: { 200: StaffTask },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  wake: endpoint({
    method: 'POST',
    path: '/api/staff-tasks/:turnId/wake',
    access: 'admin:access',
    params: ofTurn,
    summary: 'Takes a task back among those that wait before its day.',
    body: Shape({ version: CareVersion }),
    replies: { 200: StaffTask },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
