import { sql } from 'kysely'
import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { postVouchers } from '#features/money/invoices/ledger/server/post.ts'
import { type LossVat, postingsOfLossVat, vatShare } from '#features/money/invoices/rules/loss-vat.ts'
import { numberAndParty } from '#features/money/invoices/server/number-and-party.ts'
import { invoiceView, lockInvoice } from '#features/money/invoices/server/queries.ts'
import type { BodyOf, ReplyOf, SortName } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { BaseContext, SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { type Cents, centsFromEuros, eurosFromCents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import type { creditLosses } from '../contract.ts'

type Loss = ReplyOf<typeof creditLosses.finish>

interface LossRow extends Omit<Loss, 'gross' | 'vat' | 'net' | 'debtor'> {
  readonly about: string
  readonly cents: Cents
  readonly owedCents: Cents
  readonly vat: LossVat[]
}

/** The VAT of invoice `i` and its credit notes by rate, as their vouchers have posted it. */
const postedVat = sql`coalesce((select jsonb_agg(jsonb_build_object('vatBasisPoints', v.rate, 'vatCents', v.cents) order by v.rate) from (
  select r.vat_basis_points as rate, -sum(r.amount_cents) as cents from ledger_rows r join invoices n on n.id = r.invoice_id
   where (n.id = i.id or n.credited_invoice_id = i.id) and r.account = 'VAT_OUTPUT' and r.voucher not like '%:final-loss:%' and r.voucher not like '%:recovered:%'
   group by 1) v), '[]')`

async function lossRows(db: Db, ids: readonly string[]): Promise<Loss[]> {
  const { rows } = await sql<LossRow>`
    select i.id as "invoiceId", i.version, i.number, ${numberAndParty} as about, c.name as "companyName", i.due_day as "dueDay", i.written_off_cents as cents,
           i.total_cents - i.credited_cents as "owedCents", ${postedVat} as vat, k.ground, k.evidence, k.day as "finalDay",
           (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = k.decided_by) as "decidedBy", i.next_supply_day is not null as "hasLater"
      from unnest(${[...ids]}::uuid[]) with ordinality a (id, place) join invoices i on i.id = a.id join companies c on c.id = i.company_id
      left join credit_losses k on k.invoice_id = i.id order by a.place`.execute(db)
  return rows.map(({ about, cents, owedCents, vat, ...row }) => {
    const vatCents = sumCents(vatShare(vat, cents, owedCents).map((one) => one.vatCents))
    return {
      ...row,
      debtor: about.slice(about.indexOf(' · ') + 3),
      gross: eurosFromCents(cents),
      vat: eurosFromCents(vatCents),
      net: eurosFromCents(cents - vatCents),
    }
  })
}

interface Filter {
  readonly final?: boolean | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly id?: string | undefined
}

const chosen = ({ final, from, to, id }: Filter) => sql`
  from invoices i left join credit_losses k on k.invoice_id = i.id
   where i.direction = 'SALES' and (i.written_off_cents > 0 or k.id is not null) ${id ? sql`and i.id = ${id}` : sql``}
   ${final === undefined ? sql`` : final ? sql`and k.id is not null` : sql`and k.id is null`}
   ${from ? sql`and k.day >= ${from}` : sql``} ${to ? sql`and k.day <= ${to}` : sql``}`

const columns = {
  dueDay: { filled: sql.ref('i.due_day') },
  finalDay: sql.ref('k.day'),
  gross: sql.ref('i.written_off_cents'),
}
const order = sql`order by k.day desc nulls first, i.due_day desc, i.id`

/** Written-off bills with their VAT, those that are not final first; staff's alone. */
export async function listLosses(
  db: Db,
  { page, limit, sort, ...filter }: Filter & { page: number; limit: number; sort?: SortName<keyof typeof columns> },
) {
  const sorted = sortedBy(sort, columns, sql.ref('i.id'))
  const count = await sql<{ total: number }>`select count(*)::int as total ${chosen(filter)}`.execute(db)
  const found = await sql<{ id: string }>`
    select i.id ${chosen(filter)} ${sorted ? sql`order by ${sorted}` : order} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  const items = await lossRows(
    db,
    found.rows.map(({ id }) => id),
  )
  return pageOf(items, { page, limit, total: present(count.rows[0]).total })
}

/** The same as a file. */
export async function lossesFile({ db, texts, language }: BaseContext, filter: Filter & { format: SheetFormat }) {
  const t = (key: string) => texts.t(language, `bookkeeping:losses.${key}`)
  const found = await sql<{ id: string }>`select i.id ${chosen(filter)} ${order}`.execute(db)
  const text = (key: string, value: (row: Loss) => string | null): SheetColumn<Loss> => ({
    key,
    header: t(key),
    kind: 'text',
    value,
  })
  const money = (key: 'gross' | 'vat' | 'net'): SheetColumn<Loss> => ({
    key,
    header: t(key),
    kind: 'money',
    value: (row) => centsFromEuros(row[key]),
  })
  return listFile<Loss>({
    format: filter.format,
    name: t('file'),
    columns: [
      { key: 'finalDay', header: t('finalDay'), kind: 'day', value: (row) => row.finalDay },
      text('invoice', (row) => row.number),
      text('debtor', (row) => row.debtor),
      money('net'),
      money('vat'),
      money('gross'),
      text('ground', (row) => row.ground && t(`grounds.${row.ground}`)),
      text('evidence', (row) => row.evidence),
    ],
    ids: found.rows.map(({ id }) => id),
    read: (ids) => lossRows(db, ids),
  })
}

/**
 * Makes the loss of a written-off bill final: its VAT is taken back by a voucher of today.
 * @throws NOT_FOUND, VERSION_CONFLICT, NOT_FOR_ONESELF, INVOICE_STEP_NOT_ALLOWED for what is not written off, is final
 *   already, or bills what is supplied later
 */
export async function finishLoss(
  context: SignedInContext,
  id: string,
  body: BodyOf<typeof creditLosses.finish>,
): Promise<Loss> {
  const { db, env, scope, user } = context
  const today = helsinkiDay(env.now())
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, invoice.version, invoiceView(invoice, today))
  await refuseOwnInvoices(db, user.userId, [id])
  const stands = await db.selectFrom('credit_losses').select('id').where('invoice_id', '=', id).executeTakeFirst()
  if (invoice.direction !== 'SALES' || invoice.written_off_cents <= 0 || stands || invoice.next_supply_day)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
  const { rows } = await sql<{ vat: LossVat[] }>`select ${postedVat} as vat from invoices i where i.id = ${id}`.execute(
    db,
  )
  const grossCents = invoice.written_off_cents
  const vat = vatShare(present(rows[0]).vat, grossCents, invoice.total_cents - invoice.credited_cents)
  const evidence = body.evidence.trim()
  await db
    .insertInto('credit_losses')
    .values({
      id: env.id(),
      company_id: invoice.company_id,
      invoice_id: id,
      ground: body.ground,
      evidence,
      day: today,
      gross_cents: grossCents,
      vat: JSON.stringify(vat),
      decided_by: user.userId,
      created_at: env.now(),
    })
    .execute()
  const postings = postingsOfLossVat(vat, { grossCents, before: 0, after: grossCents })
  const voucher = `invoice:${id}:final-loss:${invoice.version}`
  await postVouchers(db, env, [{ voucher, companyId: invoice.company_id, day: today, invoiceId: id, postings }])
  await logEvent(db, env, actorOf(user), 'INVOICE_TERMS_CHANGED', {
    subject: { type: 'invoice', id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { finalLossCents: grossCents, ground: body.ground, reason: evidence },
  })
  return present((await lossRows(db, [id]))[0])
}
