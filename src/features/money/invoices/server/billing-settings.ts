import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import type { BodyOf, ReplyOf } from '#platform/contract/contract.ts'
import { fail, failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { changeSetting, readSetting, settingChains } from '#platform/server/database/settings.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import { type SettablePurpose, settablePurposes, usualVatOf, type VatOfPurpose } from '../rules/supplies.ts'
import type { InvoicePurpose } from '../rules.ts'
import type { billingSettings } from '../settings-contract.ts'

type Kept = ReplyOf<typeof billingSettings.get>
export type BillingSettings = Omit<Kept, 'version'>

const KEY = 'billing'

const usual: BillingSettings = {
  firstReminderDays: 3,
  secondReminderDays: 14,
  reminderFee: 0,
  termsNameReminderFee: false,
  billingDay: 1,
  vat: Object.fromEntries(settablePurposes.map((purpose) => [purpose, usualVatOf(purpose)])) as BillingSettings['vat'],
}

/** How invoices are billed and reminded of, as the settings say, with their version. */
export async function readBillingSettings(db: Db): Promise<Kept> {
  const { value, version } = await readSetting(db, KEY)
  const own = (value ?? {}) as Partial<BillingSettings>
  return { ...usual, ...own, vat: { ...usual.vat, ...own.vat }, version }
}

/** The VAT rate of a purpose on its supply day, in basis points. */
export async function vatOfPurpose(db: Db, purpose: InvoicePurpose, supplyDay: Day): Promise<number> {
  const { vat } = await readBillingSettings(db)
  const own: VatOfPurpose | undefined = vat[purpose as SettablePurpose]
  return (own ?? usualVatOf(purpose)) === 'STANDARD' ? standardVat(db, supplyDay) : 0
}

/** The standard rate on a day, in basis points. */
export async function standardVat(db: Db, day: Day): Promise<number> {
  return ((await findVatOn(db, 'FI', day)) ?? fail('NOT_FOUND')).basis_points
}

function check(settings: BodyOf<typeof billingSettings.set>): void {
  if (settings.secondReminderDays <= settings.firstReminderDays)
    failField('secondReminderDays', 'TOO_SMALL', 'is not after the first reminder', settings.firstReminderDays + 1)
  if (settings.reminderFee > 0 && !settings.termsNameReminderFee)
    failFieldText('reminderFee', 'invoices:fieldErrors.TERMS_NAME_NO_FEE')
}

export const billingSettingsHandlers: Handlers<typeof billingSettings> = {
  get: (_request, { db }) => readBillingSettings(db),
  async set({ body }, context) {
    check(body)
    const { version, ...value } = body
    const { version: _, ...before } = await readBillingSettings(context.db)
    await changeSetting(context, {
      key: KEY,
      chain: settingChains.money,
      before,
      value,
      version,
      read: readBillingSettings,
    })
    return { ...value, version: version + 1 }
  },
}
