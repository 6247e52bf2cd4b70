import { type Mover, type Plan, planStep, type Unmet } from '#platform/process/plan.ts'
import { type Process, RESUME, type Step, type Turn, type Words } from '#platform/process/table.ts'
import { dueDayOf, openedTurns, turnsIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, type EventType, logEvent, type NewEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { noteTold } from '#platform/server/turns/refresh.ts'
import type { Reminder } from '#platform/server/turns/remind.ts'
import type { Day } from '#platform/values/days.ts'

/** A wanted step: what is asked for, by whom, and what the command brings along. */
export interface StepInput<W extends Words, Extra extends object = object, Change extends object = object> {
  readonly to?: W['state']
  readonly step?: W['step']
  readonly mover: Mover<W['capacity']>
  readonly actor: Actor
  readonly reason?: string | null
  /** What the command brings, judged as if it were stored already. */
  readonly given?: Partial<W['facts']>
  /** What effects and messages need of the command. */
  readonly extra?: Extra
  /** What the command itself writes together with the new state; judged as if the row bore it already. */
  readonly changes?: Partial<Change>
}

/** What an effect is handed: the row before the step with the changes so far, the step, and who takes it why. */
export interface EffectContext<W extends Words, Row, Change extends object, Extra extends object> {
  readonly db: Db
  readonly services: Services
  readonly row: Row
  readonly changes: Partial<Change>
  readonly step: Step<W>
  readonly to: W['state']
  readonly input: StepInput<W, Extra, Change>
}

/** Does one thing in the step's transaction; what it answers is written with the new state, in one statement. */
export type Effect<W extends Words, Row, Change extends object, Extra extends object> = (
  context: EffectContext<W, Row, Change, Extra>,
  // biome-ignore lint/suspicious/noConfusingVoidType: most effects change other tables and answer nothing.
) => Promise<Partial<Change> | void>

/** Who opened a turn, and by which step; null: by something beside the table, such as a signature. */
export interface TakenBy<W extends Words, Extra extends object = object> {
  readonly step: Step<W> | null
  readonly input: Pick<StepInput<W, Extra>, 'actor' | 'reason' | 'extra'>
  /** The last day of what the turn asks for. */
  readonly due: Day | null
}

/** The new state and what goes with it. */
export interface StepWrite<W extends Words> {
  readonly state: W['state']
  readonly resumeState: W['state'] | null
  /** `from>to` of the last step forward that still stands; undefined leaves it as it is. */
  readonly lastStep: string | null | undefined
}

/** A process with its hands: how its rows are read, written, logged and told. */
export interface ProcessServer<W extends Words, Row, Change extends object, Extra extends object = object> {
  readonly process: Process<W>
  readonly effects: { readonly [E in W['effect']]: Effect<W, Row, Change, Extra> }
  idOf(row: Row): string
  stateOf(row: Row): W['state']
  /** The row as it would stand with changes written. */
  changed(row: Row, changes: Partial<Change>): Row
  facts(row: Row, now: Date): W['facts']
  turnFacts(row: Row, now: Date): W['turnFacts']
  /** Which event a step is, on which chain. */
  event(row: Row, step: Step<W>): { type: EventType } & NewEvent
  /** Writes state and changes with `version + 1`. @returns the row as it stands now */
  write(db: Db, services: Services, row: Row, write: StepWrite<W>, changes: Partial<Change>): Promise<Row>
  /** Tells the person of a turn that it is theirs. */
  notify(db: Db, services: Services, row: Row, turn: Turn<W>, by: TakenBy<W, Extra>): Promise<void>
  /** Lets earlier messages follow the row: only those of these turns still ask for something. */
  settle?(db: Db, services: Services, row: Row, open: readonly Turn<W>[]): Promise<void>
  /** The refusal of a step that cannot be taken. */
  refuse(
    row: Row,
    input: StepInput<W, Extra, Change>,
    reason: 'NO_STEP' | 'NOT_PERMITTED' | 'UNMET',
    unmet: Unmet<W>[],
  ): Error
}

/**
 * The only way a state changes: judge by the table, log, do what the step says, write once, tell whose turn it is
 * now; all in the caller's transaction. The row must have been locked in the same transaction.
 * @returns the row as it stands now
 */
export async function takeStep<W extends Words, Row, Change extends object, Extra extends object>(
  server: ProcessServer<W, Row, Change, Extra>,
  db: Db,
  services: Services,
  stored: Row,
  input: StepInput<W, Extra, Change>,
): Promise<Row> {
  const row = server.changed(stored, input.changes ?? {})
  const from = server.stateOf(row)
  const facts = { ...server.facts(row, services.env.now()), ...input.given }
  const plan: Plan<W> = planStep(server.process, facts, from, input, input.mover)
  if (!plan.ok) throw server.refuse(row, input, plan.reason, plan.unmet)
  const { step, to, resumeState } = plan
  const { type, ...event } = server.event(row, step)
  await logEvent(db, services.env, input.actor, type, {
    ...event,
    data: {
      ...event.data,
      from,
      to,
      edge: step.number,
      step: step.name,
      ...(input.reason ? { reason: input.reason } : {}),
    },
  })
  const changes: Partial<Change> = { ...input.changes }
  for (const name of step.effects) {
    const effect = server.effects[name as W['effect']]
    Object.assign(changes, await effect({ db, services, row, changes, step, to, input }))
  }
  const lastStep = step.way === 'forward' ? `${from}>${to}` : step.way === 'back' ? null : undefined
  const before = turnsIn(server.process, from, server.turnFacts(row, services.env.now()))
  const moved = await server.write(db, services, row, { state: to, resumeState, lastStep }, changes)
  // Whoever is awaited again after a hold has been told before it.
  const told = step.to === RESUME ? turnsIn(server.process, to, server.turnFacts(moved, services.env.now())) : before
  await notifyTurns(server, db, services, moved, told, { step, input })
  return moved
}

/** Tells those whose turn a change has opened; for changes beside the table, such as a signature. */
export async function notifyTurns<W extends Words, Row, Change extends object, Extra extends object>(
  server: ProcessServer<W, Row, Change, Extra>,
  db: Db,
  services: Services,
  row: Row,
  before: readonly Turn<W>[],
  by: Omit<TakenBy<W, Extra>, 'due'>,
): Promise<void> {
  const facts = server.turnFacts(row, services.env.now())
  const now = turnsIn(server.process, server.stateOf(row), facts)
  await server.settle?.(db, services, row, now)
  const told = openedTurns(before, now).filter(({ notice }) => notice !== null && notice !== 'DESK')
  for (const turn of told) {
    if (typeof turn.notice === 'object' && !turn.notice?.by)
      await server.notify(db, services, row, turn, { ...by, due: dueDayOf(turn, services.env.now(), facts) })
  }
  await noteTold(db, { process: server.process.name, subjectId: server.idOf(row) }, told)
}

/**
 * Tells the person of a turn once more, where it still stands open.
 * @param lock reads the row of a subject and holds it
 */
export const reminderOf =
  <W extends Words, Row, Change extends object, Extra extends object>(
    server: ProcessServer<W, Row, Change, Extra>,
    lock: (db: Db, id: string) => Promise<Row | null | undefined>,
  ): Reminder =>
  async (db, services, { subjectId, awaited, action, due, isStillDue }) => {
    const row = await lock(db, subjectId)
    if (!row || !(await isStillDue(db))) return false
    const open = turnsIn(server.process, server.stateOf(row), server.turnFacts(row, services.env.now()))
    const turn = open.find((one) => one.awaited === awaited && one.action === action)
    if (!turn || turn.notice === null || turn.notice === 'DESK') return false
    await server.notify(db, services, row, turn, { step: null, input: { actor: systemActor }, due })
    return true
  }
