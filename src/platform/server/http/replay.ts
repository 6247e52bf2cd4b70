import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Call } from './call.ts'
import { claimKey, keepAnswer, type StoredAnswer } from './idempotency.ts'
import type { LinkToken } from './link-tokens.ts'

interface Claim {
  /** What the first call with the key was answered; null when this is the first. */
  readonly stored: StoredAnswer | null
  keep(answer: StoredAnswer): Promise<void>
}

/**
 * Claims the call's Idempotency-Key in its transaction.
 * @returns null for a call without a key, and for one whose answer carries a secret
 */
export async function claimCall(call: Call, db: Db, link: LinkToken | null): Promise<Claim | null> {
  const key = call.spec.neverStored ? '' : keyOf(call.request)
  if (key === '') return null
  const owner = ownerOf(call.request, link)
  const hash = call.options.services.vault.keyedHash('request', requestText(call.request))
  return {
    stored: await claimKey(db, owner, key, hash),
    keep: (answer) => keepAnswer(db, owner, key, answer),
  }
}

export function replay(reply: FastifyReply, stored: StoredAnswer): FastifyReply {
  return reply
    .code(stored.status)
    .header('content-type', stored.contentType)
    .header('idempotent-replayed', 'true')
    .serializer((text: string) => text)
    .send(stored.body)
}

function keyOf({ headers }: FastifyRequest): string {
  const key = String(headers['idempotency-key'] ?? '')
  if (key.length <= 200) return key
  throw new AppError('VALIDATION', {
    fields: [{ path: 'Idempotency-Key', code: 'TOO_LONG', message: 'is too long' }],
  })
}

/** Two callers may choose the same key; each has answers of their own. */
function ownerOf({ who }: FastifyRequest, link: LinkToken | null): string {
  if (who.user) return `user:${who.user.userId}`
  if (link) return `token:${link.id}`
  return who.ticket ? `ticket:${who.ticket.id}` : 'visitor'
}

function requestText({ method, url, body }: FastifyRequest): string {
  const text = Buffer.isBuffer(body) ? body.toString('base64') : JSON.stringify(body ?? null)
  return `${method} ${url}\n${text}`
}
