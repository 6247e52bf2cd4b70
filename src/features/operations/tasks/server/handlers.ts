import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { tasks } from '../contract.ts'
import { byUrgency, isAskedFor, type TaskAction, taskActions } from '../rules.ts'
import { waitingFor } from './waiting.ts'

function countsByKind(counted: readonly { readonly action: TaskAction; readonly all: number }[]) {
  const counts = new Map<TaskAction, number>()
  for (const { action, all } of counted) counts.set(action, (counts.get(action) ?? 0) + all)
  return [...counts].map(([action, count]) => ({ action, count }))
}

export const tasksHandlers: Handlers<typeof tasks> = {
  async list({ query }, context) {
    const today = helsinkiDay(context.env.now())
    const asked = {
      actions: query.action ? [query.action] : taskActions,
      companyId: query.companyId,
      lateOn: query.late ? today : undefined,
      withProposals: true,
    }
    const { rows, truncated, counts } = await waitingFor(context, asked)
    const data = rows.map(({ task }) => task).filter((task) => isAskedFor(task, query, today))
    const counted = truncated ? counts : data.map(({ action }) => ({ action, all: 1 }))
    return { data: data.toSorted(byUrgency(today)), counts: countsByKind(counted), truncated }
  },
}
