import { topTaxBasisPoints } from '#features/pricing/tax/rules/top-tax.ts'
import { taxTablesFrom } from '#features/pricing/tax/server/tables.ts'
import { failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { changeSetting, readSetting, settingChains } from '#platform/server/database/settings.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { fairValues } from '../fair-value-contract.ts'
import { type FairValues, fairValuesFromWire, fairValuesToWire } from '../fair-values.ts'
import { defaultFairValues, type FairValueTable, risingMonth } from '../rules/fair-value.ts'

const KEY = 'fair-values'

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
  async get(_request, { db, env }) {
    const year = Number(helsinkiDay(env.now()).slice(0, 4))
    const top = topTaxBasisPoints(await taxTablesFrom(db), year)
    return {
      ...answerOf(await fairValuesInForce(db)),
      topTaxPercent: top === null ? null : percentFromBasisPoints(top),
    }
  },
  async set({ body: { version, ...values } }, context) {
    const rising = risingMonth(fairValuesFromWire(values))
    if (rising !== null) failFieldText(`month${rising}`, 'leasing:fieldErrors.RISES')
    const before = await fairValuesInForce(context.db)
    await changeSetting(context, {
      key: KEY,
      chain: settingChains.money,
      before: fairValuesToWire(before.table),
      value: values,
      version,
      read: async (now) => answerOf(await fairValuesInForce(now)),
    })
    return { ...values, version: version + 1 }
  },
}
