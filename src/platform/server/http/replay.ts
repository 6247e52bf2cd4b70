import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Call } from './call.ts'
import { claimKey, keepAnswer, type StoredAnswer, storedAnswer } from './idempotency.ts'
import type { LinkToken } from './link-tokens.ts'

/** The Idempotency-Key of one call. */
export interface Claim {
  /** Claims the key in the transaction of the effect. @throws Replayed when an earlier call has been answered */
  take(db: Db): Promise<void>
  /** Looks for an answer without claiming. @throws Replayed */
  look(db: Db): Promise<void>
  /** Keeps the answer in the transaction of the effect. */
  keep(db: Db, answer: StoredAnswer): Promise<void>
}

/** Ends the handling of a repeated call: its answer is known. */
export class Replayed extends Error {
  readonly stored: StoredAnswer
  constructor(stored: StoredAnswer) {
    super('the call has been answered before')
    this.stored = stored
  }
}

/** @returns null for a call without a key, and for one whose answer carries a secret */
export function claimOf(call: Call, link: LinkToken | null): Claim | null {
  const key = call.spec.neverStored ? '' : keyOf(call.request)
  if (key === '') return null
  const owner = ownerOf(call.request, link)
  const hash = call.options.services.vault.keyedHash('request', requestText(call.request))
  const pass = (stored: StoredAnswer | null) => {
    if (stored) throw new Replayed(stored)
  }
  return {
    take: async (db) => pass(await claimKey(db, owner, key, hash)),
    look: async (db) => pass(await storedAnswer(db, owner, key, hash)),
    keep: (db, answer) => keepAnswer(db, owner, key, answer),
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
