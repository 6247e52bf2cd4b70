import { sql } from 'kysely'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { addDays, addMonths, firstOfMonth, monthOf } from '#platform/values/days.ts'
import { pick } from '../random.ts'
import { freeLease } from './leases.ts'
import { offerToAll, offerToOne } from './passing-on.ts'
import { type Simulation, timesToday } from './simulation.ts'

/** Leases that have a month after this one. */
const runsNextMonth = ({ today }: Simulation) => sql`a.end_day >= ${firstOfMonth(monthOf(addMonths(today, 1)))}`

/** What begins by itself, and how many times a year a hundred leases see it. */
const rates = {
  redeem: 8,
  giveBack: 3,
  damage: 4,
  theft: 3,
  absence: 4,
  leave: 5,
  payment: 3,
  staffEnd: 1,
  offer: 4,
  pass: 4,
} as const
type Happening = keyof typeof rates

const beginnings: Record<Happening, (simulation: Simulation) => Promise<unknown>> = {
  async redeem(simulation) {
    const lease = await freeLease(simulation)
    if (!lease) return
    const body = { leasingAgreementId: lease.agreementId, reason: 'OWN_WISH' as const }
    await simulation.attempt('redemption started', redemptions.create, { as: await simulation.as(lease.userId), body })
  },
  async giveBack(simulation) {
    const lease = await freeLease(simulation)
    if (!lease) return
    const body = { leasingAgreementId: lease.agreementId, reason: 'OTHER' as const }
    await simulation.attempt('return asked for', returns.create, { as: await simulation.as(lease.userId), body })
  },
  damage: (simulation) => claim(simulation, pick(simulation.random, ['DAMAGE', 'VANDALISM'] as const)),
  theft: (simulation) => claim(simulation, pick(simulation.random, ['THEFT', 'LOSS'] as const)),
  async absence(simulation) {
    const lease = await freeLease(simulation)
    if (!lease) return
    const fromDay = addDays(simulation.today, 10 + Math.floor(simulation.random() * 40))
    const body = {
      leasingAgreementId: lease.agreementId,
      kind: pick(simulation.random, ['PARENTAL', 'STUDY', 'SICK', 'LAY_OFF'] as const),
      fromDay,
      toDay: addDays(fromDay, 45 + Math.floor(simulation.random() * 90)),
    }
    const as = await simulation.as(pick(simulation.random, [lease.userId, lease.adminId]))
    await simulation.attempt('absence plan proposed', absencePlans.create, { as, body })
  },
  async leave(simulation) {
    const lease = await freeLease(simulation)
    if (!lease) return
    const lastWorkingDayDate = addDays(simulation.today, 14 + Math.floor(simulation.random() * 60))
    await simulation.attempt('last working day set', employees.update, {
      as: await simulation.as(lease.adminId),
      params: { id: lease.employeeId },
      body: { lastWorkingDayDate, version: lease.employeeVersion },
    })
  },
  async payment(simulation) {
    const lease = await freeLease(simulation, runsNextMonth(simulation))
    if (!lease) return
    await simulation.attempt('payment changed', leaseChanges.changePayment, {
      as: await simulation.as(simulation.town.staffId),
      params: { id: lease.agreementId },
      body: {
        fromMonth: monthOf(addMonths(simulation.today, 1)),
        serviceShare: (2_201 + Math.floor(simulation.random() * 800)) / 100,
        reason: 'Huoltopaketti on vaihtunut.',
        version: lease.version,
      },
    })
  },
  offer: offerToAll,
  pass: offerToOne,
  async staffEnd(simulation) {
    const lease = await freeLease(simulation, runsNextMonth(simulation))
    if (!lease) return
    await simulation.attempt('end set by staff', leaseChanges.end, {
      as: await simulation.as(simulation.town.staffId),
      params: { id: lease.agreementId },
      body: {
        endMonth: monthOf(simulation.today),
        endsAs: 'RETURNED',
        bikeAt: 'LESSOR',
        reason: 'Rahoittaja ottaa pyörän takaisin.',
        version: lease.version,
      },
    })
  },
}

async function claim(simulation: Simulation, type: 'DAMAGE' | 'VANDALISM' | 'THEFT' | 'LOSS') {
  const lease = await freeLease(simulation)
  if (!lease) return
  const body = { beneficiaryEmployeeId: lease.employeeId, leasingAgreementId: lease.agreementId, type }
  await simulation.attempt('claim opened', insuranceClaims.create, { as: await simulation.as(lease.userId), body })
}

/** Begins what this day brings to the running leases. */
export async function beginNew(simulation: Simulation, intensity: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from leasing_agreements where lease_state = 'ACTIVE'`.execute(
    simulation.world.services.database.primary,
  )
  const hundreds = (rows[0]!.count / 100) * intensity
  for (const [name, rate] of Object.entries(rates) as [Happening, number][])
    for (let times = timesToday(simulation.random, rate * hundreds); times > 0; times -= 1)
      await beginnings[name](simulation)
}
