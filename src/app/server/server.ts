import path from 'node:path'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { AccessOptions } from '#platform/server/http/access.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createAdmission, watchWaiting } from '#platform/server/http/door/admission.ts'
import { createHttp } from '#platform/server/http/http.ts'
import { addressBucket, createGeneralLimit } from '#platform/server/http/limits.ts'
import { mount, specOf } from '#platform/server/http/mount.ts'
import { foldersWithTexts, loadTexts, type Texts } from '#platform/server/runtime/texts.ts'
import { addApiDocument } from './api-document-door.ts'
import { mounted } from './features.ts'
import { readRoutePrices } from './route-prices.ts'

/** Builds the whole server: every feature's contract behind the same checks. It does not listen yet. */
export async function createApp(
  services: Services,
  options: { without?: AccessOptions['without']; onRoute?: (route: RouteOptions) => void } = {},
): Promise<FastifyInstance> {
  const app = await createHttp(services)
  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  const { admissionMs } = services.config
  const waiting = watchWaiting(admissionMs > 0 ? Object.values(services.database.pools) : [])
  app.addHook('onClose', async () => waiting.stop())
  const admission = createAdmission({ workMs: admissionMs, priceOf: readRoutePrices(), waiting })
  const accessOptions: AccessOptions = {
    services,
    admission,
    generalLimit: createGeneralLimit(services.config.generalLimit),
    ...(options.without ? { without: options.without } : {}),
  }
  const count = ({ ip }: FastifyRequest) =>
    accessOptions.generalLimit(addressBucket(ip ?? ''), 'light', services.env.now())
  app.addHook('onRequest', async (request, reply) => admission.enter(request, reply))
  // Every call is counted when it is admitted; files, pages and what is no address are counted here.
  app.addHook('onRequest', async (request) => {
    if (!specOf(request)) count(request)
  })
  // The demo shows codes and mails to whoever asks, so it answers this machine alone and exists nowhere else.
  app.addHook('onRequest', async (request) => {
    const isDemoCall = /^\/api\/demo(\/|$)/.test(request.routeOptions.url ?? '')
    if (!isDemoCall || isFromThisMachine(request)) return
    count(request)
    throw new AppError('NOT_FOUND')
  })
  const served = mounted.filter(({ name }) => name !== 'demo' || services.config.demo)
  for (const { name, contract, handlers } of served) mount(app, name, contract, handlers, accessOptions)
  addApiDocument(app, served, { ...accessOptions, production: services.config.production })
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(services)),
  )
  const methodsAt = methodsOf(served.flatMap(({ contract }) => Object.values(contract)))
  app.all('/api/*', async (request, reply) => {
    const methods = methodsAt(request.url)
    if (methods.length === 0) throw new AppError('NOT_FOUND')
    reply.header('allow', methods.join(', '))
    throw new AppError('METHOD_NOT_ALLOWED')
  })
  return app
}

/** Looks up which methods an address has. */
function methodsOf(specs: readonly EndpointSpec[]) {
  const known = specs.map(({ method, path: pattern }) => ({
    method,
    address: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`),
  }))
  return (url: string) => {
    const [address = ''] = url.split('?')
    return [...new Set(known.filter((one) => one.address.test(address)).map(({ method }) => method))]
  }
}

const yearMs = 365 * 86_400_000

/** Where to tell of a weakness, and where the promises to people stand (RFC 9116). */
function securityText({ brand, env, config }: Services): string {
  const expires = new Date(env.now().getTime() + yearMs).toISOString()
  const lines = [`Contact: mailto:${brand.email}`, `Expires: ${expires}`, 'Preferred-Languages: fi, en, sv']
  lines.push(`Policy: ${config.origin}/turvallisuus`)
  return `${[...lines, `Canonical: ${config.origin}/.well-known/security.txt`].join('\n')}\n`
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether a request came from this machine without a proxy: by its socket, its raw Host and no forwarding header. */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(raw.socket.remoteAddress ?? '')
  const isOwnName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(raw.headers.host ?? '')
  return isLoopback && isOwnName && !forwardingHeaders.some((name) => name in raw.headers)
}

let allTexts: Texts | undefined

/** The words of all features and of the platform, read once. */
export function loadAllTexts(): Texts {
  const source = path.resolve(import.meta.dirname, '../..')
  allTexts ??= loadTexts([path.join(source, 'platform'), ...foldersWithTexts(path.join(source, 'features'))])
  return allTexts
}
