import { isReminded, provideReminders } from '#features/ground/reminders/server/remind.ts'
import { planProcess } from '#features/lease-ends/absence-plans/rules/table.ts'
import { brokerageProcess } from '#features/lease-ends/brokerage/rules/table.ts'
import { exitProcess } from '#features/lease-ends/company-exits/rules/table.ts'
import { claimProcess } from '#features/lease-ends/insurance-claims/rules/table.ts'
import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import { redemptionProcess } from '#features/lease-ends/redemptions/rules/table.ts'
import { returnProcess } from '#features/lease-ends/returns/rules/table.ts'
import { type TurnKey, taskActions, taskKinds } from '#features/operations/tasks/rules.ts'
import { processReminders } from '#features/operations/tasks/server/reminders.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import { turnsWithoutTask } from './turns-without-task.ts'

provideReminders(processReminders)

/** A turn of a process's table with what becomes of it. */
export interface WalkedTurn {
  readonly process: string
  readonly state: string
  readonly awaited: string
  readonly action: string
  /** The kind of task, or why it is nobody's. */
  readonly task: string
  readonly message: string
  readonly day: string
  readonly reminder: string
  /** What whoever brings it about is told. */
  readonly receipt: string
}

/** Of a table what a walk reads; the words of each differ. */
interface Table {
  readonly name: string
  readonly states: readonly string[]
  readonly turns: Readonly<
    Record<
      string,
      readonly {
        readonly awaited: string
        readonly action: string
        readonly notice: 'DESK' | { readonly template: string } | null
        readonly dueDays: number | null
        readonly due?: unknown
      }[]
    >
  >
}

const tables = [
  orderProcess,
  redemptionProcess,
  returnProcess,
  brokerageProcess,
  claimProcess,
  cancellationProcess,
  planProcess,
  exitProcess,
] as readonly Table[]

/** What is confirmed to whoever sends it, by the turn that it opens. */
const receipts: Readonly<Record<string, string>> = {
  'order answerRequest': 'cancellationRequest',
  'return approve': 'return',
  'insurance-claim send': 'claim',
  'absence-plan confirm': 'absencePlan',
  'redemption pay': 'buyOut',
}

/** Who is reminded otherwise, or by nobody, and why. */
const unreminded: Readonly<Record<string, string>> = {
  STAFF: 'the desk; whoever waits hears of our lateness',
  STORE: 'its own job asks again',
  LESSOR: 'the invoice has a day of its own',
  INSURER: 'asked by the staff',
  BUYER: 'reminders of the bill',
}

function taskOf(key: TurnKey): string {
  const task = taskActions.find((action) => taskKinds[action].turns.includes(key))
  return task ?? `none: ${turnsWithoutTask[key] ?? '?'}`
}

/** Every turn of every process, in the order of the tables. */
export const walkTurns = (): WalkedTurn[] =>
  tables.flatMap(({ name, states, turns }) =>
    states.flatMap((state) =>
      turns[state]!.map(({ awaited, action, notice, dueDays, due }) => ({
        process: name,
        state,
        awaited,
        action,
        task: taskOf(`${name}:${action}:${awaited}`),
        message: notice === 'DESK' ? 'desk' : (notice?.template ?? '?'),
        day: due ? 'of the row' : dueDays === null ? '?' : `${dueDays} days`,
        reminder: isReminded({ process: name, awaited }) ? 'yes' : `no: ${unreminded[awaited] ?? '?'}`,
        receipt: receipts[`${name} ${action}`] ?? '–',
      })),
    ),
  )

const columns = ['state', 'awaited', 'action', 'task', 'message', 'day', 'reminder', 'receipt'] as const

/** The walk as the document that lies in `docs`. */
export function walkDocument(): string {
  const byProcess = Map.groupBy(walkTurns(), ({ process }) => process)
  const parts = [...byProcess].map(([process, turns]) => {
    const width = (column: (typeof columns)[number]) =>
      Math.max(column.length, ...turns.map((turn) => turn[column].length))
    const line = (of: (column: (typeof columns)[number]) => string) =>
      `| ${columns.map((column) => of(column).padEnd(width(column))).join(' | ')} |`
    return [
      `## ${process}`,
      '',
      line((column) => column),
      line((column) => '-'.repeat(width(column))),
      ...turns.map((turn) => line((column) => turn[column])),
    ].join('\n')
  })
  return `# Turns

Every turn of every process: in which state who is awaited for which act, the kind of task that it is in \`GET /api/tasks\`, the message, the last day, whether the party is reminded (after the days of the setting, and before the last one), and what whoever brings it about is told. Written by \`src/testing/turn-walk.ts\`; \`vitest run src/app/checks/words/turn-walk.test.ts -u\` brings it up to date.

${parts.join('\n\n')}
`
}
