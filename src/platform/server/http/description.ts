/** What the API document says beside what each contract does: who may call, what every reply is, one name a thing. */
import { STATUS_CODES } from 'node:http'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type ApiDocument, addExamples, type Content, type Operation } from './examples.ts'
import { accessCookie, ticketCookie } from './session.ts'

export interface Described extends Operation {
  readonly 'x-access': EndpointSpec['access']
  readonly 'x-file'?: true
  readonly 'x-upload'?: EndpointSpec['upload']
  readonly responses: Readonly<Record<string, Content>>
}

const bytes = { type: 'string', format: 'binary' }

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: accessCookie, description: 'The session of a browser.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The access token of the same session, for programs.' },
  ticket: { type: 'apiKey', in: 'cookie', name: ticketCookie, description: 'Between password and second factor.' },
}

/** What a caller proves itself with; a link's token stands in the address. */
function securityOf(access: EndpointSpec['access']): Record<string, []>[] {
  if (access === 'public' || typeof access === 'object') return []
  if (access === 'ticket') return [{ ticket: [] }]
  const signedIn = [{ session: [] }, { bearer: [] }] as Record<string, []>[]
  return access === 'ticket-or-session' ? [{ ticket: [] }, ...signedIn] : signedIn
}

/** Whether a caller without a session can use an operation. */
const isOpen = ({ 'x-access': access }: Described) => access === 'public' || typeof access === 'object'

/** Failures have one shape, so each status is described once and named where it may come. */
function withNamedFailures(
  responses: Described['responses'],
  failures: Record<string, Content>,
): Described['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const description = STATUS_CODES[status] ?? status
      if (Number(status) < 400) return [status, { ...response, description }]
      failures[`Failure${status}`] ??= { ...response, description } as Content
      return [status, { $ref: `#/components/responses/Failure${status}` }]
    }),
  )
}

const mapped = <A, B>(of: Readonly<Record<string, A>>, to: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, to(one)]))

type Shown = NonNullable<NonNullable<Content['content']>[string]['schema']>

/** A body with a shape for each step is shown as these shapes, without the one that holds all their fields. */
function withShapes(body: Content): Content {
  const content = mapped(body.content ?? {}, (part) => {
    // OpenAPI’s discriminator tells named schemas apart; these stand where they are, and each names its step.
    const { oneOf } = (part.schema ?? {}) as Shown
    return oneOf ? { ...part, schema: { type: 'object', oneOf } as Shown } : part
  })
  return { ...body, content }
}

function finished(operation: Described, failures: Record<string, Content>): Described {
  const { 'x-file': isFile, 'x-upload': upload } = operation
  const file = { 200: { description: 'OK', content: { 'application/octet-stream': { schema: bytes } } } }
  return {
    ...operation,
    security: securityOf(operation['x-access']),
    ...(operation.requestBody ? { requestBody: withShapes(operation.requestBody) } : {}),
    ...(upload
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(upload.contentTypes.map((type) => [type, { schema: bytes }])),
          },
        }
      : {}),
    responses: withNamedFailures({ ...(isFile ? file : {}), ...operation.responses }, failures),
  } as Described
}

/** The document as it is read: with servers, security, examples, files as replies and bodies, failures named once. */
export function finishDocument<D extends ApiDocument>(document: D): D {
  const failures: Record<string, Content> = {}
  const paths = mapped(document.paths ?? {}, (methods) =>
    mapped(methods, (operation) => finished(operation as Described, failures)),
  )
  const components = { securitySchemes, responses: failures }
  return addExamples({ ...document, servers: [{ url: '/' }], paths, components })
}

/** The part of a finished document that a caller without a session can use: public calls and those of links. */
export function openPart({ components, ...document }: ApiDocument): ApiDocument {
  const paths = mapped(document.paths ?? {}, (methods) =>
    Object.fromEntries(Object.entries(methods).filter(([, operation]) => isOpen(operation as Described))),
  )
  const kept = Object.entries(paths).filter(([, methods]) => Object.keys(methods).length > 0)
  return { ...document, paths: Object.fromEntries(kept), components: { responses: components?.responses ?? {} } }
}

/**
 * The address that stands in the document: of addresses that differ by the names of their parts alone, all bear those of
 * the first.
 */
export function documentedNames(
  specs: readonly EndpointSpec[],
): (spec: EndpointSpec) => Pick<EndpointSpec, 'path' | 'params'> {
  const first = new Map<string, string>()
  const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':')
  for (const { path } of specs) if (!first.has(shapeOf(path))) first.set(shapeOf(path), path)
  return ({ path, params }) => {
    const shown = first.get(shapeOf(path)) ?? path
    if (shown === path || !params) return { path, params }
    const names = (text: string) => text.match(/:\w+/g)?.map((name) => name.slice(1)) ?? []
    const renamed = new Map(names(path).map((name, at) => [name, names(shown)[at] ?? name]))
    const nameOf = (name: string) => renamed.get(name) ?? name
    const properties = Object.fromEntries(
      Object.entries(params.properties).map(([name, schema]) => [nameOf(name), schema]),
    )
    return {
      path: shown as EndpointSpec['path'],
      params: { ...params, properties, required: params.required?.map(nameOf) } as typeof params,
    }
  }
}
