import { allowedSteps } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { PlanRow, PlanView } from '../contract.ts'
import { type AbsenceKind, instalmentIn, planMonths } from '../rules/months.ts'
import { type PlanWords, planProcess } from '../rules/table.ts'
import { factsOf, leaseOf, mayCollect, monthsOfPlan, type PlanRecord } from './record.ts'

export const moverOfRow = (user: SignedIn, row: PlanRecord) =>
  moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id })

export const rowView = (row: PlanRecord, now: Date): PlanRow => ({
  id: row.id,
  version: row.version,
  state: row.state,
  companyId: row.company_id,
  beneficiaryEmployeeId: row.beneficiary_employee_id,
  employeeName: `${row.last_name} ${row.first_name}`,
  leasingAgreementId: row.agreement_id,
  agreementNumber: row.agreement_number,
  fromDay: row.from_day,
  toDay: row.to_day,
  askedToDay: row.asked_to_day,
  askedBy: row.asked_by,
  waitingFor: awaitedIn<PlanWords>(planProcess, row.state, factsOf(row, now)),
  createdAt: row.created_at.toISOString(),
})

/** The months that stand, or that would stand once a proposal is confirmed. */
async function monthsOf(db: Db, row: PlanRecord, user: SignedIn, now: Date): Promise<PlanView['months']> {
  const lease = leaseOf(row)
  const isCollecting = mayCollect(row) && moverOfRow(user, row).capacities.has('EMPLOYER')
  if (row.state === 'PROPOSED')
    return planMonths(lease, { from: row.from_day, to: row.to_day, employerDays: row.employer_days }).map((one) => ({
      month: one.month,
      payer: one.payer,
      instalment: eurosFromCents(one.cents),
      personPays: eurosFromCents(one.payer === 'EMPLOYEE' ? one.cents : 0),
      handedBack: false,
      isBilled: false,
      mayCollect: false,
    }))
  return (await monthsOfPlan(db, row)).map((one) => ({
    month: one.month,
    payer: one.payer,
    instalment: eurosFromCents(instalmentIn(lease, one.month)),
    personPays: eurosFromCents(one.person_cents),
    handedBack: one.handed_back_at !== null,
    isBilled: one.invoice_id !== null,
    mayCollect: isCollecting && one.payer === 'EMPLOYEE' && one.month <= monthOf(helsinkiDay(now)),
  }))
}

/** A plan with its months and steps; why somebody is absent only for those who may read that. */
export async function planView(db: Db, row: PlanRecord, user: SignedIn, now: Date): Promise<PlanView> {
  const over = permissionsOver(user, { companyId: row.company_id, ownerId: row.owner_id })
  return {
    ...rowView(row, now),
    ...(over.has('employee:read-absence-reason')
      ? { kind: row.absence_kind as AbsenceKind | null, text: row.absence_text }
      : {}),
    isBilledToPerson: row.lessor_kind === 'OPERATOR',
    months: await monthsOf(db, row, user, now),
    employeeSignedAt: row.employee_signed_at?.toISOString() ?? null,
    employerSignedAt: row.employer_signed_at?.toISOString() ?? null,
    closedReason: row.closed_reason,
    allowedSteps: allowedSteps(planProcess, factsOf(row, now), row.state, moverOfRow(user, row)),
  }
}
