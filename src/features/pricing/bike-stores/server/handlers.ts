import { sql } from 'kysely'
import type { BikeStore, bikeStores, FoundStore, NewBikeStore } from '#features/pricing/bike-stores/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { isWebsiteUrl, searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { confirmAccount, pendingAccountOf, proposeAccount, refuseAccount } from '#platform/server/http/bank-accounts.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Context, type Handlers } from '#platform/server/http/context.ts'
import { requireBusinessId, requireEmail, storedIban, storedPhone } from '#platform/server/http/identifier-fields.ts'
import { noteAddress } from '#platform/server/http/told-addresses.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { DEFAULT_TERMS_DAYS } from '../rules.ts'
import { storeAccounts } from './bank-account.ts'
import { importStores } from './import-stores.ts'
import { insertStore } from './insert-store.ts'
import { posterOf } from './poster.ts'
import {
  countStores,
  countStoresOf,
  findStore,
  findStores,
  groupExists,
  hasOpenOrders,
  listActiveStores,
  listStoreGroups,
  listStores,
  lockStore,
  lockStoreGroup,
  type StoreRow,
} from './queries.ts'

const foundOf = (row: Awaited<ReturnType<typeof findStores>>['rows'][number]): FoundStore => ({
  bikeStoreId: row.id,
  storeName: row.name,
  streetAddress: row.street_address,
  postalCode: row.postal_code,
  city: row.city,
  openingHours: row.opening_hours,
  phone: row.phone,
  website: row.website,
  isOnline: row.is_online,
})

const storeOf = (row: StoreRow & { group_name: string | null }): BikeStore => ({
  bikeStoreId: row.id,
  storeName: row.name,
  email: row.email,
  groupId: row.group_id,
  groupName: row.group_name,
  businessId: row.business_id,
  phone: row.phone,
  website: row.website,
  streetAddress: row.street_address,
  postalCode: row.postal_code,
  city: row.city,
  openingHours: row.opening_hours,
  language: row.language,
  iban: row.iban,
  pendingIban: pendingAccountOf(row),
  paymentTermsDays: row.payment_terms_days,
  isOnline: row.is_online,
  active: row.active,
  version: row.version,
})

async function columnsOf({ db, brand }: Pick<Context, 'db' | 'brand'>, store: NewBikeStore) {
  requireBusinessId(store.businessId)
  requireEmail(store.email, 'email')
  if (store.website && !isWebsiteUrl(store.website)) failField('website', 'WRONG_FORMAT', 'is not a website address')
  if (store.groupId && !(await groupExists(db, store.groupId))) failField('groupId', 'NOT_IN_LIST', 'is not known')
  return {
    name: store.storeName.trim(),
    email: store.email.trim().toLowerCase(),
    group_id: store.groupId ?? null,
    business_id: store.businessId ?? null,
    phone: storedPhone(store.phone, 'phone'),
    website: store.website ?? null,
    street_address: store.streetAddress ?? null,
    postal_code: store.postalCode ?? null,
    city: store.city?.trim() ?? null,
    opening_hours: store.openingHours?.trim() || null,
    language: store.language ?? 'fi',
    iban: storedIban(store.iban, { brand }),
    payment_terms_days: store.paymentTermsDays ?? DEFAULT_TERMS_DAYS,
    is_online: store.isOnline ?? false,
    active: store.active ?? true,
  }
}

/** What a call that leaves fields out keeps of them. */
const fieldsOf = (row: StoreRow): NewBikeStore => ({
  storeName: row.name,
  email: row.email,
  groupId: row.group_id,
  businessId: row.business_id,
  phone: row.phone,
  website: row.website,
  streetAddress: row.street_address,
  postalCode: row.postal_code,
  city: row.city,
  openingHours: row.opening_hours,
  language: row.language,
  iban: row.iban,
  paymentTermsDays: row.payment_terms_days,
  isOnline: row.is_online,
  active: row.active,
})

async function readStore(db: Db, id: string): Promise<BikeStore> {
  return storeOf((await findStore(db, id)) ?? fail('NOT_FOUND'))
}

async function lockAtVersion(db: Db, id: string, version: number | undefined): Promise<StoreRow> {
  const row = (await lockStore(db, id)) ?? fail('NOT_FOUND')
  if (version !== row.version) requireVersion(version, row.version, await readStore(db, id))
  return row
}

async function logStoreChange(
  { db, env, user }: Pick<Context, 'db' | 'env'> & { user: SignedIn },
  id: string,
  change: string,
) {
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    data: { register: 'bike-store', change },
  })
}

async function notifyOldAddress(context: Context, before: StoreRow) {
  await sendMail(context.db, context, {
    to: before.email,
    language: before.language,
    template: 'bike-stores:mail.emailChanged',
    values: { store: before.name },
  })
}

async function lockGroup(db: Db, id: string, version: number | undefined) {
  const group = (await lockStoreGroup(db, id)) ?? fail('NOT_FOUND')
  requireVersion(version, group.version, { id, name: group.name, version: group.version })
  return group
}

/** Sets which stores belong to a group. @throws VALIDATION for a store that is not there */
async function setMembers({ db, env }: Pick<Context, 'db' | 'env'>, groupId: string, storeIds: readonly string[]) {
  if ((await countStoresOf(db, storeIds)) !== storeIds.length)
    failField('storeIds', 'NOT_IN_LIST', 'names a store that is not there')
  await sql`
    update bike_stores set group_id = case when id = any(${[...storeIds]}::uuid[]) then ${groupId}::uuid end,
           version = version + 1, updated_at = ${env.now()}
     where (group_id = ${groupId}::uuid) <> (id = any(${[...storeIds]}::uuid[]))
        or (group_id is null and id = any(${[...storeIds]}::uuid[]))`.execute(db)
}

export const bikeStoresHandlers: Handlers<typeof bikeStores> = {
  async list({ query }, { db }) {
    const { page = 1, limit = 20, sort = 'storeName', search, ...filter } = query
    const asked = filter.id ? { id: filter.id, page: 1 } : { ...filter, search: searchText(search), page }
    const { rows, total } = await listStores(db, { ...asked, sort, limit })
    return pageOf(rows.map(storeOf), { page, limit, total })
  },
  async finder({ query: { page = 1, limit = 20, search } }, { db }) {
    const { rows, total } = await findStores(db, { search: searchText(search), page, limit })
    return pageOf(rows.map(foundOf), { page, limit, total })
  },
  async minimal({ query }, { db }) {
    const { rows, total } = await listActiveStores(db, searchText(query.search), query.bikeStoreId)
    const items = rows.map((row) => ({
      bikeStoreId: row.id,
      storeName: row.name,
      city: row.city,
      address: row.address,
      openingHours: row.opening_hours,
      isOnline: row.is_online,
    }))
    return wholeListOf(items, total)
  },
  async get({ params }, { db }) {
    return readStore(db, params.id)
  },
  async poster({ params, query }, context) {
    const store = (await findStore(context.db, params.id)) ?? fail('NOT_FOUND')
    return posterOf(context, store, query.language ?? store.language)
  },
  async create({ body }, context) {
    const { id } = await insertStore(context, { ...(await columnsOf(context, body)) })
    await logStoreChange(context, id, 'created')
    const { db } = context
    return new Answer(201, { message: 'Bike store created successfully', bikeStore: await readStore(db, id) })
  },
  async update({ params, body }, context) {
    const { db, env } = context
    const before = await lockAtVersion(db, params.id, body.version)
    const columns = await columnsOf(context, { ...fieldsOf(before), ...body })
    const set = {
      ...columns,
      ...(await proposeAccount(storeAccounts, context, before, columns.iban)),
      version: before.version + 1,
      updated_at: env.now(),
    }
    await db.updateTable('bike_stores').set(set).where('id', '=', params.id).execute()
    const told = { register: storeAccounts.name, id: params.id }
    await noteAddress(context, told, { before: before.email, after: columns.email })
    if (columns.email !== before.email) await notifyOldAddress(context, before)
    await logStoreChange(context, params.id, 'updated')
    return { message: 'Bike store updated successfully', bikeStore: await readStore(db, params.id) }
  },
  async confirmAccount({ params, body }, context) {
    await confirmAccount(storeAccounts, context, await lockAtVersion(context.db, params.id, body.version))
    return readStore(context.db, params.id)
  },
  async refuseAccount({ params, body }, context) {
    await refuseAccount(storeAccounts, context, await lockAtVersion(context.db, params.id, body.version))
    return readStore(context.db, params.id)
  },
  async remove({ params, query }, context) {
    const { db, env } = context
    const before = await lockAtVersion(db, params.id, query.version)
    if (await hasOpenOrders(db, params.id)) throw new AppError('IN_USE_NOT_ALLOWED')
    const set = { deleted_at: env.now(), active: false, version: before.version + 1 }
    await db.updateTable('bike_stores').set(set).where('id', '=', params.id).execute()
    await logStoreChange(context, params.id, 'deleted')
    return { bikeStoreId: params.id }
  },
  async groups(_request, { db }) {
    const rows = await listStoreGroups(db)
    const items = rows.map((row) => ({
      id: row.id,
      name: row.name,
      storeCount: row.store_count ?? 0,
      version: row.version,
    }))
    return wholeListOf(items, rows.length)
  },
  async createGroup({ body }, context) {
    const { db, env } = context
    const id = env.id()
    const name = body.name.trim()
    await db
      .insertInto('bike_store_groups')
      .values({ id, name, created_at: env.now() })
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('NAME_EXISTS') : error
      })
    await logStoreChange(context, id, 'group-created')
    return new Answer(201, { id, name, storeCount: 0, version: 1 })
  },
  async updateGroup({ params, body }, context) {
    const { db } = context
    const group = await lockGroup(db, params.id, body.version)
    const set = { name: body.name.trim(), version: group.version + 1 }
    await db
      .updateTable('bike_store_groups')
      .set(set)
      .where('id', '=', params.id)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('NAME_EXISTS') : error
      })
    if (body.storeIds) await setMembers(context, params.id, body.storeIds)
    await logStoreChange(context, params.id, 'group-updated')
    return { id: params.id, ...set, storeCount: await countStores(db, params.id) }
  },
  async removeGroup({ params, query }, context) {
    const { db } = context
    await lockGroup(db, params.id, query.version)
    await setMembers(context, params.id, [])
    await db.updateTable('bike_stores').set({ group_id: null }).where('group_id', '=', params.id).execute()
    await db.deleteFrom('bike_store_groups').where('id', '=', params.id).execute()
    await logStoreChange(context, params.id, 'group-deleted')
    return { id: params.id }
  },
  async importStores({ query, body }, context) {
    return importStores(context, body, { name: query.fileName ?? 'csv', dryRun: query.dryRun ?? false })
  },
}
