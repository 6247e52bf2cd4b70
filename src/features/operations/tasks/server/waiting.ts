import { sql } from 'kysely'
import { proposalsWaitingFor } from '#features/ground/proposals/server/waiting.ts'
import { type Holder, scopeOf } from '#platform/server/database/scope.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { Task } from '../contract.ts'
import { linkOf } from '../links.ts'
import { type TaskAction, taskKinds } from '../rules.ts'
import { EACH_MAX, ONE_MAX } from './asking.ts'
import { countTurns, type KindCounts } from './counts.ts'
import { type Care, listTasks, type Part, proposalTurns, type TaskRow, whole } from './queries.ts'

/** A task with the row that its own calls take, and its turn. */
export interface WaitingTask {
  readonly task: Task
  readonly subjectId: string
  readonly turnId: string | null
  readonly care: Care | null
}

/** Who asks, signed in or not: what is told to somebody is what they would find. */
export type Reading = Pick<SignedInContext, 'db' | 'env' | 'texts' | 'language'> & { readonly user: Holder }

interface Asked {
  /** Of these kinds, those for which the caller holds the permission. */
  readonly actions: readonly TaskAction[]
  readonly companyId?: string | undefined
  readonly part?: Part | undefined
  /** Of what is late on this day alone. */
  readonly lateOn?: Day | undefined
  /** As many of each kind are named. */
  readonly most?: number | undefined
  /** Whether acts of two people are among it. */
  readonly withProposals: boolean
}

/** One company has a task for each of its months. */
const idOf = ({ action, id, month }: Pick<TaskRow, 'action' | 'id' | 'month'>) =>
  [action, id, month].filter(Boolean).join(':')

/**
 * The scope of task:read narrows what a permission of the task itself reaches; so does one company that is asked for, of
 * which the oldest are read and not those among the oldest of all.
 */
function reachOf({ user }: Reading, companyId: string | undefined) {
  const scope = scopeOf(user, 'task:read')
  return (permission: Parameters<typeof scopeOf>[1]) => {
    const own = scopeOf(user, permission)
    const inside = scope.all
      ? own
      : { ...own, all: false, companyIds: own.companyIds.filter((id) => scope.companyIds.includes(id)) }
    if (companyId === undefined) return inside
    return {
      ...inside,
      all: false,
      companyIds: inside.all ? [companyId] : inside.companyIds.filter((id) => id === companyId),
    }
  }
}

/** Acts of two people that the caller may answer: of each the turn of the company that they answer for, or of the staff. */
async function proposalRows(context: Reading, part: Part, companyId: string | undefined): Promise<TaskRow[]> {
  const proposed = await proposalsWaitingFor(context.db, context)
  const ids = proposed.map(({ id }) => id)
  const turns = await proposalTurns(context.db, ids, part)
  return proposed.flatMap((one) => {
    const isForCompany = one.action === 'answerProposal'
    const turn = turns.find(
      ({ subject_id, action, company_id }) =>
        subject_id === one.id &&
        action === (isForCompany ? 'answer' : 'confirm') &&
        (!isForCompany || company_id === one.companyId),
    )
    if (!turn?.is_in || (companyId && one.companyId !== companyId)) return []
    return [{ ...one, month: null, orderId: null, orderNumber: null, turnId: turn.id, care: turn.care }]
  })
}

/** What of the turns a caller reads, and for whom. */
function readingOf(context: Reading, { actions, companyId, part = whole, lateOn }: Asked) {
  const { user } = context
  return {
    asking: { userId: user.userId, scopeOf: reachOf(context, companyId) },
    wanted: actions.filter((action) => user.permissions.has(taskKinds[action].permission)),
    part: lateOn ? { ...part, isWhole: false, isIn: sql`${part.isIn} and t.due_day < ${lateOn}::date` } : part,
  }
}

/** One task in the counts. */
function countOfOne({ action, due, care }: TaskRow, userId: string, today: Day): KindCounts {
  const isAwake = !care?.snooze
  return {
    action,
    all: Number(isAwake),
    late: Number(isAwake && due !== null && due < today),
    mine: Number(isAwake && care?.owner?.userId === userId),
    unowned: Number(isAwake && !care?.owner),
    snoozed: Number(!isAwake),
  }
}

/** How much of each kind waits for the caller, whole, however much is named of it; a kind may stand in several rows. */
export async function countWaiting(context: Reading, asked: Asked, today: Day): Promise<KindCounts[]> {
  const { asking, wanted, part } = readingOf(context, asked)
  const counts = await countTurns(context.db, asking, { wanted, part, today })
  if (!asked.withProposals) return counts
  const proposed = await proposalRows(context, part, asked.companyId)
  return [...counts, ...proposed.map((row) => countOfOne(row, context.user.userId, today))]
}

/**
 * What waits for the caller, each with the address where they do it; of each kind the oldest, and where more wait than are
 * named, how many of each kind there are.
 */
export async function waitingFor(
  context: Reading,
  asked: Asked,
): Promise<{ rows: WaitingTask[]; truncated: boolean; counts: readonly KindCounts[] }> {
  const { db, user } = context
  const { asking, wanted, part } = readingOf(context, asked)
  const { most = asked.actions.length === 1 ? ONE_MAX : EACH_MAX } = asked
  const { rows, truncated } = await listTasks(db, asking, { wanted, part, most })
  const proposed = asked.withProposals ? await proposalRows(context, part, asked.companyId) : []
  const all = [...rows, ...proposed]
  const today = helsinkiDay(context.env.now())
  const counts = truncated ? await countTurns(db, asking, { wanted, part, today }) : []
  const isStaff = user.permissions.has('admin:access')
  return {
    truncated,
    counts: truncated ? [...counts, ...proposed.map((row) => countOfOne(row, user.userId, today))] : [],
    rows: all.map(({ since, month, turnId, care, ...row }) => ({
      turnId,
      care,
      subjectId: row.id,
      task: {
        ...row,
        id: idOf({ ...row, month }),
        awaited: taskKinds[row.action].awaited,
        since: since.toISOString(),
        link: linkOf({ ...row, month }, { isStaff }),
      },
    })),
  }
}
