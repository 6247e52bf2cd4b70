import type { ReplyOf } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { readSetting, writeSetting } from '#platform/server/database/settings.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { nudgeSettings } from '../nudge-contract.ts'

type Kept = ReplyOf<typeof nudgeSettings.get>

const KEY = 'nudges'
/** The setting has a chain of events of its own. */
const settingId = '00000000-0000-7000-8000-000000000003'
const usual = { firstDays: 3, secondDays: 7 }

/** After how many days of waiting a turn's message is sent once more, as the setting says, with its version. */
export async function readNudgeSettings(db: Db): Promise<Kept> {
  const { value, version } = await readSetting(db, KEY)
  return { ...usual, ...(value as Partial<Kept> | null), version }
}

export const nudgeSettingsHandlers: Handlers<typeof nudgeSettings> = {
  get: (_request, { db }) => readNudgeSettings(db),
  async set({ body }, { db, env, user }) {
    const { version, ...value } = body
    if (value.secondDays <= value.firstDays)
      failField('secondDays', 'TOO_SMALL', 'is not after the first', value.firstDays + 1)
    const { version: _, ...before } = await readNudgeSettings(db)
    if (!(await writeSetting(db, env.now(), { key: KEY, value, version })))
      throw new AppError('VERSION_CONFLICT', { details: { current: await readNudgeSettings(db) } })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: settingId },
      shared: false,
      data: { register: KEY, change: 'updated', before, after: value },
    })
    return { ...value, version: version + 1 }
  },
}
