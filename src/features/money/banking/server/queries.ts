import { type Selectable, sql } from 'kysely'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { pageOfTexts } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { searchedCents } from '#platform/values/typed/amounts.ts'
import { canonicalReference } from '#platform/values/typed/references.ts'
import { referencesIn, spellingsOf } from '../rules/references.ts'
import type { BankFileKind } from '../rules/statements.ts'
import { type AsideReason, type BankEntryState, groundsFor, type OpenInvoice, ranked } from '../rules.ts'
import { expectedBack, isExpectedBack, personBilled } from './matching/overpaid.ts'

export type BankEntryRow = Selectable<Tables['bank_entries']>
type BankFileRow = Selectable<Tables['bank_files']>
interface Paged {
  readonly page: number
  readonly limit: number
}

const fileView = (row: BankFileRow & { bringer: string | null; confirmer: string | null }) => ({
  bankFileId: row.id,
  kind: row.kind as BankFileKind,
  name: row.name,
  entryCount: row.entry_count,
  matchedCount: row.matched_count,
  knownCount: row.known_count,
  doubtCount: row.doubt_count,
  skippedAccounts: row.skipped_accounts as string[],
  broughtBy: row.bringer,
  confirmedBy: row.confirmer,
  createdAt: row.created_at.toISOString(),
})

export const entryView = (row: BankEntryRow) => ({
  bankEntryId: row.id,
  version: row.version,
  state: row.state as BankEntryState,
  direction: row.direction as 'CREDIT' | 'DEBIT',
  isReversal: row.is_reversal,
  amount: eurosFromCents(row.amount_cents),
  foreignAmount: row.foreign_amount,
  bookedDay: row.booked_day,
  reference: row.reference,
  message: row.message,
  counterpartyName: row.counterparty_name,
  counterpartyIban: row.counterparty_iban,
  asideReason: row.aside_reason as AsideReason | null,
  decidedAt: row.decided_at?.toISOString() ?? null,
})

const columnsOfFiles = { createdAt: { filled: sql.ref('f.created_at') } }

export async function listBankFiles(
  db: Db,
  { page, limit, sort = '-createdAt' }: Paged & { sort?: SortName<'createdAt'> },
) {
  const total = await countOf(db, db.selectFrom('bank_files'))
  const rows = await db
    .selectFrom('bank_files as f')
    .leftJoin('users as b', 'b.id', 'f.created_by')
    .leftJoin('users as c', 'c.id', 'f.confirmed_by')
    .selectAll('f')
    .select(sql<string | null>`nullif(concat_ws(' ', b.last_name, b.first_name), '')`.as('bringer'))
    .select(sql<string | null>`nullif(concat_ws(' ', c.last_name, c.first_name), '')`.as('confirmer'))
    .orderBy(sortedBy(sort, columnsOfFiles, sql.ref('f.id')))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return pageOf(rows.map(fileView), { page, limit, total })
}

export async function listBankEntries(
  db: Db,
  of: Paged & {
    id?: string
    state?: BankEntryState
    direction?: 'CREDIT' | 'DEBIT'
    search?: string
    sort?: SortName<'bookedDay' | 'amount'>
  },
) {
  let found = entries(db)
  if (of.id) found = found.where('id', '=', of.id)
  if (of.state) found = found.where('state', '=', of.state)
  if (of.direction) found = found.where('direction', '=', of.direction)
  const at = { limit: of.limit, offset: (of.page - 1) * of.limit }
  const { ids, ...count } = await pageOfIds(db, found, { given: of.search?.trim(), sort: of.sort ?? '-bookedDay' }, at)
  const rows = await entries(db)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .selectAll()
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute()
  return pageOf(rows.map(entryView), { ...of, ...count })
}

const entries = (db: Db) => db.selectFrom('bank_entries')
type Entries = ReturnType<typeof entries>

const signedCents = sql`(case when direction = 'DEBIT' then -amount_cents else amount_cents end)`

const columnsOfEntries = {
  bookedDay: { filled: sql.ref('booked_day') },
  // As it is shown: what goes out is below zero.
  amount: { filled: signedCents },
}

/** The ids of one page of movements, of a search those that hold every word or bear the reference, and their count. */
function pageOfIds(
  db: Db,
  found: Entries,
  { given, sort }: { given: string | undefined; sort: SortName<'bookedDay' | 'amount'> },
  page: { limit: number; offset: number },
) {
  const reference = canonicalReference(given ?? '')
  const search = /^\d+$/.test(reference ?? '') ? present(reference) : given
  const rows = found.select(['id', 'booked_day', 'direction', 'amount_cents', 'search_text'])
  const sums = searchedCents(given)
  const also = sums.length > 0 ? sql<boolean>`f.amount_cents = any(${[...sums]}::bigint[])` : undefined
  const order = sortedBy(sort, columnsOfEntries)
  return pageOfTexts(db, { table: 'bank_entries', rows, order, isOrdered: true, also }, search, page)
}

export async function findBankEntry(db: Db, id: string) {
  return db.selectFrom('bank_entries').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockBankEntry(db: Db, id: string) {
  return db.selectFrom('bank_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

interface ProposedRow {
  id: string
  number: string | null
  reference_number: string | null
  open_cents: number
  due_day: string
  other_party: string
  /** A person as lists name people. */
  shown_party: string | null
}

/** What names invoices in a movement: its reference, and references and numbers in its message. */
interface Named {
  readonly numbers: readonly string[]
  readonly references: readonly string[]
}

const namedIn = ({ reference, message }: BankEntryRow): Named => ({
  numbers: (message ?? '').match(/\d{5,20}/g) ?? [],
  references: [...new Set([...(reference ? [reference] : []), ...referencesIn(message)])],
})

/** So many are compared. */
const PROPOSED_MAX = 50

/** Each ground has an index of its own; together they would be looked for in all invoices. One that is named may be paid. */
function openLike(direction: 'SALES' | 'PURCHASE', entry: BankEntryRow, { numbers, references }: Named) {
  const sent = sql`direction = ${direction} and credited_invoice_id is null
    and stage in ('SENT', 'VERIFIED', 'APPROVED', 'PAYMENT_SENT_TO_BANK')`
  const grounds = [
    sql`${sent} and reference_number = any(${references.flatMap(spellingsOf)})`,
    sql`${sent} and open_cents > 0 and open_cents = ${entry.amount_cents}`,
    sql`${sent} and number = any(${numbers})`,
  ]
  return sql.join(
    grounds.map((ground) => sql`(select id from invoices where ${ground} order by due_day, id limit ${PROPOSED_MAX})`),
    sql` union `,
  )
}

/** Purchases whose seller has so much to pay back, or that a movement's message names. */
const comingBack = (entry: BankEntryRow, { numbers, references }: Named) => sql`(select i.id from invoices i
  where ${isExpectedBack} and (${expectedBack} = ${entry.amount_cents} or i.number = any(${numbers})
    or i.reference_number = any(${references.flatMap(spellingsOf)})) order by i.due_day, i.id limit ${PROPOSED_MAX})`

/**
 * Invoices that a movement names by reference or number, paid or not, else open ones of its sum, the best ten first; for
 * money that came also those of which a seller pays back.
 */
export async function proposalsFor(db: Db, entry: BankEntryRow) {
  const direction = entry.direction === 'CREDIT' ? 'SALES' : 'PURCHASE'
  const named = namedIn(entry)
  const open = openLike(direction, entry, named)
  const candidates = direction === 'SALES' ? sql`${open} union ${comingBack(entry, named)}` : open
  const result = await sql<ProposedRow>`
    select i.id, i.number, i.reference_number, case when i.direction = ${direction} then i.open_cents else ${expectedBack} end as open_cents, i.due_day,
           coalesce(i.buyer ->> 'name', s.name, i.seller_name, l.name, c.name) as other_party, ${personBilled} as shown_party
      from invoices i join companies c on c.id = i.company_id
      left join bike_stores s on s.id = i.bike_store_id left join leasing_companies l on l.id = i.leasing_company_id
     where i.id in (${candidates})
     order by (i.reference_number = any(${named.references.flatMap(spellingsOf)})) desc nulls last, i.due_day, i.id limit ${PROPOSED_MAX}`.execute(
    db,
  )
  const compared = result.rows.map((row) => {
    const invoice: OpenInvoice = {
      invoiceId: row.id,
      openCents: row.open_cents,
      reference: canonicalReference(row.reference_number),
      number: row.number,
      otherParty: row.other_party,
    }
    const grounds = groundsFor(
      {
        amountCents: entry.amount_cents,
        references: named.references,
        message: entry.message,
        counterpartyName: entry.counterparty_name,
      },
      invoice,
    )
    return {
      invoiceId: row.id,
      number: row.number,
      otherParty: row.shown_party ?? row.other_party,
      open: eurosFromCents(row.open_cents),
      dueDay: row.due_day,
      grounds,
    }
  })
  return ranked(compared).slice(0, 10)
}
