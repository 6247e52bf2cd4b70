import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { folded, foldedRow, searchedIn, searchedInRow } from '#platform/server/database/search.ts'
import { searchedCents } from '#platform/values/typed/amounts.ts'
import { canonicalReference } from '#platform/values/typed/references.ts'
import { type FoundKind, SHOWN_MAX } from '../kinds.ts'

interface FoundRow {
  kind: FoundKind
  id: string
  title: string
  detail: string | null
  cents: number | null
  day: string | null
}

/** So many that fit are ordered; a search that more fit is narrowed by its next word. */
const CANDIDATES_MAX = 200

interface Asked {
  readonly search: string
  /** Whether the caller may see everybody's private details, by which people are found too. */
  readonly seesPrivate: boolean
}

/** The columns of one kind, read for the few that are named alone. */
interface Part {
  /** The ids that fit, and what they are ordered by as `at`; each bounded, so that none is read whole. */
  readonly matching: (asked: Asked) => RawBuilder<unknown>
  /** `id`, `title`, `detail`, `cents`, `day` of the ids in `f`. */
  readonly shown: RawBuilder<unknown>
}

const none = { text: sql`null::text`, cents: sql`null::bigint`, day: sql`null::text` }
const nameOfUser = sql`concat_ws(' ', u.last_name, u.first_name)`
const dayOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'Europe/Helsinki', 'YYYY-MM-DD')`
const atWork = foldedRow(sql`(' ' || u.first_name || ' ' || u.last_name || ' ' || u.work_email)`)
const numbersOfOrder = folded(
  sql`' ' || o.order_number || ' ' || coalesce(replace(o.frame_number, ' ', ''), '') || ' ' || coalesce(replace(o.bike_store_order_number, ' ', ''), '')`,
)

/** A payment reference in either form is compared as its national one. */
function withReference(search: string): string {
  const reference = canonicalReference(search) ?? ''
  return /^\d+$/.test(reference) ? reference : search
}

const ofSum = (search: string, column: RawBuilder<unknown>) => {
  const sums = searchedCents(search).flatMap((cents) => [cents, -cents])
  return sums.length > 0 ? sql`${column} = any(${sums}::bigint[])` : undefined
}

/** Those that hold the words and those of the sum, each by an index of its own. */
function textOrSum(
  table: RawBuilder<unknown>,
  search: string,
  { text, sum }: { text: string; sum: RawBuilder<unknown> },
) {
  const byText = sql`(select id, created_at as at from ${table} i where ${searchedIn(sql.ref('i.search_text'), text)} limit ${sql.lit(CANDIDATES_MAX)})`
  const also = ofSum(search, sum)
  if (!also) return byText
  return sql`${byText} union (select id, created_at as at from ${table} i where ${also} limit ${sql.lit(CANDIDATES_MAX)})`
}

const parts: Readonly<Record<FoundKind, Part>> = {
  PERSON: {
    matching: ({ search, seesPrivate }) => {
      const found = searchedIn(sql.ref('u.search_text'), search)
      const seen = seesPrivate ? found : sql`${found} and ${searchedInRow(atWork, search)}`
      return sql`select u.id, u.created_at as at from users u where ${seen} limit ${sql.lit(CANDIDATES_MAX)}`
    },
    shown: sql`select f.id::text, ${nameOfUser} as title,
      concat_ws(' · ', (select string_agg(c.name, ', ' order by c.name) from memberships m join companies c on c.id = m.company_id where m.user_id = u.id), u.work_email) as detail,
      ${none.cents} as cents, ${none.day} as day from f join users u on u.id = f.id`,
  },
  ORDER: {
    matching: ({ search }) =>
      sql`select o.id, o.created_at as at from orders o where ${searchedIn(numbersOfOrder, search)} limit ${sql.lit(CANDIDATES_MAX)}`,
    shown: sql`select f.id::text, o.order_number as title,
      concat_ws(' · ', ${nameOfUser}, c.name, o.frame_number) as detail, ${none.cents} as cents, ${dayOf(sql`o.created_at`)} as day
      from f join orders o on o.id = f.id join beneficiary_employees e on e.id = o.beneficiary_employee_id
        join users u on u.id = e.user_id join companies c on c.id = o.company_id`,
  },
  AGREEMENT: {
    matching: ({ search }) =>
      sql`select a.id, a.created_at as at from leasing_agreements a where ${searchedIn(folded(sql`' ' || a.agreement_number`), search)} limit ${sql.lit(CANDIDATES_MAX)}`,
    shown: sql`select f.id::text, a.agreement_number as title, concat_ws(' · ', ${nameOfUser}, c.name) as detail,
      ${none.cents} as cents, ${dayOf(sql`a.created_at`)} as day
      from f join leasing_agreements a on a.id = f.id join beneficiary_employees e on e.id = a.beneficiary_employee_id
        join users u on u.id = e.user_id join companies c on c.id = a.company_id`,
  },
  INVOICE: {
    matching: ({ search }) =>
      textOrSum(sql`invoices`, search, { text: withReference(search), sum: sql.ref('i.total_cents') }),
    shown: sql`select f.id::text, coalesce(i.number, i.reference_number, o.order_number, '–') as title,
      coalesce(i.buyer ->> 'name', s.name, i.seller_name, l.name) as detail, i.total_cents as cents, i.due_day::text as day
      from f join invoices i on i.id = f.id left join orders o on o.id = i.order_id left join bike_stores s on s.id = i.bike_store_id
        left join leasing_companies l on l.id = i.leasing_company_id`,
  },
  BANK_ENTRY: {
    matching: ({ search }) =>
      textOrSum(sql`bank_entries`, search, { text: withReference(search), sum: sql.ref('i.amount_cents') }),
    shown: sql`select f.id::text, coalesce(b.counterparty_name, b.reference, b.message, '–') as title,
      coalesce(b.reference, b.message) as detail,
      (case when b.direction = 'DEBIT' then -b.amount_cents else b.amount_cents end) as cents, b.booked_day::text as day
      from f join bank_entries b on b.id = f.id`,
  },
  COMPANY: {
    matching: ({ search }) => sql`select c.id, c.created_at as at from companies c
      where c.deleted_at is null and ${searchedIn(folded(sql`' ' || c.name || ' ' || c.business_id`), search)} limit ${sql.lit(CANDIDATES_MAX)}`,
    shown: sql`select f.id::text, c.name as title, concat_ws(' · ', c.business_id, c.city) as detail,
      ${none.cents} as cents, ${none.day} as day from f join companies c on c.id = f.id`,
  },
  STORE: {
    matching: ({ search }) => sql`select s.id, s.created_at as at from bike_stores s
      where s.deleted_at is null and ${searchedIn(folded(sql`concat(' ', concat_ws(' ', s.name, s.city, s.email, s.business_id, s.phone, local_phone(s.phone)))`), search)} limit ${sql.lit(CANDIDATES_MAX)}`,
    shown: sql`select f.id::text, s.name as title, concat_ws(' · ', s.city, s.email) as detail,
      ${none.cents} as cents, ${none.day} as day from f join bike_stores s on s.id = f.id`,
  },
  MESSAGE: {
    matching: ({ search }) =>
      sql`select m.id, m.created_at as at from contact_forms m where ${searchedIn(sql.ref('m.search_text'), search)} limit ${sql.lit(CANDIDATES_MAX)}`,
    shown: sql`select f.id::text, m.name as title, concat_ws(' · ', upper(right(m.id::text, 8)), m.email) as detail,
      ${none.cents} as cents, ${dayOf(sql`m.created_at`)} as day from f join contact_forms m on m.id = f.id`,
  },
  MAIL: {
    matching: ({ search }) =>
      sql`select m.id, m.created_at as at from outbox m where ${searchedIn(sql.ref('m.search_text'), search)} limit ${sql.lit(CANDIDATES_MAX)}`,
    shown: sql`select f.id::text, m.recipient as title, ${none.text} as detail,
      ${none.cents} as cents, ${dayOf(sql`m.created_at`)} as day from f join outbox m on m.id = f.id`,
  },
}

/** At most one more than is shown of each kind, the newest first. */
export async function findAll(db: Db, kinds: readonly FoundKind[], asked: Asked): Promise<FoundRow[]> {
  if (kinds.length === 0) return []
  const each = kinds.map((kind) => {
    const { matching, shown } = parts[kind]
    return sql`(with f as materialized (select id, at from (${matching(asked)}) matching order by at desc, id limit ${sql.lit(SHOWN_MAX + 1)})
      select ${sql.lit(kind)}::text as kind, s.*, (select at from f where f.id::text = s.id) as at from (${shown}) s)`
  })
  const result =
    await sql<FoundRow>`select * from (${sql.join(each, sql` union all `)}) rows order by at desc, id`.execute(db)
  return result.rows
}
