import { AppError, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { readSetting, writeSetting } from '#platform/server/database/settings.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { fairValues } from '../fair-value-contract.ts'
import { type FairValues, fairValuesFromWire, fairValuesToWire } from '../fair-values.ts'
import { defaultFairValues, type FairValueTable, risingMonth } from '../rules/fair-value.ts'

const KEY = 'fair-values'

/** The setting's own chain of events. */
const settingId = '00000000-0000-7000-8000-000000000002'

/** The fair values in force with the version of the setting; 0 is the product's own estimate. */
export async function fairValuesInForce(db: Db): Promise<{ table: FairValueTable; version: number }> {
  const { value, version } = await readSetting(db, KEY)
  return { table: version === 0 ? defaultFairValues : fairValuesFromWire(value as FairValues), version }
}

const answerOf = ({ table, version }: Awaited<ReturnType<typeof fairValuesInForce>>) => ({
  ...fairValuesToWire(table),
  version,
})

export const fairValueHandlers: Handlers<typeof fairValues> = {
  async get(_request, { db }) {
    return answerOf(await fairValuesInForce(db))
  },
  async set({ body: { version, ...values } }, { db, env, user }) {
    const rising = risingMonth(fairValuesFromWire(values))
    if (rising !== null) failFieldText(`month${rising}`, 'leasing:fieldErrors.RISES')
    const before = await fairValuesInForce(db)
    if (!(await writeSetting(db, env.now(), { key: KEY, value: values, version })))
      throw new AppError('VERSION_CONFLICT', { details: { current: answerOf(await fairValuesInForce(db)) } })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: settingId },
      shared: false,
      data: { register: KEY, change: 'updated', before: fairValuesToWire(before.table), after: values },
    })
    return { ...values, version: version + 1 }
  },
}
