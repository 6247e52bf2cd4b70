import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { endWhenOver, findOverPlans } from './end.ts'

/** Ends plans whose person has left or has paid; what is open then stands on the person's bill. */
export const endDeductions: Job = {
  name: 'end-payroll-deductions',
  cron: '40 6 * * *',
  async run(services) {
    const ids = await findOverPlans(services.database.primary)
    const { done } = await inTurn(services, ids, (db, id) => endWhenOver(db, services, id))
    return { ended: done }
  },
}
