import { addMonths, firstOfMonth, monthOf } from '#platform/values/days.ts'
import { markExit } from './exits.ts'
import type { Simulation } from './simulation.ts'

/** A company merges into another on the first of the next month; its leases and people go over by themselves. */
export async function merger(simulation: Simulation): Promise<void> {
  const [into, company] = simulation.town.companies
  await markExit(simulation, {
    companyId: company!.companyId,
    intoCompanyId: into!.companyId,
    kind: 'MERGED',
    fromDay: firstOfMonth(monthOf(addMonths(simulation.today, 1))),
    reason: 'Yhtiöt sulautuvat.',
  })
}
