import type { BodyOf, ReplyOf } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { changeSetting, readSetting, settingChains } from '#platform/server/database/settings.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { leaseAssets } from '../contract.ts'

const KEY = 'lease-assets'
type Kept = ReplyOf<typeof leaseAssets.settings>

const usual = { months: 0, residualPercent: 0 }

/** How own bicycles are depreciated, as the settings say, with their version. */
export async function readAssetSettings(db: Db): Promise<Kept> {
  const { value, version } = await readSetting(db, KEY)
  return { ...usual, ...(value as Partial<Kept> | null), version }
}

export async function setAssetSettings(context: SignedInContext, body: BodyOf<typeof leaseAssets.setSettings>) {
  const { version, ...value } = body
  const { version: _, ...before } = await readAssetSettings(context.db)
  await changeSetting(context, {
    key: KEY,
    chain: settingChains.money,
    before,
    value,
    version,
    read: readAssetSettings,
  })
  return { ...value, version: version + 1 }
}
