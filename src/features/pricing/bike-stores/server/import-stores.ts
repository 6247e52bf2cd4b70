import {
  type Aside,
  countIntake,
  noteIntake,
  putAside,
  settleAsides,
} from '#features/ground/put-aside/server/put-aside.ts'
import { type StoreColumn, storeColumns } from '#features/pricing/bike-stores/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { ImportReport, LineProblem } from '#platform/contract/imports.ts'
import { isEmail, isWebsiteUrl, normaliseEmail, normalisePhone } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type CsvLine, flagOf, problemAt, readCsv, reportOf } from '#platform/server/documents/reading/csv.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { proposeAccount } from '#platform/server/http/bank-accounts.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { compactIban, isBusinessId, isIban } from '#platform/values/identifiers.ts'
import { storeKey, termsDaysFrom } from '../rules.ts'
import { storeAccounts } from './bank-account.ts'
import { insertStore, type NewStoreRow } from './insert-store.ts'
import type { StoreRow } from './queries.ts'

/** The stored columns that a line sets; a column that the file lacks is not among them. */
type Values = Partial<Omit<StoreRow, 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'>>
/** A read value, or undefined for one that has the wrong form. */
type Reader = (text: string) => Values | undefined

const phoneOf = (text: string) => {
  try {
    return normalisePhone(text)
  } catch {
    return undefined
  }
}
const checked = <V>(isRight: boolean, values: V) => (isRight ? values : undefined)
const flag = (text: string, set: (value: boolean) => Values) => {
  const value = flagOf(text)
  return value === null ? undefined : set(value)
}

const languages = ['fi', 'en', 'sv'] as const

const readers: Record<Exclude<StoreColumn, 'group'>, Reader> = {
  storeName: (text) => ({ name: text }),
  email: (text) => checked(isEmail(normaliseEmail(text)), { email: normaliseEmail(text) }),
  businessId: (text) => checked(!text || isBusinessId(text), { business_id: text || null }),
  phone: (text) => {
    const phone = text ? phoneOf(text) : null
    return phone === undefined ? undefined : { phone }
  },
  website: (text) => checked(!text || isWebsiteUrl(text), { website: text || null }),
  streetAddress: (text) => ({ street_address: text || null }),
  postalCode: (text) => ({ postal_code: text || null }),
  city: (text) => ({ city: text || null }),
  openingHours: (text) => ({ opening_hours: text || null }),
  language: (text) => {
    const language = languages.find((one) => one === (text.toLowerCase() || 'fi'))
    return language && { language }
  },
  iban: (text) => checked(!text || isIban(text), { iban: text ? compactIban(text) : null }),
  paymentTermsDays: (text) => {
    const days = termsDaysFrom(text)
    return days === undefined ? undefined : { payment_terms_days: days }
  },
  isOnline: (text) => flag(text, (is_online) => ({ is_online })),
  active: (text) => flag(text || '1', (active) => ({ active })),
}

/** One line as the columns that it sets, with what is wrong in it. */
function valuesOf(
  { line, values }: CsvLine,
  { groups, ownIban }: { readonly groups: ReadonlyMap<string, string>; readonly ownIban: string },
): { set: Values; problems: LineProblem[] } {
  const problems: LineProblem[] = []
  const set: Values = {}
  for (const column of storeColumns) {
    const text = values[column]
    if (text === undefined) continue
    const isKey = column === 'storeName' || column === 'email'
    if (isKey && text === '') problems.push(problemAt(line, 'REQUIRED', column))
    else if (text.length > 120) problems.push(problemAt(line, 'TOO_LONG', column, text))
    else if (column === 'group') {
      const id = groups.get(text.toLowerCase())
      if (text && !id) problems.push(problemAt(line, 'NOT_FOUND', column, text))
      set.group_id = id ?? null
    } else {
      const read = readers[column](text)
      if (read?.iban === ownIban) problems.push(problemAt(line, 'IBAN_OWN', column, text))
      else if (read) Object.assign(set, read)
      else problems.push(problemAt(line, 'WRONG_FORMAT', column, text))
    }
  }
  return { set, problems }
}

async function known(db: Db) {
  const groups = await db.selectFrom('bike_store_groups').select(['id', 'name']).execute()
  const stores = await db.selectFrom('bike_stores').selectAll().where('deleted_at', 'is', null).forUpdate().execute()
  return {
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
    stores: new Map(stores.map((store) => [storeKey(store), store])),
  }
}

const differs = (store: StoreRow, set: Values) =>
  Object.entries(set).some(
    ([column, value]) =>
      store[column as keyof StoreRow] !== value && !(column === 'iban' && value === store.pending_iban),
  )

async function write(context: SignedInContext, set: Values, before: StoreRow | undefined): Promise<void> {
  const { db, env } = context
  if (!before) {
    await insertStore(context, set as NewStoreRow)
    return
  }
  const account = set.iban === undefined ? {} : await proposeAccount(storeAccounts, context, before, set.iban ?? null)
  const changes = { ...set, ...account, version: before.version + 1, updated_at: env.now() }
  await db.updateTable('bike_stores').set(changes).where('id', '=', before.id).execute()
}

interface Reading {
  readonly name: string
  readonly dryRun: boolean
  /** The lines were put aside before and have been mended. */
  readonly isMending?: boolean
}

/**
 * Reads stores in; a store is known by its name and e-mail. A bad line is put aside, and the others are read in.
 * @throws FILE_NOT_ACCEPTED with the report when the file holds no line that can be read
 */
export async function importStores(
  context: SignedInContext,
  content: Uint8Array,
  { name, dryRun, isMending = false }: Reading,
): Promise<ImportReport> {
  const { db, env, user } = context
  const read = readCsv(content, ['storeName', 'email'], storeColumns)
  const { groups, stores } = await known(db)
  const problems = [...read.problems]
  const asides = read.broken.map(({ line, cells }) => asideOf(line, [['', cells.join('; ')]], problems))
  const seen = new Set<string>()
  const taken: string[] = []
  const counts = { rows: read.lines.length + read.broken.length, created: 0, updated: 0, unchanged: 0 }
  for (const line of read.lines) {
    const { set, problems: found } = valuesOf(line, { groups, ownIban: compactIban(context.brand.iban) })
    const key = storeKey(set)
    if (seen.has(key)) found.push(problemAt(line.line, 'TWICE_IN_FILE', 'storeName', set.name ?? null))
    seen.add(key)
    const before = stores.get(key)
    if (found.length === 0 && set.name) taken.push(set.name)
    if (found.length > 0) {
      problems.push(...found)
      asides.push(asideOf(line.line, Object.entries(line.values), found))
    } else if (before && !differs(before, set)) counts.unchanged += 1
    else {
      counts[before ? 'updated' : 'created'] += 1
      if (!dryRun) await write(context, set, before)
    }
  }
  if (dryRun) return reportOf(dryRun, counts, problems)
  if (counts.rows === 0) throw new AppError('FILE_NOT_ACCEPTED', { details: reportOf(dryRun, counts, problems) })
  if (counts.created + counts.updated > 0) {
    const data = { register: 'bike-store', change: 'imported', ...counts }
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', { subject: { type: 'register', id: env.id() }, data })
  }
  if (!isMending) await settleAsides(db, context, { source: 'STORES', abouts: taken, by: user.userId })
  const aside = isMending ? [] : await keepIntake(context, name, counts, asides)
  return reportOf(dryRun, counts, problems, aside.length)
}

/** A line that is put aside, with what is wrong in it. */
const asideOf = (line: number, values: Aside['raw'], problems: readonly LineProblem[]): Aside => ({
  source: 'STORES',
  reason: 'LINE_PROBLEM',
  line,
  about: values.find(([column]) => column === 'storeName')?.[1] || null,
  raw: values.filter(([, text]) => text !== ''),
  problems: problems.filter((one) => one.line === line),
})

async function keepIntake(
  context: SignedInContext,
  name: string,
  counts: { created: number; updated: number; unchanged: number },
  asides: readonly Aside[],
): Promise<string[]> {
  const { db, user } = context
  const id = await noteIntake(db, context, { source: 'STORES', name, broughtBy: user.userId })
  await countIntake(db, id, { taken: counts.created + counts.updated, known: counts.unchanged })
  return putAside(db, context, id, asides)
}
