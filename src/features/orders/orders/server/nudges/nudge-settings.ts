import type { ReplyOf } from '#platform/contract/contract.ts'
import { failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { changeSetting, readSetting, settingChains } from '#platform/server/database/settings.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { nudgeSettings } from '../../nudge-contract.ts'

type Kept = ReplyOf<typeof nudgeSettings.get>

const KEY = 'nudges'
const usual = { firstDays: 3, secondDays: 7, lastDays: 1 }

/** After how many days of waiting a turn's message is sent once more, as the setting says, with its version. */
export async function readNudgeSettings(db: Db): Promise<Kept> {
  const { value, version } = await readSetting(db, KEY)
  return { ...usual, ...(value as Partial<Kept> | null), version }
}

export const nudgeSettingsHandlers: Handlers<typeof nudgeSettings> = {
  get: (_request, { db }) => readNudgeSettings(db),
  async set({ body }, context) {
    const { version, ...given } = body
    const { version: _, ...before } = await readNudgeSettings(context.db)
    const value = { ...before, ...given }
    if (value.secondDays <= value.firstDays)
      failField('secondDays', 'TOO_SMALL', 'is not after the first', value.firstDays + 1)
    await changeSetting(context, {
      key: KEY,
      chain: settingChains.nudges,
      before,
      value,
      version,
      read: readNudgeSettings,
    })
    return { ...value, version: version + 1 }
  },
}
