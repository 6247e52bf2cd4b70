import { sql } from 'kysely'
import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { addDays, type Day, formatDay, formatMonth, helsinkiDay, type Month } from '#platform/values/days.ts'
import type { companyExits } from '../contract.ts'
import { chooseUntil, mergeStart } from '../rules/exit.ts'
import { prepareLease } from './merge.ts'
import { type ExitLeaseRecord, type ExitRecord, leaseRows, lockExit } from './queries.ts'

export const exitEvent = (exit: Pick<ExitRecord, 'company_id'>, step: string, data: Record<string, unknown> = {}) => ({
  subject: { type: 'company' as const, id: exit.company_id },
  companyId: exit.company_id,
  data: { process: 'company-exit', step, ...data },
})

const valuesOf = (exit: ExitRecord, until: Day, payAgain: Month | null = null) => ({
  company: exit.company_name,
  day: formatDay(exit.moves_on ?? exit.from_day),
  into: exit.into_company_name ?? '',
  until: formatDay(until),
  month: payAgain ? formatMonth(payAgain) : '',
})

/**
 * Tells people and employer of an exit, all in one message each.
 * @param payAgain from which month on the pay bears again what was moved to the employer
 */
export async function tellOfExit(
  db: Db,
  services: Services,
  exit: ExitRecord,
  what: 'marked' | 'withdrawn',
  payAgain: Month | null = null,
) {
  const values = valuesOf(exit, exit.choose_until, payAgain)
  const text = what === 'marked' ? `marked${exit.kind}` : payAgain ? 'withdrawnPayAgain' : 'withdrawn'
  const notice = { type: 'ORDER_STATUS_CHANGE', companyId: exit.company_id, mail: true, values } as const
  const rows = await leaseRows(db, exit).where('a.lease_state', '=', 'ACTIVE').execute()
  // The letter is written before the mark is off.
  const becomes = what === 'withdrawn' ? () => ({ exit: null }) : undefined
  // Each reads of their own lease; whoever has two reads of both.
  for (const row of rows)
    await notify(db, services, [row.user_id], {
      ...notice,
      template: `company-exits:notice.${text}`,
      head: await headBeside(db, services, { agreementId: row.id, isOwn: true, becomes }),
      link: pages.myBike,
    })
  await notify(db, services, await employerReceivers(db, exit.company_id, 'employee:update'), {
    ...notice,
    template: `company-exits:employerNotice.${text}`,
    link: pages.employer,
  })
}

/** Tells the employer, of a merger both, that the last lease of a company is settled. */
export async function tellSettled(db: Db, services: Services, exit: ExitRecord): Promise<void> {
  for (const companyId of [exit.company_id, exit.into_company_id])
    if (companyId)
      await notify(db, services, await employerReceivers(db, companyId, 'employee:update'), {
        type: 'ORDER_STATUS_CHANGE',
        companyId,
        mail: true,
        values: valuesOf(exit, exit.choose_until),
        template: `company-exits:employerNotice.settled${exit.kind === 'MERGED' ? 'MERGED' : ''}`,
        link: pages.employer,
      })
}

/** Tells the person of a lease that has begun since the mark. */
export async function tellOfLease(db: Db, services: Services, exit: ExitRecord, lease: ExitLeaseRecord) {
  await notify(db, services, [lease.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    companyId: exit.company_id,
    mail: true,
    values: valuesOf(exit, lease.choose_until ?? exit.choose_until),
    template: `company-exits:notice.marked${exit.kind}`,
    head: await headBeside(db, services, { agreementId: lease.id, isOwn: true }),
    link: pages.myBike,
  })
}

/** The other company of a merger hears of it, and every lessor with running leases, once it is done. */
async function tellOthers(db: Db, services: Services, exit: ExitRecord): Promise<void> {
  const values = valuesOf(exit, exit.choose_until)
  if (exit.into_company_id)
    await notify(db, services, await employerReceivers(db, exit.into_company_id, 'employee:update'), {
      type: 'ORDER_STATUS_CHANGE',
      companyId: exit.into_company_id,
      mail: true,
      values,
      template: 'company-exits:employerNotice.mergedInto',
      link: pages.employer,
    })
  const lessors = await leaseRows(db, exit)
    .clearSelect()
    .clearOrderBy()
    .select(['l.id', 'l.invoice_email as to', (eb) => eb.fn.countAll<number>().as('count')])
    .where('l.kind', '<>', 'OPERATOR')
    .where('l.invoice_email', 'is not', null)
    .groupBy(['l.id', 'l.invoice_email'])
    .execute()
  for (const { id, to, count } of lessors)
    await sendMail(db, services, {
      to: to!,
      language: 'fi',
      template: `company-exits:mail.lessor${exit.kind}`,
      link: await lessorLink(db, services, { lessorId: id }),
      companyId: exit.company_id,
      values: { ...values, count: Number(count) },
    })
}

/** What is confirmed of an exit. */
export type Mark = BodyOf<typeof companyExits.create>

/** Marks a company: its running leases are listed, its people, its admins and the lessors told. @returns the exit's id */
export async function markExit(db: Db, services: Services, body: Mark, actor: Actor): Promise<string> {
  const { env } = services
  const today = helsinkiDay(env.now())
  const merger = body.intoCompanyId
    ? { into_company_id: body.intoCompanyId, moves_on: mergeStart(body.fromDay, today) }
    : null
  const id = env.id()
  const made = await db
    .insertInto('company_exits')
    .values({
      id,
      company_id: body.companyId,
      kind: body.kind,
      from_day: body.fromDay,
      choose_until: merger ? addDays(merger.moves_on, -1) : chooseUntil(body.fromDay, today),
      ...merger,
      reason: body.reason.trim(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .onConflict((conflict) => conflict.column('company_id').where(sql<boolean>`withdrawn_at is null`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) fail('COMPANY_EXIT_EXISTS')
  await listLeasesOf(db, services, { id, companyId: body.companyId })
  const exit = (await lockExit(db, scopeOfAll, id))!
  await logEvent(db, env, actor, 'PROCESS_STEP', exitEvent(exit, 'mark', { kind: body.kind, day: body.fromDay }))
  await tellOfExit(db, services, exit, 'marked')
  await tellOthers(db, services, exit)
  if (merger) for (const lease of await leaseRows(db, exit).execute()) await prepareLease(db, services, exit, lease.id)
  return id
}

/** Lists the leases that run, by the names of their people. */
async function listLeasesOf(db: Db, { env }: Services, { id, companyId }: { id: string; companyId: string }) {
  const leases = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('a.id')
    .where('a.company_id', '=', companyId)
    .where('a.lease_state', '=', 'ACTIVE')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('a.id')
    .execute()
  if (leases.length === 0) return
  const rows = leases.map((lease, position) => ({ id: env.id(), agreement_id: lease.id, position }))
  await sql`
    insert into company_exit_leases (id, company_id, exit_id, agreement_id, position, created_at, updated_at)
    select r.id, ${companyId}, ${id}, r.agreement_id, r.position, ${env.now()}, ${env.now()}
      from json_to_recordset(${JSON.stringify(rows)}::json) r (id uuid, agreement_id uuid, position int)`.execute(db)
}
