import { fail } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { withoutSecrets } from '#platform/values/redaction.ts'
import type { outbox } from '../contract.ts'
import { findMessage, listMessages, lockMessage, messageView } from './queries.ts'
import { reviveMessage } from './revive.ts'

export const outboxHandlers: Handlers<typeof outbox> = {
  async list({ query }, { db, scope, config }) {
    return listMessages(db, scope, { ...query, page: query.page ?? 1, limit: query.limit ?? 20 }, config)
  },
  async get({ params }, { db, scope, config }) {
    const message = (await findMessage(db, scope, params.id)) ?? fail('NOT_FOUND')
    return { ...messageView(message, config), text: withoutSecrets(message.body_text) }
  },
  async retry({ params, body }, context) {
    const { db, scope, user, env, config } = context
    const message = (await lockMessage(db, scope, params.id)) ?? fail('NOT_FOUND')
    const current = messageView(message, config)
    requireVersion(body.version, message.version, current)
    if (current.status === 'KEPT' && !current.hasGateway) fail('CHANNEL_NOT_SET')
    // One that waits or has left is not what the caller saw: a second press must not send a second mail.
    const mayGo = current.status === 'DEAD' || current.status === 'KEPT'
    if (!mayGo) fail('VERSION_CONFLICT', { details: { current } })
    await reviveMessage(db, params.id, env.now())
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: params.id },
      companyId: message.company_id,
      shared: false,
      data: { register: 'outbox', act: 'retry' },
    })
    context.afterCommit(() => context.wakeOutbox())
    return messageView((await findMessage(db, scope, params.id)) ?? fail('NOT_FOUND'), config)
  },
}
