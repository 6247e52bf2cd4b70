import { notify } from '#features/ground/notifications/server/notify.ts'
import { type settledPayers, versionOfPayers } from '#features/story/lease-story/rules/payer.ts'
import type { BodyOf, ParamsOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Context, Services } from '#platform/server/http/context.ts'
import { type Day, formatMonth, type Month, monthOf, NO_LAST_DAY } from '#platform/values/days.ts'
import type { reporting } from '../contract.ts'
import { gapsFrom, shiftMonth } from '../rules/months.ts'
import { requireCompany } from './months.ts'

type SetPayer = Context<typeof reporting.setPayer>

/** The lease of somebody who has left, held until the settlement is written. @throws NOT_FOUND, PAYROLL_PAYER_NOT_ALLOWED */
async function lockLeaversLease({ db }: SetPayer, companyId: string, agreementId: string, fromMonth: Month) {
  const lease =
    (await db
      .selectFrom('leasing_agreements as a')
      .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
      .select([
        'a.id',
        'a.order_id',
        'a.beneficiary_employee_id',
        'a.end_day',
        'a.ended_day',
        'a.ends_on',
        'e.last_working_day',
      ])
      .where('a.company_id', '=', companyId)
      .where('a.id', '=', agreementId)
      .where('a.lease_state', '<>', 'NOT_STARTED')
      .forUpdate('a')
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  const last = lease.ended_day ?? lease.ends_on ?? lease.end_day
  const hasLeft = lease.last_working_day !== NO_LAST_DAY && fromMonth > monthOf(lease.last_working_day)
  if (!hasLeft || last === null || fromMonth > monthOf(last)) fail('PAYROLL_PAYER_NOT_ALLOWED')
  return lease
}

interface PayerFrom {
  readonly agreementId: string
  readonly companyId: string
  readonly fromMonth: Month
  readonly payer: (typeof settledPayers)[number]
  /** Null: a consequence of a process. */
  readonly by: string | null
}

/** The version of what was settled of a lease's payers; null where nobody has settled anything. */
async function payersVersion(db: Db, companyId: string, agreementId: string): Promise<number | null> {
  const rows = await db
    .selectFrom('payroll_payers')
    .select('version')
    .where('company_id', '=', companyId)
    .where('agreement_id', '=', agreementId)
    .execute()
  return versionOfPayers(rows)
}

/** Takes back who was set to bear a lease's months from one on; what was settled for earlier months stays. */
export async function clearPayer(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, fromMonth }: Pick<PayerFrom, 'agreementId' | 'fromMonth'>,
): Promise<void> {
  const own = db.deleteFrom('payroll_payers').where('agreement_id', '=', agreementId)
  await own.where('from_month', '>=', fromMonth).execute()
  await db
    .updateTable('payroll_payers')
    .set((eb) => ({ to_month: shiftMonth(fromMonth, -1), version: eb('version', '+', 1), updated_at: env.now() }))
    .where('agreement_id', '=', agreementId)
    .where((eb) => eb.or([eb('to_month', 'is', null), eb('to_month', '>=', fromMonth)]))
    .execute()
}

/** Writes who bears a lease's months from one on; what was settled for earlier months stays. */
export async function writePayer(db: Db, services: Pick<Services, 'env'>, of: PayerFrom): Promise<void> {
  const { env } = services
  const { agreementId, companyId, fromMonth, payer, by } = of
  const seen = await payersVersion(db, companyId, agreementId)
  await clearPayer(db, services, of)
  await db
    .insertInto('payroll_payers')
    .values({
      id: env.id(),
      company_id: companyId,
      agreement_id: agreementId,
      from_month: fromMonth,
      payer,
      version: (seen ?? 0) + 1,
      created_by: by,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
}

interface PaidMonth {
  readonly month: Month
  /** Null: nobody bears it outside the pay any more. */
  readonly payer: (typeof settledPayers)[number] | null
  readonly paidCents: number | null
}

/** Writes who bears single months of a lease; months that nobody names stay as they are. */
export async function replacePayers(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, companyId, months }: { agreementId: string; companyId: string; months: readonly PaidMonth[] },
): Promise<void> {
  if (months.length === 0) return
  const named = months.map(({ month }) => month)
  await db
    .deleteFrom('payroll_payers')
    .where('agreement_id', '=', agreementId)
    .where('company_id', '=', companyId)
    .where('from_month', 'in', named)
    .execute()
  const rows = months.flatMap(({ month, payer, paidCents }) =>
    payer === null ? [] : [{ month, payer, paid_cents: paidCents }],
  )
  if (rows.length === 0) return
  const now = env.now()
  await db
    .insertInto('payroll_payers')
    .values(
      rows.map(({ month, payer, paid_cents }) => ({
        id: env.id(),
        company_id: companyId,
        agreement_id: agreementId,
        from_month: month,
        to_month: month,
        payer,
        paid_cents,
        created_by: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

/** On the day a lease goes over in a merger, who bears its months to come is who bore them before. */
export async function carryPayers(
  db: Db,
  { env }: Pick<Services, 'env'>,
  of: { readonly previousId: string; readonly agreementId: string; readonly companyId: string; readonly startDay: Day },
): Promise<void> {
  const first = monthOf(of.startDay)
  const before = await db
    .selectFrom('payroll_payers')
    .select(['from_month', 'to_month', 'payer', 'paid_cents', 'created_by'])
    .where('agreement_id', '=', of.previousId)
    .where('exit_id', 'is', null)
    .where((eb) => eb.or([eb('to_month', 'is', null), eb('to_month', '>=', first)]))
    .execute()
  if (before.length === 0) return
  const now = env.now()
  const rows = before.map((row) => ({
    ...row,
    id: env.id(),
    company_id: of.companyId,
    agreement_id: of.agreementId,
    from_month: row.from_month < first ? first : row.from_month,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('payroll_payers').values(rows).execute()
}

/** Of a leaving company: the employer bears the months of a lease from one on that nobody bears outside the pay yet. */
export async function bearByExit(
  db: Db,
  { env }: Pick<Services, 'env'>,
  of: Omit<PayerFrom, 'payer'> & { readonly exitId: string },
): Promise<void> {
  const periods = await db
    .selectFrom('payroll_payers')
    .select(['from_month as from', 'to_month as to'])
    .where('agreement_id', '=', of.agreementId)
    .where('company_id', '=', of.companyId)
    .execute()
  const now = env.now()
  const rows = gapsFrom(periods, of.fromMonth).map(({ from, to }) => ({
    id: env.id(),
    company_id: of.companyId,
    agreement_id: of.agreementId,
    from_month: from,
    to_month: to,
    payer: 'EMPLOYER' as const,
    exit_id: of.exitId,
    created_by: of.by,
    created_at: now,
    updated_at: now,
  }))
  if (rows.length > 0) await db.insertInto('payroll_payers').values(rows).execute()
}

/** The pay bears again, from a month on, what an exit had moved to the employer; months before it stay the employer's. */
export async function giveBackByExit(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { exitId, companyId, fromMonth }: { exitId: string; companyId: string; fromMonth: Month },
): Promise<void> {
  const own = db.deleteFrom('payroll_payers').where('exit_id', '=', exitId).where('company_id', '=', companyId)
  await own.where('from_month', '>=', fromMonth).execute()
  await db
    .updateTable('payroll_payers')
    .set((eb) => ({ to_month: shiftMonth(fromMonth, -1), version: eb('version', '+', 1), updated_at: env.now() }))
    .where('exit_id', '=', exitId)
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('to_month', 'is', null), eb('to_month', '>=', fromMonth)]))
    .execute()
}

/** The person hears who is said to bear the months of their bike. */
async function tellLeaver(
  context: SetPayer,
  employeeId: string,
  { companyId, fromMonth, payer }: Pick<PayerFrom, 'companyId' | 'fromMonth' | 'payer'>,
): Promise<void> {
  const { db } = context
  const person = await db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['e.user_id', 'c.name'])
    .where('e.id', '=', employeeId)
    .where('e.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await notify(db, context, [person.user_id], {
    type: 'GENERAL',
    template: `reporting:notice.payer${payer}`,
    values: { company: person.name, month: formatMonth(fromMonth) },
    link: pages.myBike,
    companyId,
  })
}

/** Settles who bears a leaver's months from one on. */
export async function setPayer(
  context: SetPayer,
  { companyId, leasingAgreementId }: ParamsOf<typeof reporting.setPayer>,
  { fromMonth, payer, version }: BodyOf<typeof reporting.setPayer>,
) {
  const { db, env, user, scope } = context
  await requireCompany(db, scope, companyId)
  const lease = await lockLeaversLease(context, companyId, leasingAgreementId, fromMonth)
  const seen = await payersVersion(db, companyId, lease.id)
  if (seen !== version) fail('VERSION_CONFLICT', { details: { current: { leasingAgreementId, version: seen } } })
  await writePayer(db, context, { agreementId: lease.id, companyId, fromMonth, payer, by: user.userId })
  await logEvent(db, env, actorOf(user), 'PAYROLL_PAYER_SET', {
    subject: { type: 'agreement', id: lease.id },
    companyId,
    orderId: lease.order_id,
    employeeId: lease.beneficiary_employee_id,
    data: { fromMonth, payer },
  })
  await tellLeaver(context, lease.beneficiary_employee_id, { companyId, fromMonth, payer })
  return { leasingAgreementId, fromMonth, payer, version: (version ?? 0) + 1 }
}
