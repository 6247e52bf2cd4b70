import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type AccessOptions, admit } from '#platform/server/http/access.ts'
import { type Copy, describingServer, makeCopies, type Named, type Reader, readCopies } from './api-document.ts'

/** Written by the server that answers, not by the one that describes. */
const own = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

const spec: EndpointSpec = {
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  duringMaintenance: true,
  summary: 'This document.',
  replies: {},
}

/** The smallest form that a caller takes. */
function encodingFor({ headers }: FastifyRequest): 'identity' | 'br' | 'gzip' {
  const taken = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim().toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity'
}

function send(request: FastifyRequest, reply: FastifyReply, copy: Copy) {
  reply
    .type('application/json; charset=utf-8')
    .header('etag', copy.etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding, cookie, authorization')
  if (request.headers['if-none-match']?.includes(copy.etag)) return reply.code(304).send()
  const encoding = encodingFor(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(copy[encoding])
}

interface DocumentOptions extends AccessOptions {
  /** In production the build has written the documents, and a caller without a session sees public calls alone. */
  readonly production: boolean
}

/**
 * The API document and, for developers, the page to browse it. What the build has written is handed out; elsewhere the
 * document is made once, at its first use, and what makes it is loaded then.
 */
export function addApiDocument(app: FastifyInstance, features: Named, options: DocumentOptions): void {
  let made: Promise<Record<Reader, Copy>> | undefined
  const copies = () => (made ??= Promise.resolve((options.production && readCopies()) || makeCopies(features, 4)))
  app.get(
    spec.path,
    { config: { spec } as object, onRequest: (request) => admit(request, spec, options) },
    async (request, reply) => {
      const reader = options.production && !request.who.user ? 'open' : 'everything'
      return send(request, reply, (await copies())[reader])
    },
  )
  if (!options.production) addPageToBrowse(app, features)
}

function addPageToBrowse(app: FastifyInstance, features: Named): void {
  let describing: Promise<FastifyInstance> | undefined
  const answer = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    describing ??= describingServer(features, true)
    const { statusCode, headers, rawPayload } = await (await describing).inject(url)
    for (const [name, value] of Object.entries(headers)) if (!own.has(name)) reply.header(name, value)
    return reply.code(statusCode).send(rawPayload)
  }
  for (const address of ['/api/docs', '/api/docs/*']) app.get(address, answer)
}
