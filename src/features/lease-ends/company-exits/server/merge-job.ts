import { sql } from 'kysely'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { moveLease, prepareLease } from './merge.ts'
import { lockExit } from './queries.ts'

interface Due {
  readonly id: string
  readonly exit_id: string
}

/** Leases of merging companies get their end as soon as nothing else ends them, and go on in the other company after it. */
export const mergeLeases: Job = {
  name: 'merge-leases',
  cron: '20 0 * * *',
  async run(services) {
    const standing = sql`from company_exits x join company_exit_leases m on m.exit_id = x.id join leasing_agreements a on a.id = m.agreement_id
      where x.kind = 'MERGED' and x.withdrawn_at is null`
    const toPrepare = await sql<Due>`
      select a.id, x.id as exit_id ${standing} and x.worked_off_at is null and a.lease_state = 'ACTIVE' and a.ends_on is null order by x.id, m.position`.execute(
      services.database.primary,
    )
    const toMove = await sql<Due>`
      select a.id, x.id as exit_id ${standing} and m.ending_id is not null and m.new_agreement_id is null
        and a.lease_state = 'ENDED' and a.end_reason = 'TRANSFERRED' order by x.id, m.position`.execute(
      services.database.primary,
    )
    const each = async (due: readonly Due[], step: typeof moveLease) => {
      const exits = new Map(due.map(({ id, exit_id }) => [id, exit_id]))
      const { done } = await inTurn(services, [...exits.keys()], async (db, id) => {
        const exit = await lockExit(db, scopeOfAll, exits.get(id)!)
        return exit !== undefined && exit.withdrawn_at === null && step(db, services, exit, id)
      })
      return done
    }
    return { prepared: await each(toPrepare.rows, prepareLease), moved: await each(toMove.rows, moveLease) }
  },
}
