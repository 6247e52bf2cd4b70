import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import type { TaskAction } from '#features/operations/tasks/rules.ts'
import { today as desk, type StaffTask } from '#features/operations/tasks/today/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { provinceTaxTable } from '#features/pricing/tax/contract.ts'
import { addDays, type Day, firstOfMonth, monthOf } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './order-client.ts'

const personOf = ({ services }: SeedParts, email: string) =>
  services.database.primary
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('e.id')
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow()

/** The employer tells a person's last working day. */
async function tellLastDay(parts: SeedParts, email: string, lastWorkingDayDate: Day): Promise<string> {
  const { id } = await personOf(parts, email)
  const as = await parts.people.signIn(parts.actors.b.userId)
  await clientOf(parts).ok(employees.update, { as, params: { id }, body: { lastWorkingDayDate } })
  return id
}

/**
 * Company B's people who leave: one whose last month of pay is over and whose bicycle nobody has settled, one who goes
 * before the lease of a chosen bicycle would be over, and one whose bicycle the employer has and is to bring.
 */
async function seedLeavers(parts: SeedParts): Promise<void> {
  const { clock } = parts
  clock.setTo(daysAgo(clock, 2), 10)
  const first = firstOfMonth(monthOf(clock.today))
  await tellLastDay(parts, 'verner.esimerkki@tuohi.example', addDays(first, -8))
  await tellLastDay(parts, 'venla.esimerkki@tuohi.example', addDays(clock.today, 300))
  const beneficiaryEmployeeId = await tellLastDay(parts, 'bodo.esimerkki@tuohi.example', addDays(clock.today, 40))
  const { id: leasingAgreementId } = await parts.services.database.primary
    .selectFrom('leasing_agreements')
    .select('id')
    .where('beneficiary_employee_id', '=', beneficiaryEmployeeId)
    .executeTakeFirstOrThrow()
  const as = await parts.people.signIn(parts.actors.b.userId)
  const client = clientOf(parts)
  const fromMonth = monthOf(clock.today)
  await client.ok(returns.keep, { as, body: { leasingAgreementId, fromMonth, bikeAt: 'EMPLOYER' } })
  await client.ok(returns.create, { as, body: { leasingAgreementId, reason: 'RESIGNED' } })
}

/** What waits for a second person: a municipality's rate of the running year, and company B's word on its leaving. */
async function seedProposals(parts: SeedParts): Promise<void> {
  const { clock, people, actors, world } = parts
  clock.setTo(daysAgo(clock, 1), 30)
  const as = await people.signIn(actors.staff.userId)
  const client = clientOf(parts)
  const year = Number(clock.today.slice(0, 4))
  const { items } = await client.ok(provinceTaxTable.list, { as, query: { year, search: 'Jyväskylä' } })
  const { id, ...row } = items[0]!
  await client.ok(provinceTaxTable.update, { as, params: { id }, body: { ...row, municipal: row.municipal + 0.25 } })
  await client.ok(companyExits.create, {
    as,
    body: {
      companyId: world.b.companyId,
      kind: 'LEAVES',
      fromDay: addDays(clock.today, 200),
      reason: 'Yritys kertoi puhelimessa, että pyöräetu päättyy kesällä.',
    },
  })
}

/** What waits for somebody's word and comes of no order. */
export async function seedWaiting(parts: SeedParts): Promise<void> {
  await seedLeavers(parts)
  await seedProposals(parts)
}

/** How the staff share out what waits: who has taken what, and what is put off with a reason. */
export async function seedCare(parts: SeedParts): Promise<void> {
  const { clock, people, actors } = parts
  clock.setTo(clock.today, -60)
  const client = clientOf(parts)
  const staff = await people.signIn(actors.staff.userId)
  const superAdmin = await people.signIn(actors.superAdmin.userId)
  const { data } = await client.ok(desk.list, { as: staff, query: {} })
  const free = new Set(data.filter(({ care }) => care !== null))
  const next = (action: TaskAction): StaffTask | undefined => {
    const task = [...free].find((one) => one.action === action)
    if (task) free.delete(task)
    return task
  }
  const take = async (as: typeof staff, action: TaskAction) => {
    const care = next(action)?.care
    if (!care) return
    const body = { mine: true, version: care.version }
    await client.ok(desk.setOwner, { as, params: { turnId: care.turnId }, body })
  }
  const putOff = async (action: TaskAction, days: number, reason: string) => {
    const care = next(action)?.care
    if (!care) return
    const body = { until: addDays(clock.today, days), reason, version: care.version }
    await client.ok(desk.snooze, { as: staff, params: { turnId: care.turnId }, body })
  }
  await take(staff, 'solveCase')
  await take(staff, 'settleClaim')
  await take(staff, 'matchInvoice')
  await take(superAdmin, 'settleCancellation')
  await take(superAdmin, 'collectInvoice')
  await putOff('settleLessorDifference', 4, 'Rahoitusyhtiö lähettää korjatun luettelon.')
  await putOff('settleEndedLease', 7, 'Työntekijä palaa lomalta ensi viikolla.')
}
