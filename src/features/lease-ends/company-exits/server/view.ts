import { unbilledOf } from '#features/money/billing/server/drafts.ts'
import { allowedSteps } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { moverOver } from '#platform/server/process/mover.ts'
import { firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import type { ExitView } from '../contract.ts'
import { type ExitWords, exitProcess } from '../rules/table.ts'
import { caseOf, type ExitRecord, exitView, factsOfExit, stateOfExit } from './queries.ts'

/** The company's sent invoices of which something is open. */
export const openInvoicesOf = (db: Db, exit: ExitRecord) =>
  db
    .selectFrom('invoices')
    .select(['id', 'number', 'purpose', 'due_day', 'billing_month', 'open_cents'])
    .where('company_id', '=', exit.company_id)
    .where('direction', '=', 'SALES')
    .where('party', '=', 'EMPLOYER')
    .where('stage', '=', 'SENT')
    .where('open_cents', '>', 0)
    .orderBy('due_day')
    .orderBy('id')
    .execute()

/** What runs have left out since they skip the company: the months from its day on, until now. */
export async function heldOf(db: Db, { env }: Pick<Services, 'env'>, exit: ExitRecord) {
  if (exit.withdrawn_at !== null || exit.kind === 'MERGED') return []
  const lines = await unbilledOf(db, exit.company_id, monthOf(helsinkiDay(env.now())))
  return lines.filter(({ month }) => firstOfMonth(month) >= exit.from_day)
}

const lessorsOf = (db: Db, exit: ExitRecord) =>
  db
    .selectFrom('company_exit_leases as m')
    .innerJoin('leasing_agreements as a', 'a.id', 'm.agreement_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .where('m.exit_id', '=', exit.id)
    .where('m.company_id', '=', exit.company_id)
    .select(['l.id as leasingCompanyId', 'l.name'])
    .distinct()
    .orderBy('l.name')
    .execute()

/** An exit with what the company owes, who its lessors are, and what its reader may do. */
export async function detailOf(
  db: Db,
  services: Pick<SignedInContext, 'env' | 'user'>,
  exit: ExitRecord,
): Promise<ExitView> {
  const whole = await caseOf(db, exit)
  const facts = factsOfExit(whole)
  const mover = moverOver(services.user, { companyId: exit.company_id, ownerId: null })
  const invoices = await openInvoicesOf(db, exit)
  const held = await heldOf(db, services, exit)
  return {
    ...exitView(exit, whole.stages, awaitedIn<ExitWords>(exitProcess, stateOfExit(exit), facts)),
    reason: exit.reason,
    withdrawnReason: exit.withdrawn_reason,
    openInvoices: eurosFromCents(sumCents(invoices.map(({ open_cents }) => open_cents ?? 0))),
    held: eurosFromCents(sumCents(held.map(({ grossCents }) => grossCents))),
    ordersUnderWay: whole.ordersUnderWay,
    lessors: await lessorsOf(db, exit),
    allowedSteps: allowedSteps(exitProcess, facts, stateOfExit(exit), mover),
  }
}
