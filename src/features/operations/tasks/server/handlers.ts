import { proposalsWaitingFor } from '#features/ground/proposals/server/waiting.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { tasks } from '../contract.ts'
import { linkOf } from '../links.ts'
import { byUrgency, isAskedFor, taskActions, taskKinds } from '../rules.ts'
import { listTasks, type TaskRow } from './queries.ts'

/** One company has a task for each of its months. */
const idOf = ({ action, id, month }: Pick<TaskRow, 'action' | 'id' | 'month'>) =>
  [action, id, month].filter(Boolean).join(':')

export const tasksHandlers: Handlers<typeof tasks> = {
  async list({ query }, context) {
    const { db, env, user, scope } = context
    // The scope of task:read narrows what a permission of the task itself reaches; so does one company that is asked for,
    // of which the oldest are read and not those among the oldest of all.
    const reach = (permission: Parameters<typeof scopeOf>[1]) => {
      const { companyId } = query
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
    const today = helsinkiDay(env.now())
    const isStaff = user.permissions.has('admin:access')
    const open = taskActions.filter(
      (action) =>
        (query.action === undefined || action === query.action) && user.permissions.has(taskKinds[action].permission),
    )
    const { rows, truncated } = await listTasks(db, { userId: user.userId, scopeOf: reach }, open)
    const proposed = (await proposalsWaitingFor(db, context)).map((one) => ({
      ...one,
      month: null,
      orderId: null,
      orderNumber: null,
    }))
    const data = [...rows, ...proposed].map(({ since, month, ...row }) => ({
      ...row,
      id: idOf({ ...row, month }),
      awaited: taskKinds[row.action].awaited,
      since: since.toISOString(),
      link: linkOf({ ...row, month }, { isStaff }),
    }))
    return { data: data.filter((task) => isAskedFor(task, query, today)).toSorted(byUrgency(today)), truncated }
  },
}
