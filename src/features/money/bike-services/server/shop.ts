import { storeLink } from '#features/orders/orders/server/store/store-key.ts'
import type { BodyOf, LanguageCode, ReplyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { countAttempt, forgiveAttempt, spendOfDay } from '#platform/server/http/limits.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { bikeServices } from '../contract.ts'
import { LINKS_A_DAY, shownCode, typedCode } from '../rules.ts'
import {
  balanceOf,
  bikeOf,
  findServicedLease,
  lockServicedLease,
  type VoucherRecord,
  voucherByCode,
} from './queries.ts'
import { stateOn } from './view.ts'
import { logService, requireService } from './vouchers.ts'

/** Who holds the code stands at a counter: nobody signs in. */
export const shopActor = { kind: 'STORE', userId: null } as const

/**
 * The voucher of a code; whoever tries out codes is stopped.
 * @param forgiving where a right code gives its attempt back: a write has its own transaction alone
 * @throws NOT_FOUND, TOO_MANY_REQUESTS
 */
async function voucherOf(
  { db, database, clientAddress, env }: BaseContext,
  code: string,
  forgiving: Db,
): Promise<VoucherRecord> {
  const who = { address: clientAddress }
  await countAttempt(database.primary, 'service-code', who, env.now())
  const found = (await voucherByCode(db, typedCode(code))) ?? fail('NOT_FOUND')
  await forgiveAttempt(forgiving, 'service-code', who, env.now())
  return found
}

/** What a voucher's code opens. */
export async function voucherPage(context: BaseContext, code: string): Promise<ReplyOf<typeof bikeServices.page>> {
  const { db, env } = context
  const today = helsinkiDay(env.now())
  const voucher = await voucherOf(context, code, context.database.primary)
  const lease = (await findServicedLease(db, scopeOfAll, voucher.agreement_id)) ?? fail('NOT_FOUND')
  const balance = await balanceOf(db, lease, today)
  const state = stateOn(voucher, today)
  const isGood = state === 'OPEN' || state === 'TAKEN'
  return {
    bike: bikeOf(lease),
    frameNumber: lease.frame_number,
    state,
    validUntil: voucher.valid_until,
    left: isGood && balance ? eurosFromCents(balance.leftCents) : null,
    obstacle: isGood ? (balance?.obstacle ?? null) : null,
    storeName: voucher.store_name,
  }
}

/** The stores of the register that stand behind an address or a business id. */
const storesOf = (db: Db, typed: string) => {
  const wanted = typed.trim().toLowerCase()
  return db
    .selectFrom('bike_stores')
    .select(['id', 'name', 'city', 'email', 'language'])
    .where('active', '=', true)
    .where('is_online', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['email']), '=', wanted), eb(eb.fn('lower', ['business_id']), '=', wanted)]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(50)
    .execute()
}

/** An address of which only its owner knows the rest. */
const masked = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2')

/**
 * A store takes a voucher: the link to bill it goes to the address that the register has of the store, so nobody bills in
 * a store's name who does not read its mail.
 */
export async function takeVoucher(
  context: BaseContext,
  code: string,
  { store: typed, bikeStoreId }: BodyOf<typeof bikeServices.take>,
): Promise<ReplyOf<typeof bikeServices.take>> {
  const { db, env } = context
  const today = helsinkiDay(env.now())
  const { agreement_id: leaseId } = await voucherOf(context, code, db)
  const lease = (await lockServicedLease(db, scopeOfAll, leaseId)) ?? fail('NOT_FOUND')
  const voucher = (await voucherByCode(db, typedCode(code))) ?? fail('NOT_FOUND')
  const state = stateOn(voucher, today)
  if (state !== 'OPEN' && state !== 'TAKEN') throw new AppError('SERVICE_VOUCHER_NOT_VALID', { details: { state } })
  await requireService(db, lease, today)
  const stores = await storesOf(db, typed)
  if (stores.length === 0) failFieldText('store', 'bike-services:fieldErrors.NOT_IN_REGISTER')
  const store = stores.length === 1 ? stores[0] : stores.find(({ id }) => id === bikeStoreId)
  if (!store)
    return { sentTo: null, choices: stores.map(({ id, name, city }) => ({ bikeStoreId: id, storeName: name, city })) }
  if (voucher.bike_store_id !== null && voucher.bike_store_id !== store.id)
    throw new AppError('SERVICE_VOUCHER_TAKEN', { details: { storeName: voucher.store_name } })
  if (!(await spendOfDay(db, 'service-link', voucher.id, { max: LINKS_A_DAY, now: env.now() })))
    throw new AppError('TOO_MANY_REQUESTS')
  if (state === 'OPEN') {
    await db
      .updateTable('service_vouchers')
      .set({
        state: 'TAKEN',
        bike_store_id: store.id,
        taken_at: env.now(),
        updated_at: env.now(),
        version: voucher.version + 1,
      })
      .where('id', '=', voucher.id)
      .execute()
    await logService(db, context, lease, { actor: shopActor, step: 'take', bikeStoreId: store.id })
  }
  await mailLink(context, { voucher, store, bike: bikeOf(lease) })
  return { sentTo: masked(store.email), choices: [] }
}

/** The store’s one lasting link to the bicycle, behind which the voucher is billed. */
async function mailLink(
  context: BaseContext,
  {
    voucher,
    store,
    bike,
  }: {
    readonly voucher: VoucherRecord
    readonly store: { readonly id: string; readonly email: string; readonly language: LanguageCode }
    readonly bike: string
  },
): Promise<void> {
  const { db } = context
  const link = await storeLink(db, context, { agreementId: voucher.agreement_id }, store.id, {
    purpose: 'service-bill',
    subjectId: voucher.id,
  })
  await sendMail(db, context, {
    to: store.email,
    language: store.language,
    template: 'bike-services:mail.store',
    link,
    companyId: voucher.company_id,
    urgent: true,
    values: { bike, code: shownCode(voucher.code), until: formatDay(voucher.valid_until) },
  })
}
