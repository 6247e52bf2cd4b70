import { proposalsWaitingFor } from '#features/ground/proposals/server/waiting.ts'
import { type Holder, scopeOf } from '#platform/server/database/scope.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Task } from '../contract.ts'
import { linkOf } from '../links.ts'
import { type TaskAction, taskKinds } from '../rules.ts'
import { type Care, listTasks, type Part, proposalTurns, type TaskRow } from './queries.ts'

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
async function proposalRows(context: Reading, part: Part | undefined): Promise<TaskRow[]> {
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
    if (!turn?.is_in) return []
    return [{ ...one, month: null, orderId: null, orderNumber: null, turnId: turn.id, care: turn.care }]
  })
}

/** What waits for the caller, each with the address where they do it. */
export async function waitingFor(
  context: Reading,
  { actions, companyId, part, withProposals }: Asked,
): Promise<{ rows: WaitingTask[]; truncated: boolean }> {
  const { db, user } = context
  const wanted = actions.filter((action) => user.permissions.has(taskKinds[action].permission))
  const asking = { userId: user.userId, scopeOf: reachOf(context, companyId) }
  const { rows, truncated } = await listTasks(db, asking, wanted, part)
  const all = withProposals ? [...rows, ...(await proposalRows(context, part))] : rows
  const isStaff = user.permissions.has('admin:access')
  return {
    truncated,
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
