import type { QueryOf } from '#platform/contract/contract.ts'
import { foldText } from '#platform/server/database/search.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { byUrgency, isAskedFor, taskActions, taskKinds } from '../../rules.ts'
import type { Care } from '../../server/queries.ts'
import { type WaitingTask, waitingFor } from '../../server/waiting.ts'
import type { StaffTask, today } from '../contract.ts'
import { bySort } from '../work.ts'
import { partOfTurn, partOfView } from './care.ts'

type Query = QueryOf<typeof today.list>

/** Nobody has seen to it yet. */
const untouched: Care = { owner: null, snooze: null, version: 0 }

const taskOf = ({ task, subjectId, turnId, care }: WaitingTask): StaffTask => ({
  ...task,
  subjectId,
  care: turnId ? { turnId, ...(care ?? untouched) } : null,
})

/** Whether all words of a search stand in what a row of the list shows. */
function isFound({ texts, language }: SignedInContext, task: StaffTask, search: string | undefined): boolean {
  const shown = [texts.t(language, `tasks:does.${task.action}`), task.about, task.companyName, task.orderNumber]
  const text = foldText(shown.filter(Boolean).join(' '))
  return foldText(search ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What waits for the staff, of what the caller asks for, in the order that they ask for. */
export async function staffTasks(
  context: SignedInContext,
  query: Query,
): Promise<{ data: StaffTask[]; truncated: boolean }> {
  const day = helsinkiDay(context.env.now())
  const { view = 'ALL' } = query
  const { rows, truncated } = await waitingFor(context, {
    actions: query.action ? [query.action] : taskActions,
    companyId: query.companyId,
    part: partOfView(view, context.user.userId, day),
    withProposals: view === 'ALL' || view === 'UNOWNED',
  })
  const data = rows.map(taskOf).filter((task) => isAskedFor(task, query, day) && isFound(context, task, query.search))
  const byNeed = data.toSorted(byUrgency(day))
  return { data: query.sort ? byNeed.toSorted(bySort(query.sort)) : byNeed, truncated }
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
    withProposals: false,
  })
  return rows.map(taskOf)[0]
}
