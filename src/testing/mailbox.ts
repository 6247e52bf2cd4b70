import { createOutboxWorker } from '#platform/server/messages/outbox.ts'
import type { OutgoingMessage } from '#platform/server/runtime/gateways.ts'
import type { World } from './world.ts'

/** The code in the newest message to a person that holds one. */
export async function newestCode({ services }: Pick<World, 'services'>, userId: string): Promise<string> {
  const rows = await services.database.primary
    .selectFrom('outbox')
    .select('body_text')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  const found = rows.map((row) => /(?<![\w-])\d{6}\b/.exec(row.body_text)?.[0]).find((code) => code !== undefined)
  if (!found) throw new Error(`no code has been sent to ${userId}`)
  return found
}

/** Hands over what is due in the outbox. @returns the messages that left */
export async function handedOver({ services }: Pick<World, 'services'>): Promise<OutgoingMessage[]> {
  const sent: OutgoingMessage[] = []
  const gateway = {
    send: async (message: OutgoingMessage) => {
      sent.push(message)
      return { providerId: message.id }
    },
  }
  const { database, env, log, vault } = services
  const gateways = { EMAIL: gateway, SMS: gateway }
  const worker = createOutboxWorker({ database, env, log, gateways, open: vault.open })
  await worker.drain()
  await worker.stop()
  return sent
}
