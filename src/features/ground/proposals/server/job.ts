import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { closeProposal } from './close.ts'
import { readFacts } from './facts.ts'
import type { ProposalRow } from './queries.ts'
import { tellProposed } from './tell.ts'

/** Ends proposals whose time is up, and begins the hours anew where the last second person has gone or one has come. */
export const followProposals: Job = {
  name: 'follow-proposals',
  cron: '*/10 * * * *',
  async run(services) {
    const open = await services.database.primary
      .selectFrom('proposals')
      .select('id')
      .where('state', '=', 'OPEN')
      .orderBy('expires_at')
      .orderBy('id')
      .limit(500)
      .execute()
    return inTurn(
      services,
      open.map(({ id }) => id),
      (db, id) => follow(db, services, id),
    )
  },
}

async function follow(db: Db, services: Services, id: string): Promise<boolean> {
  const { env } = services
  const found = db.selectFrom('proposals').selectAll().where('id', '=', id).where('state', '=', 'OPEN').forUpdate()
  const row = (await found.executeTakeFirst()) as ProposalRow | undefined
  if (!row) return false
  if (row.expires_at <= env.now()) {
    await closeProposal(db, services, row, { to: 'EXPIRED', by: null })
    return true
  }
  const read = await readFacts(db, row, { env })
  const isAlone = read.facts.seconds.length === 0
  if (isAlone === (row.alone_since !== null)) return false
  await db
    .updateTable('proposals')
    .set((e) => ({ alone_since: isAlone ? env.now() : null, updated_at: env.now(), version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await tellProposed(db, services, { row, read, by: row.made_by })
  return true
}
