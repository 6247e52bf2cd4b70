import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Contract } from '#platform/contract/contract.ts'
import { setSchemaCompilers } from '#platform/server/database/schema.ts'
import { type ApiDocument, addExamples } from '#platform/server/http/examples.ts'
import { schemaOf } from '#platform/server/http/mount.ts'

type Named = readonly { readonly name: string; readonly contract: Contract }[]

const info = { title: 'Poljin', version: '1', description: 'Employee bicycle benefit and leasing.' }
/** Written by the server that answers, not by the one that describes. */
const own = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** A server of its own that knows every endpoint, answers none of them and describes all. */
async function describingServer(features: Named, isToBrowse: boolean): Promise<FastifyInstance> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  setSchemaCompilers(app)
  await app.register(swagger, { openapi: { openapi: '3.1.0', info } })
  if (isToBrowse) await app.register(import('@fastify/swagger-ui'), { routePrefix: '/api/docs' })
  for (const { name: feature, contract } of features)
    for (const [name, spec] of Object.entries(contract))
      app.route({
        method: spec.method,
        url: spec.path,
        schema: schemaOf(feature, name, spec),
        handler: async (_request, reply) => reply.code(404).send(),
      })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => addExamples(app.swagger() as ApiDocument))
  await app.ready()
  return app
}

/**
 * The API document and, for developers, the page to browse it. What writes them is loaded at their first use: a server
 * that nobody asks for them does without.
 */
export function addApiDocument(app: FastifyInstance, features: Named, { isToBrowse }: { isToBrowse: boolean }): void {
  let describing: Promise<FastifyInstance> | undefined
  const answer = async (url: string, reply: FastifyReply) => {
    describing ??= describingServer(features, isToBrowse)
    const { statusCode, headers, rawPayload } = await (await describing).inject(url)
    for (const [name, value] of Object.entries(headers)) if (!own.has(name)) reply.header(name, value)
    return reply.code(statusCode).send(rawPayload)
  }
  const addresses = ['/api/openapi.json', ...(isToBrowse ? ['/api/docs', '/api/docs/*'] : [])]
  for (const address of addresses) app.get(address, async ({ url }, reply) => answer(url, reply))
}
