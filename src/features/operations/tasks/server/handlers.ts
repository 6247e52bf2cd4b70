import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { tasks } from '../contract.ts'
import { byUrgency, isAskedFor, taskActions } from '../rules.ts'
import { waitingFor } from './waiting.ts'

export const tasksHandlers: Handlers<typeof tasks> = {
  async list({ query }, context) {
    const today = helsinkiDay(context.env.now())
    const { rows, truncated } = await waitingFor(context, {
      actions: query.action ? [query.action] : taskActions,
      companyId: query.companyId,
      withProposals: true,
    })
    const data = rows.map(({ task }) => task).filter((task) => isAskedFor(task, query, today))
    return { data: data.toSorted(byUrgency(today)), truncated }
  },
}
