import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { present } from '#platform/values/present.ts'
import { lateClaims, lateView } from '../late/server/claims.ts'
import { mayChangeAccount } from '../rules/payable.ts'
import type { PaymentMethod } from '../rules.ts'
import { payableFacts, unpayableNext } from './payable.ts'
import { type InvoiceRecord, invoiceView } from './queries.ts'

/** An invoice of the scope with its lines, payments and credit notes. */
export async function invoiceDetails(
  { db, brand, env }: Pick<BaseContext, 'db' | 'brand' | 'env'>,
  invoice: InvoiceRecord,
) {
  const lines = await sql<LineRow>`
    select l.id, l.description, l.quantity, l.net_cents, l.gross_cents, l.vat_basis_points, l.unit_name, l.cost_unit, l.corrects_month,
           -coalesce((select sum(c.gross_cents) from invoice_lines c where c.credits_line_id = l.id), 0) as credited_cents
      from invoice_lines l where l.invoice_id = ${invoice.id} order by l.position`.execute(db)
  const credits = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'total_cents', 'issue_day'])
    .where('credited_invoice_id', '=', invoice.id)
    .where('company_id', '=', invoice.company_id)
    .orderBy('created_at')
    .execute()
  const isPurchase = invoice.direction === 'PURCHASE'
  const today = helsinkiDay(env.now())
  const late = (await lateClaims(db, [invoice.id], today)).get(invoice.id)
  const facts = isPurchase ? (await payableFacts({ db, brand }, [invoice.id])).get(invoice.id) : undefined
  return {
    ...invoiceView(invoice, today),
    late: late ? lateView(late) : null,
    unpayable: facts ? unpayableNext(facts) : null,
    account: facts
      ? {
          isRegistered: facts.registerIban !== undefined,
          registerIban: facts.registerIban ?? null,
          mayChange: mayChangeAccount(facts),
        }
      : null,
    lines: lines.rows.map((row) => ({
      lineId: row.id,
      description: row.description,
      quantity: row.quantity,
      net: eurosFromCents(row.net_cents),
      gross: eurosFromCents(row.gross_cents),
      credited: eurosFromCents(row.credited_cents === 0 ? 0 : row.credited_cents),
      vatPercent: percentFromBasisPoints(row.vat_basis_points),
      unitName: row.unit_name,
      costUnit: row.cost_unit,
      correctsMonth: row.corrects_month,
    })),
    payments: (await paymentRows(db).where('p.invoice_id', '=', invoice.id).orderBy('p.created_at').execute()).map(
      paymentView,
    ),
    credits: credits.map((row) => ({
      invoiceId: row.id,
      number: row.number,
      total: eurosFromCents(row.total_cents),
      issueDay: row.issue_day,
    })),
  }
}

interface LineRow {
  id: string
  description: string
  quantity: number
  net_cents: number
  gross_cents: number
  vat_basis_points: number
  unit_name: string | null
  cost_unit: string | null
  corrects_month: string | null
  credited_cents: number
}

const paymentRows = (db: Db) =>
  db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select([
      'p.id',
      'p.invoice_id',
      'i.number',
      'p.direction',
      'p.amount_cents',
      'p.paid_day',
      'p.method',
      'p.reason',
      'p.reverses_payment_id',
    ])
    .select([
      sql<boolean>`exists (select 1 from payments r where r.reverses_payment_id = p.id)`.as('is_reversed'),
      sql<string>`coalesce(
        case p.payer_kind
          when 'STORE' then coalesce((select name from bike_stores where id = p.payer_id), i.seller_name)
          when 'LESSOR' then (select name from leasing_companies where id = p.payer_id)
          when 'EMPLOYER' then (select name from companies where id = p.payer_id)
          when 'INSURER' then (select insurance ->> 'insurer' from terms_documents where kind = 'INSURANCE' order by number desc limit 1)
          when 'PERSON' then (select u.last_name || ' ' || u.first_name from beneficiary_employees e join users u on u.id = e.user_id where e.id = p.payer_id)
        end, '–')`.as('payer'),
    ])

type PaymentRecord = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>

function paymentView(row: PaymentRecord) {
  return {
    paymentId: row.id,
    invoiceId: row.invoice_id,
    invoiceNumber: row.number,
    payer: row.payer,
    direction: row.direction as 'IN' | 'OUT',
    amount: eurosFromCents(row.amount_cents),
    paidDay: row.paid_day,
    method: row.method as PaymentMethod,
    reason: row.reason,
    reversesPaymentId: row.reverses_payment_id,
    isReversed: row.is_reversed,
  }
}

export async function findPayment(db: Db, id: string) {
  return paymentView(await paymentRows(db).where('p.id', '=', id).executeTakeFirstOrThrow())
}

export interface PaymentFilter {
  readonly page: number
  readonly limit: number
  readonly unallocated?: boolean | undefined
  readonly method?: PaymentMethod | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

/** A page of the payment ledger, newest first; staff's alone, so it takes no scope. */
export async function listPayments(db: Db, filter: PaymentFilter) {
  const chosen = db
    .selectFrom('payments as p')
    .$if(filter.unallocated === true, (q) => q.where('p.invoice_id', 'is', null))
    .$if(filter.method !== undefined, (q) => q.where('p.method', '=', present(filter.method)))
    .$if(filter.from !== undefined, (q) => q.where('p.paid_day', '>=', present(filter.from)))
    .$if(filter.to !== undefined, (q) => q.where('p.paid_day', '<=', present(filter.to)))
  const ids = chosen
    .select('p.id')
    .orderBy('p.paid_day', 'desc')
    .orderBy('p.id', 'desc')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const found = await paymentRows(db)
    .where('p.id', 'in', ids)
    .orderBy('p.paid_day', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  return pageOf(found.map(paymentView), { ...filter, total: await countOf(db, chosen) })
}
