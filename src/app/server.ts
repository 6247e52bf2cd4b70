import path from 'node:path'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/contract/errors.ts'
import type { AccessOptions } from '#platform/server/http/access.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createHttp } from '#platform/server/http/http.ts'
import { createGeneralLimit } from '#platform/server/http/limits.ts'
import { mount } from '#platform/server/http/mount.ts'
import { foldersWithTexts, loadTexts, type Texts } from '#platform/server/runtime/texts.ts'
import { features } from './features.ts'

/** Builds the whole server: every feature's contract behind the same checks. It does not listen yet. */
export async function createApp(
  services: Services,
  options: { without?: AccessOptions['without'] } = {},
): Promise<FastifyInstance> {
  const app = await createHttp(services.config, services.env)
  const accessOptions: AccessOptions = {
    services,
    generalLimit: createGeneralLimit(services.config.generalLimit),
    ...(options.without ? { without: options.without } : {}),
  }
  // The demo shows codes and mails to whoever asks, so it answers only names that cannot belong to another machine.
  app.addHook('onRequest', async (request) => {
    if (/^\/(api\/)?demo(\/|\?|$)/.test(request.url) && !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.host))
      throw new AppError('NOT_FOUND')
  })
  for (const { name, contract, handlers } of features) mount(app, name, contract, handlers, accessOptions)
  // For developers; a production server answers the document alone.
  if (!services.config.production) await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new AppError('NOT_FOUND')
  })
  return app
}

/** The words of all features and of the platform. */
export function loadAllTexts(): Texts {
  const source = path.resolve(import.meta.dirname, '..')
  return loadTexts([path.join(source, 'platform'), ...foldersWithTexts(path.join(source, 'features'))])
}
