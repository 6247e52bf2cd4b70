import type { ProposalKind, ProposalOf } from '#features/ground/proposals/server/kinds.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { formatInstant } from '#platform/values/days.ts'
import { ERASE_AFTER_HOURS } from '../rules.ts'
import { keptWords } from './kept-words.ts'
import { logRequest, tellPerson } from './open-request.ts'
import { findRequest, lockRequest, writeRequest } from './requests.ts'

interface ErasureBody {
  readonly requestId: string
}

/** The erasure of a person's data: two members of staff answer for it, neither of whom it is about. */
export const erasureKind: ProposalKind<ErasureBody> = {
  name: 'ERASURE',
  permission: 'personal-data:decide',
  needs: 'SECOND_STAFF',
  async problems(db: Db, { body }: ProposalOf<ErasureBody>, lock: boolean) {
    const request = await (lock ? lockRequest : findRequest)(db, body.requestId)
    return request?.state === 'OPEN' ? [] : (['OVERTAKEN'] as const)
  },
  async barred(db, proposals, colleagues) {
    const touched = await db
      .selectFrom('rights_requests')
      .select(['id', 'user_id'])
      .where(
        'id',
        'in',
        proposals.map(({ body }) => body.requestId),
      )
      .execute()
    return proposals.flatMap(({ id: proposalId, body }) => {
      const userId = touched.find(({ id }) => id === body.requestId)?.user_id
      return colleagues.flatMap(({ id }) => (id === userId ? [{ proposalId, userId: id }] : []))
    })
  },
  async apply(db, services, { body, made_by }, by) {
    const request = (await lockRequest(db, body.requestId))!
    // Whoever wrote the request down and proposes would otherwise erase somebody on their own word alone.
    if (by.userId === made_by && request.made_by !== null) throw new AppError('NOT_FOR_ONESELF')
    const eraseAt = new Date(services.env.now().getTime() + ERASE_AFTER_HOURS * 3_600_000)
    await writeRequest(db, services.env.now(), request.id, { state: 'ERASING', erase_at: eraseAt })
    await logRequest(db, services, by.actor, request, 'CONFIRMED')
    await tellPerson(db, services, request, 'erasing', {
      kind: request.kind,
      moment: formatInstant(eraseAt.toISOString()),
      kept: await keptWords(db, services, request),
    })
  },
}
