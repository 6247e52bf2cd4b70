import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { leaseAssets } from '../contract.ts'
import { assetsFile, checkAssets, listAssets } from './assets.ts'
import { readAssetSettings, setAssetSettings } from './settings.ts'

export const leaseAssetsHandlers: Handlers<typeof leaseAssets> = {
  list: ({ query: { page = 1, limit = 20, month, id, sort } }, { db, env }) =>
    listAssets(db, { page, limit, id, sort, month: month ?? monthOf(helsinkiDay(env.now())) }),
  check: (_request, { db }) => checkAssets(db),
  file: ({ query }, context) => assetsFile(context, query),
  settings: (_request, { db }) => readAssetSettings(db),
  setSettings: ({ body }, context) => setAssetSettings(context, body),
}
