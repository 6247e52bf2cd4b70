import { scopeOf } from '#platform/server/database/scope.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import type { ChainFault } from '#platform/server/events/verify-chains.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { eventLog } from '../contract.ts'
import type { FaultSubject } from '../rules.ts'
import { eventColumns } from './file-columns.ts'
import { allEventIds } from './page.ts'
import { eventRows, listEvents } from './queries.ts'
import { verifyRecord } from './verify.ts'

/** More faults than this are counted, not listed. */
const FAULTS_SHOWN = 100

const placeOf = ({ fault, subjectType, subjectId, position }: ChainFault) => ({
  fault,
  subjectType: subjectType as FaultSubject,
  subjectId,
  position,
})

export const eventLogHandlers: Handlers<typeof eventLog> = {
  async list({ query }, { db, scope, user }) {
    const seesMessages = scopeOf(user, 'outbox:read').all
    return listEvents(db, scope, { ...query, page: query.page ?? 1, limit: query.limit ?? 20 }, seesMessages)
  },
  async listFile({ query: { format, ...filter } }, context) {
    const { db, scope, texts, language } = context
    return listFile({
      format,
      name: texts.t(language, 'event-log:fileName'),
      columns: eventColumns(texts, language),
      ids: await allEventIds(db, scope, filter),
      read: (ids) => eventRows(context.database.read, scope, ids),
    })
  },
  async verify(_request, context) {
    const { chains, events, files, faults, accepted } = await verifyRecord(context.db, context)
    return {
      chains,
      events,
      files,
      faultCount: faults.length,
      faults: faults.slice(0, FAULTS_SHOWN).map(placeOf),
      knownCount: accepted.length,
      known: accepted.slice(0, FAULTS_SHOWN).map((one) => ({
        ...placeOf(one),
        acceptedAt: one.at.toISOString(),
        acceptedBy: one.acceptedBy,
        reason: one.reason,
      })),
    }
  },
}
