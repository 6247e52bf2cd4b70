import { AppError, fail } from '#platform/contract/errors.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type BaseContext, type Handlers } from '#platform/server/http/context.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { billing } from '../contract.ts'
import { monthComparison } from './comparison.ts'
import { creditsOfRun, itemsOfRun, lockRun, type RunRow, runsOf } from './queries.ts'
import { continueBilling } from './run-job.ts'

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
    const items = await itemsOfRun(db, row.id)
    return {
      ...viewOf(row),
      leasesOfOthers: row.others_lease_count ?? 0,
      credits: (await creditsOfRun(db, row.id)).map(({ cents, ...credit }) => ({
        ...credit,
        total: eurosFromCents(-cents),
      })),
      items: items.map((item) => ({
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
        reason: item.reason,
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
    return new Answer(201, viewOf(present((await runsOf(db, id))[0])))
  },
  async approve({ params, body }, context) {
    const { db, env, user } = context
    const run = (await lockRun(db, params.id)) ?? fail('NOT_FOUND')
    requireVersion(body.version, run.version, viewOf(present((await runsOf(db, run.id))[0])))
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
    return viewOf(present((await runsOf(db, run.id))[0]))
  },
  comparison: ({ params }, context) => monthComparison(context, params),
}
