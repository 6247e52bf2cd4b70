import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Contract, type EndpointSpec, Shape, T } from '#platform/contract/contract.ts'
import { type ErrorCode, errorTable } from '#platform/contract/errors.ts'
import { type AccessOptions, admit } from './access.ts'
import { answer } from './answer.ts'
import type { Handler, Handlers } from './context.ts'
import { checkInput, fillIn } from './input.ts'

const ErrorShape = Shape({
  code: T.String(),
  message: T.String(),
  requestId: T.String(),
  fields: T.Optional(T.Array(Shape({ path: T.String(), code: T.String(), message: T.String() }))),
  details: T.Optional(T.Any()),
  requiresPhoneNumber: T.Optional(T.Boolean()),
  userId: T.Optional(T.String()),
})

const NoQuery = Shape({})

/** Registers every endpoint of a contract with the same checks in the same order (ARCHITECTURE.md, a request's way). */
export function mount<C extends Contract>(
  app: FastifyInstance,
  feature: string,
  contract: C,
  handlers: Handlers<C>,
  options: AccessOptions,
) {
  for (const [name, spec] of Object.entries(contract)) {
    const handler = handlers[name] as Handler<EndpointSpec>
    app.route({
      method: spec.method,
      url: spec.path,
      schema: schemaOf(feature, name, spec),
      config: { spec } as object,
      // A compressed stream holds its first byte back until a block is full.
      ...(spec.file ? { compress: false } : {}),
      ...(spec.upload ? { bodyLimit: spec.upload.maxBytes } : {}),
      attachValidation: true,
      onRequest: (request) => admit(request, spec, options, handler.findSession),
      preValidation: async (request) => fillIn(request, spec),
      preHandler: (request) => checkInput(request, spec, options.services),
      handler: (request, reply) => answer({ request, reply, spec, handler, options }),
    })
  }
}

export const specOf = (request: FastifyRequest) =>
  (request.routeOptions.config as { spec?: EndpointSpec } | undefined)?.spec

/** What the server checks of an endpoint and the API document says of it. */
export function schemaOf(feature: string, name: string, spec: EndpointSpec) {
  const errors = statusesOf(spec)
  return {
    summary: spec.summary,
    operationId: `${feature.replaceAll(' ', '-')}.${name}`,
    tags: [feature],
    ...(spec.params ? { params: spec.params } : {}),
    querystring: spec.query ?? NoQuery,
    ...(spec.body ? { body: spec.body } : {}),
    response: {
      ...(spec.file ? {} : spec.replies),
      ...Object.fromEntries(errors.map((status) => [status, ErrorShape])),
    },
    'x-access': spec.access,
    ...(spec.upload ? { 'x-upload': spec.upload } : {}),
    ...(spec.file ? { 'x-file': true } : {}),
    'x-errors': spec.errors ?? [],
  }
}

function statusesOf(spec: EndpointSpec): number[] {
  const codes: ErrorCode[] = [
    'VALIDATION',
    ...(spec.access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(spec.method === 'GET' ? [] : (['PAGE_OF_ANOTHER_USER'] as const)),
    ...(spec.errors ?? []),
  ]
  return [...new Set([...codes.map((code) => errorTable[code][0]), 429, 500, 503])].sort()
}
