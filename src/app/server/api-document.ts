import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import type { Contract } from '#platform/contract/contract.ts'
import { setSchemaCompilers } from '#platform/server/database/schema.ts'
import { documentedNames, finishDocument, openPart } from '#platform/server/http/description.ts'
import type { ApiDocument } from '#platform/server/http/examples.ts'
import { schemaOf } from '#platform/server/http/mount.ts'

export type Named = readonly { readonly name: string; readonly contract: Contract }[]

const info = {
  title: 'Poljin',
  version: '1',
  description: 'Employee bicycle benefit and leasing.',
  license: { name: 'Not licensed for use by others', identifier: 'LicenseRef-Unlicensed' },
}

/** A server of its own that knows every endpoint, answers none of them and describes all. */
export async function describingServer(features: Named, isToBrowse: boolean): Promise<FastifyInstance> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  setSchemaCompilers(app)
  await app.register(swagger, { openapi: { openapi: '3.1.0', info } })
  const transformSpecification = (document: object) =>
    finishDocument(document as ApiDocument) as Record<string, unknown>
  if (isToBrowse)
    await app.register(import('@fastify/swagger-ui'), { routePrefix: '/api/docs', transformSpecification })
  const shownOf = documentedNames(features.flatMap(({ contract }) => Object.values(contract)))
  for (const { name: feature, contract } of features)
    for (const [name, spec] of Object.entries(contract)) {
      const shown = shownOf(spec)
      app.route({
        method: spec.method,
        url: shown.path,
        schema: schemaOf(feature, name, { ...spec, ...shown }),
        handler: async (_request, reply) => reply.code(404).send(),
      })
    }
  await app.ready()
  return app
}

/** Who reads: whoever is signed in sees every call, others what they can use. */
export const readers = ['everything', 'open'] as const
export type Reader = (typeof readers)[number]

/** A document as it travels, whole and compressed. */
export interface Copy {
  readonly etag: string
  readonly identity: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

async function copyOf(document: object, quality: number): Promise<Copy> {
  const identity = Buffer.from(JSON.stringify(document))
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  return { etag: `"${hash('sha256', identity, 'base64url')}"`, identity, br, gzip: zipped }
}

/** Describes the endpoints for each kind of reader. @param quality of the compression, 0 to 11 */
export async function makeCopies(features: Named, quality: number): Promise<Record<Reader, Copy>> {
  const describing = await describingServer(features, false)
  const everything = finishDocument(describing.swagger() as ApiDocument)
  await describing.close()
  const [whole, open] = await Promise.all([everything, openPart(everything)].map((one) => copyOf(one, quality)))
  return { everything: whole!, open: open! }
}

const endings = { identity: '', br: '.br', gzip: '.gz' } as const
const encodings = ['identity', 'br', 'gzip'] as const
const builtFolder = path.resolve(import.meta.dirname, '../../../dist/api')
const fileOf = (folder: string, reader: Reader, ending: string) => path.join(folder, `${reader}.json${ending}`)

/** Writes the documents into the build's folder, compressed as far as it goes. */
export async function writeCopies(features: Named, folder = builtFolder): Promise<void> {
  const copies = await makeCopies(features, constants.BROTLI_MAX_QUALITY)
  mkdirSync(folder, { recursive: true })
  for (const reader of readers)
    for (const encoding of encodings) writeFileSync(fileOf(folder, reader, endings[encoding]), copies[reader][encoding])
}

/** What the build has written; null where nothing has been built. */
export function readCopies(folder = builtFolder): Record<Reader, Copy> | null {
  if (!readers.every((reader) => existsSync(fileOf(folder, reader, endings.gzip)))) return null
  const copy = (reader: Reader): Copy => {
    const [identity, br, zipped] = encodings.map((encoding) => readFileSync(fileOf(folder, reader, endings[encoding])))
    return { etag: `"${hash('sha256', identity!, 'base64url')}"`, identity: identity!, br: br!, gzip: zipped! }
  }
  return { everything: copy('everything'), open: copy('open') }
}
