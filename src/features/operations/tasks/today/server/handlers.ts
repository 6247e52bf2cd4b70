import { fail, failFieldText } from '#platform/contract/errors.ts'
import { rowsFile } from '#platform/server/documents/list-file.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { FILE_MAX } from '../../server/asking.ts'
import type { today } from '../contract.ts'
import { SNOOZE_DAYS_MAX } from '../work.ts'
import { countTasks, staffTasks, taskOfTurn } from './asked.ts'
import { holdTurn, writeCare } from './care.ts'
import { taskColumns } from './file-columns.ts'

/** Holds the turn of a task that the caller has and that is shared out, and changes how it is seen to. @throws NOT_FOUND, VERSION_CONFLICT */
async function care(
  context: SignedInContext,
  turnId: string,
  { check, ...change }: Omit<Parameters<typeof writeCare>[2], 'now'> & { readonly check?: () => void },
) {
  const held = (await holdTurn(context.db, turnId)) ?? fail('NOT_FOUND')
  const turn = { id: turnId, ...held }
  const task = async () => (await taskOfTurn(context, turn)) ?? fail('NOT_FOUND')
  if ((await task()).care === null) fail('NOT_FOUND')
  check?.()
  await writeCare(context, turn, { ...change, now: task })
  return task()
}

export const todayHandlers: Handlers<typeof today> = {
  async list({ query }, context) {
    return staffTasks(context, query)
  },
  async listFile({ query: { format, ...query } }, context) {
    const { texts, language } = context
    const { data } = await staffTasks(context, query, FILE_MAX)
    return rowsFile({
      format,
      name: texts.t(language, 'today:fileName'),
      columns: taskColumns(texts, language),
      rows: data,
    })
  },
  summary: (_request, context) => countTasks(context),
  async setOwner({ params, body: { mine, version } }, context) {
    const owner_user_id = mine ? context.user.userId : null
    return care(context, params.turnId, { step: mine ? 'take' : 'give-back', version, change: { owner_user_id } })
  },
  async snooze({ params, body: { until, reason, version } }, context) {
    const day = helsinkiDay(context.env.now())
    const check = () => {
      if (until <= day) failFieldText('until', 'today:fieldErrors.NOT_AHEAD')
      if (until > addDays(day, SNOOZE_DAYS_MAX)) failFieldText('until', 'today:fieldErrors.TOO_FAR')
    }
    const change = { snoozed_until: until, snooze_reason: reason.trim(), snoozed_by: context.user.userId }
    return care(context, params.turnId, { step: 'snooze', version, change, check })
  },
  async wake({ params, body: { version } }, context) {
    const change = { snoozed_until: null, snooze_reason: null, snoozed_by: null }
    return care(context, params.turnId, { step: 'wake', version, change })
  },
}
