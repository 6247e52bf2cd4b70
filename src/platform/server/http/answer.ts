import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { withRetries } from '#platform/server/database/transaction.ts'
import { isUnsafe } from './access.ts'
import { type Call, linkOf, runHandler } from './call.ts'
import { Answer, FileAnswer } from './context.ts'
import { readHandleFor, rememberWrite } from './door/read-after-write.ts'
import { requireGood } from './link-tokens.ts'
import { outsideOf } from './outside.ts'
import { claimOf, Replayed, replay } from './replay.ts'
import { contentDisposition } from './safe-file-name.ts'

type AfterCommit = () => void | Promise<void>

const jsonType = 'application/json; charset=utf-8'

/** Runs the handler and sends what it answers: a read as it comes, anything else in one transaction. */
export function answer(call: Call): Promise<FastifyReply> {
  return isUnsafe(call.request.method) ? withRetries(() => answerWrite(call)) : answerRead(call)
}

async function answerRead(call: Call): Promise<FastifyReply> {
  const { reply, options } = call
  const db = readHandleFor(call)
  const token = requireGood(await linkOf(call, db))
  const { database } = options.services
  const result = await runHandler(call, { db, read: db, database, token, afterCommit: () => undefined })
  if (result instanceof FileAnswer) return sendFile(reply, result)
  const mark = result instanceof Answer ? result.mark : null
  if (mark && isHeld(call, mark)) return reply.code(304).send()
  const text = textOf(call, result)
  if (call.spec.etag && !mark && isHeld(call, hash('sha256', text.body, 'base64url'))) return reply.code(304).send()
  return sendText(reply, text)
}

/**
 * Marks the answer; whether the caller holds it already. A browser may keep what everybody may read; what is about a person
 * stays out of its cache (`no-store`), and a page holds it as long as it stands.
 */
function isHeld({ request, reply, spec }: Call, mark: string): boolean {
  const etag = `W/"${mark}"`
  reply.header('etag', etag)
  if (spec.access === 'public') reply.header('cache-control', 'private, no-cache')
  return request.headers['if-none-match']?.includes(etag) === true
}

/**
 * The claim of the key, the effect and the kept answer are one transaction, which the handler's first query begins. What
 * the handler proves or counts before that runs outside of it, on no connection that waits for another.
 */
async function answerWrite(call: Call): Promise<FastifyReply> {
  const { reply, options } = call
  const { database } = options.services
  const link = await linkOf(call, database.primary)
  const claim = claimOf(call, link)
  const transaction = database.begin(claim?.take)
  const afterCommit: AfterCommit[] = []
  const outside = outsideOf(database, transaction, claim)
  let text: AnswerText
  try {
    // The first call may have spent the link that its repetition comes with.
    if (claim && link && !link.isGood) await claim.look(database.primary)
    const runners = { db: transaction.db, read: outside.read, database: outside, token: requireGood(link) }
    const result = await runHandler(call, { ...runners, afterCommit: (work) => void afterCommit.push(work) })
    if (result instanceof FileAnswer) throw new Error('a file is the answer to a GET alone')
    text = textOf(call, result)
    await claim?.keep(transaction.db, { ...text, contentType: jsonType })
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    if (error instanceof Replayed) {
      await rememberWrite(call)
      return replay(reply, error.stored)
    }
    throw error
  }
  await rememberWrite(call)
  await runAll(afterCommit, call)
  return sendText(reply, text)
}

async function runAll(afterCommit: readonly AfterCommit[], { request }: Call) {
  for (const work of afterCommit) {
    try {
      await work()
    } catch (error) {
      request.log.error({ err: error }, 'work after a commit failed')
    }
  }
}

interface AnswerText {
  readonly status: number
  readonly body: string
}

/** The answer as it travels; the endpoint's schema drops whatever it does not declare. */
function textOf({ reply, spec }: Call, result: unknown): AnswerText {
  const { status, body } =
    result instanceof Answer ? result : { status: Number(Object.keys(spec.replies)[0]), body: result }
  return { status, body: String(reply.code(status).serializeInput(body ?? null, String(status))) }
}

function sendText(reply: FastifyReply, { status, body }: AnswerText) {
  return reply
    .code(status)
    .header('content-type', jsonType)
    .serializer((text: string) => text)
    .send(body)
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition(file.name, file.inline))
    .send(file.content)
}
