import type { TaskAction } from '#features/operations/tasks/rules.ts'
import { today as desk, type StaffTask } from '#features/operations/tasks/today/contract.ts'
import { addDays } from '#platform/values/days.ts'
import { clientOf, type SeedParts } from './order-client.ts'

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
