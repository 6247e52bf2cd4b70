import { sql } from 'kysely'
import type { InvoiceStatus } from '#features/invoices/rules.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type BaseContext, type Handlers } from '#platform/server/http/context.ts'
import { firstOfMonth } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { billing } from '../contract.ts'
import { continueBilling, sumsOfRun } from './run-job.ts'

interface RunRow {
  id: string
  month: string
  status: 'DRAFTING' | 'READY' | 'SENDING' | 'DONE'
  version: number
  created_at: Date
  approved_at: Date | null
  invoices: number
  lines: number
  total: number
}

/** Runs with what their invoices come to; those that are done keep their sums. */
async function runsOf(db: Db, id?: string): Promise<RunRow[]> {
  const result = await sql<RunRow>`
    select r.id, r.month, r.status, r.version, r.created_at, r.approved_at, coalesce(r.invoice_count, s.invoices) as invoices,
           coalesce(r.line_count, s.lines) as lines, coalesce(r.total_cents, s.total) as total
      from billing_runs r cross join lateral (${sumsOfRun(sql`r.id`, sql`r.invoice_count is null`)}) s
     where ${id ? sql<boolean>`r.id = ${id}` : sql<boolean>`true`} order by r.month desc limit 500`.execute(db)
  return result.rows
}

const viewOf = (row: RunRow) => ({
  billingRunId: row.id,
  month: row.month,
  status: row.status,
  version: row.version,
  invoices: row.invoices,
  lines: row.lines,
  total: eurosFromCents(row.total),
  createdAt: row.created_at.toISOString(),
  approvedAt: row.approved_at?.toISOString() ?? null,
})

/** Goes on with the run as soon as its row is there; the job does the same if this node stops. */
const goOn = (context: BaseContext) =>
  context.afterCommit(() => {
    void continueBilling.run(context).catch((error: unknown) => context.log.error({ err: error }, 'billing stopped'))
  })

export const billingHandlers: Handlers<typeof billing> = {
  async runs(_request, { db }) {
    const rows = await runsOf(db)
    return { items: rows.map(viewOf), total: rows.length, truncated: false }
  },
  async run({ params }, { db }) {
    const row = (await runsOf(db, params.id))[0] ?? fail('NOT_FOUND')
    const items = await sql<ItemRow>`
      select i.id, i.company_id, c.name as company_name, n.name as unit_name, i.number, i.status, i.total_cents, i.due_day, i.credited_invoice_id is not null as is_credit,
             (select count(*)::int from invoice_lines l where l.invoice_id = i.id) as lines
        from invoices i join companies c on c.id = i.company_id left join company_units n on n.id = i.unit_id
       where i.billing_run_id = ${row.id} order by c.name, n.name nulls first, i.id limit 500`.execute(db)
    const others = await sql<{ count: number }>`
      select count(*)::int as count from leasing_agreements a join leasing_companies l on l.id = a.leasing_company_id
       where l.kind <> 'OPERATOR' and a.lease_state = 'ACTIVE' and a.start_day <= ${firstOfMonth(row.month)}`.execute(
      db,
    )
    return {
      ...viewOf(row),
      leasesOfOthers: others.rows[0]!.count,
      items: items.rows.map((item) => ({
        invoiceId: item.id,
        companyId: item.company_id,
        companyName: item.company_name,
        unitName: item.unit_name,
        number: item.number,
        status: item.status,
        lines: item.lines,
        total: eurosFromCents(item.total_cents),
        dueDay: item.due_day,
        isCredit: item.is_credit,
      })),
    }
  },
  async start({ body }, context) {
    const { db, env, user } = context
    const id = env.id()
    await db
      .insertInto('billing_runs')
      .values({
        id,
        month: body.month,
        status: 'DRAFTING',
        created_by: user.userId,
        created_at: env.now(),
        updated_at: env.now(),
      })
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('BILLING_RUN_EXISTS') : error
      })
    goOn(context)
    return new Answer(201, viewOf((await runsOf(db, id))[0]!))
  },
  async approve({ params, body }, context) {
    const { db, env, user } = context
    const run =
      (await db.selectFrom('billing_runs').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()) ??
      fail('NOT_FOUND')
    requireVersion(body.version, run.version, viewOf((await runsOf(db, run.id))[0]!))
    if (run.status !== 'READY') throw new AppError('BILLING_RUN_NOT_READY', { details: { status: run.status } })
    await db
      .updateTable('billing_runs')
      .set((eb) => ({
        status: 'SENDING',
        approved_by: user.userId,
        approved_at: env.now(),
        updated_at: env.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', run.id)
      .execute()
    goOn(context)
    return viewOf((await runsOf(db, run.id))[0]!)
  },
}

interface ItemRow {
  id: string
  company_id: string
  company_name: string
  unit_name: string | null
  number: string | null
  status: InvoiceStatus
  total_cents: number
  due_day: string
  is_credit: boolean
  lines: number
}
