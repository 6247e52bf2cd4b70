import { reviveMessage } from '#features/ground/outbox/server/revive.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Job, runJob } from '#platform/server/jobs/jobs.ts'

/** Something that did not succeed, under the name or id that it is tried again by. */
export interface FailedWork {
  readonly kind: 'job' | 'message' | 'document'
  readonly id: string
  /** A class and a code, nothing of what it was about. */
  readonly fault: string
}

/** What has failed and not succeeded since. */
export async function failedWork(db: Db): Promise<FailedWork[]> {
  const jobs = await db
    .selectFrom('scheduled_jobs')
    .select(['name', 'last_error'])
    .where('failed_at', 'is not', null)
    .where((e) => e.or([e('succeeded_at', 'is', null), e('failed_at', '>', e.ref('succeeded_at'))]))
    .orderBy('name')
    .execute()
  const messages = await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'last_error'])
    .where('status', '=', 'DEAD')
    .orderBy('id')
    .execute()
  const documents = await db
    .selectFrom('documents_to_make')
    .select(['file_id', 'last_error'])
    .where('last_error', 'is not', null)
    .orderBy('file_id')
    .execute()
  return [
    ...jobs.map(({ name, last_error }) => ({ kind: 'job' as const, id: name, fault: last_error ?? '' })),
    ...messages.map((one) => ({
      kind: 'message' as const,
      id: one.id,
      fault: `${one.channel} ${one.last_error ?? ''}`,
    })),
    ...documents.map((one) => ({ kind: 'document' as const, id: one.file_id, fault: one.last_error ?? '' })),
  ]
}

async function retryMessage(services: Services, id: string): Promise<void> {
  const { database, env } = services
  await database.transaction(async (db) => {
    const message = await db
      .selectFrom('outbox')
      .select('company_id')
      .where('id', '=', id)
      .where('status', '=', 'DEAD')
      .forUpdate()
      .executeTakeFirst()
    if (!message) return
    await reviveMessage(db, id, env.now())
    await logEvent(db, env, systemActor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id },
      companyId: message.company_id,
      shared: false,
      data: { register: 'outbox', act: 'retry' },
    })
  })
}

/**
 * Tries one failed thing again: a job at once, a message or document by the nodes that run.
 * @returns what it was; null where nothing of that name or id has failed
 */
export async function retryWork(
  services: Services,
  jobs: readonly Job[],
  id: string,
): Promise<FailedWork['kind'] | null> {
  const db = services.database.primary
  const found = (await failedWork(db)).find((one) => one.id === id)
  const job = jobs.find(({ name }) => name === id)
  if (!found || (found.kind === 'job' && !job)) return null
  if (job) await runJob(services, job)
  if (found.kind === 'message') await retryMessage(services, id)
  if (found.kind === 'document')
    await db
      .updateTable('documents_to_make')
      .set((e) => ({ next_attempt_at: services.env.now(), leased_until: null, version: e('version', '+', 1) }))
      .where('file_id', '=', id)
      .execute()
  return found.kind
}
