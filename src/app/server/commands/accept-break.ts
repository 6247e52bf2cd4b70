import { parseArgs } from 'node:util'
import { verifyRecord } from '#features/operations/event-log/server/verify.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { createFileStore } from '#platform/server/documents/stores/file-store.ts'
import { acceptBreak as accept, BREAK_REASON_LENGTH } from '#platform/server/events/accepted-breaks.ts'
import { readEventLog } from '#platform/server/events/event-keys.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { WHOLE_LOG_MS, withDatabase } from './with-database.ts'

/** `accept-break SUBJECT ID POSITION --by EMAIL --reason TEXT`: a known break of the event log, as `verify` names it. */
export async function acceptBreak(args: string[]): Promise<number> {
  const options = { by: { type: 'string' }, reason: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [subjectType, subjectId, position] = positionals
  const reason = values.reason?.trim() ?? ''
  const by = values.by
  if (!subjectType || !subjectId || !position || !by || reason.length < BREAK_REASON_LENGTH)
    throw new StartupError(
      `Say which break, who answers for it and why: accept-break order ID 3 --by EMAIL --reason "…", at least ${BREAK_REASON_LENGTH} characters. "verify" names the breaks.`,
    )
  const config = readConfig(process.env)
  return withDatabase(
    config,
    async ({ primary }, builtIn) => {
      await readEventLog(primary, config)
      const staff = await primary
        .selectFrom('users as u')
        .innerJoin('user_roles as r', 'r.user_id', 'u.id')
        .innerJoin('roles as o', 'o.id', 'r.role_id')
        .select('u.id')
        .where('u.email', '=', by.toLowerCase())
        .where('u.deactivated_at', 'is', null)
        .where('o.scope_kind', '=', 'ALL')
        .executeTakeFirst()
      if (!staff) throw new StartupError(`Nobody of the staff signs in by ${by}.`)
      const { faults } = await verifyRecord(primary, { config, env: systemEnv, files: createFileStore(config) })
      const found = faults.filter(
        (fault) =>
          fault.subjectType === subjectType && fault.subjectId === subjectId && fault.position === Number(position),
      )
      if (found.length === 0) throw new StartupError(`The event log is not broken at ${positionals.join(' ')}.`)
      const owner = builtIn?.connection ?? { connectionString: config.databaseOwnerUrl ?? config.databaseUrl ?? '' }
      const database = openDatabase({ write: owner, poolSize: 2 })
      try {
        for (const fault of found) await accept(database, systemEnv, { fault, userId: staff.id, reason })
      } finally {
        await database.close()
      }
      for (const { fault } of found) console.log(`Accepted: ${fault} ${subjectType} ${subjectId} at ${position}.`)
      console.log('It is named by every verification from now on; a change at the same place is found anew.')
      return 0
    },
    { statementMs: WHOLE_LOG_MS },
  )
}
