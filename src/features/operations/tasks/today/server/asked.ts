import type { QueryOf, ReplyOf } from '#platform/contract/contract.ts'
import { foldText } from '#platform/server/database/search.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { railPageOf } from '../../links.ts'
import { byUrgency, isAskedFor, taskActions, taskKinds } from '../../rules.ts'
import { sumOf } from '../../server/counts.ts'
import type { Care } from '../../server/queries.ts'
import { countWaiting, type WaitingTask, waitingFor } from '../../server/waiting.ts'
import type { StaffTask, today } from '../contract.ts'
import { bySort, isShared } from '../work.ts'
import { everyPart, partOfTurn, partOfView } from './care.ts'

type Query = QueryOf<typeof today.list>

/** Nobody has seen to it yet. */
const untouched: Care = { owner: null, snooze: null, escalatedTo: null, version: 0 }

const taskOf = ({ task, subjectId, turnId, care }: WaitingTask): StaffTask => ({
  ...task,
  subjectId,
  care: turnId && isShared(task.action) ? { turnId, ...(care ?? untouched) } : null,
})

/** Whether all words of a search stand in what a row of the list shows. */
function isFound({ texts, language }: SignedInContext, task: StaffTask, search: string | undefined): boolean {
  const shown = [texts.t(language, `tasks:does.${task.action}`), task.about, task.companyName, task.orderNumber]
  const text = foldText(shown.filter(Boolean).join(' '))
  return foldText(search ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What waits for the staff, of what the caller asks for, in the order that they ask for; of each kind as many as a list names. */
export async function staffTasks(
  context: SignedInContext,
  query: Query,
  most?: number,
): Promise<{ data: StaffTask[]; total: number; truncated: boolean }> {
  const day = helsinkiDay(context.env.now())
  const { view = 'ALL' } = query
  const asked = {
    actions: query.action ? [query.action] : taskActions,
    companyId: query.companyId,
    lateOn: query.late ? day : undefined,
    most,
    withProposals: !query.action || taskKinds[query.action].turns.length === 0,
  }
  const part = partOfView(view, context.user.userId, day)
  const { rows, truncated, counts } = await waitingFor(context, { ...asked, part })
  const data = rows.map(taskOf).filter((task) => isAskedFor(task, query, day) && isFound(context, task, query.search))
  const { all, snoozed } = sumOf(counts)
  const byNeed = data.toSorted(byUrgency(day))
  return {
    data: query.sort ? byNeed.toSorted(bySort(query.sort)) : byNeed,
    // A view of what is put off holds nothing else.
    total: truncated && !query.search ? all + snoozed : data.length,
    truncated,
  }
}

/** How many tasks the staff have, by what their list can be narrowed to; read once, for the rail of every page asks. */
export async function countTasks(context: SignedInContext): Promise<ReplyOf<typeof today.summary>> {
  const day = helsinkiDay(context.env.now())
  const kinds = await countWaiting(context, { actions: taskActions, part: everyPart(day), withProposals: true }, day)
  const counts = new Map<string, number>()
  for (const { action, all } of kinds) {
    const page = railPageOf(action)
    if (page && all > 0) counts.set(page, (counts.get(page) ?? 0) + all)
  }
  return { ...sumOf(kinds), places: [...counts].map(([page, count]) => ({ page, count })) }
}

/** The task of the staff that a turn is, if the caller has it. */
export async function taskOfTurn(
  context: SignedInContext,
  turn: { readonly id: string; readonly process: string; readonly action: string; readonly awaited: string },
): Promise<StaffTask | undefined> {
  const key = `${turn.process}:${turn.action}:${turn.awaited}`
  const { rows } = await waitingFor(context, {
    actions: taskActions.filter((action) => taskKinds[action].turns.some((own) => own === key)),
    part: partOfTurn(turn.id, helsinkiDay(context.env.now())),
    withProposals: turn.process === 'proposal',
  })
  return rows.map(taskOf)[0]
}
