import type { FastifyInstance } from 'fastify'
import type { DriveClient, Driver } from '#features/operations/demo/server/order-drive.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { SeedClock } from './clock.ts'
import type { seedCompanies } from './companies.ts'
import type { People } from './people.ts'

export interface SeedParts {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: SeedClock
  readonly people: People
  readonly world: Awaited<ReturnType<typeof seedCompanies>>
  readonly actors: Record<'staff' | 'superAdmin' | 'a' | 'b' | 'c' | 'd', Driver>
}

/** Calls the application in process, as a browser would over the network. */
export function clientOf({ app, services }: Pick<SeedParts, 'app' | 'services'>): DriveClient {
  return {
    now: () => services.env.now(),
    async nameOf(userId) {
      const user = await services.database.primary
        .selectFrom('users')
        .select(['first_name', 'last_name'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return `${user.first_name} ${user.last_name}`
    },
    async codeOf(userId) {
      const sms = await services.database.primary
        .selectFrom('outbox')
        .select('body_text')
        .where('user_id', '=', userId)
        .where('channel', '=', 'SMS')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return /(?<![\w-])\d{6}\b/.exec(sms.body_text)![0]
    },
    async ok(endpoint, options = {}) {
      const { upload } = endpoint as EndpointSpec
      let url: string = (endpoint as EndpointSpec).path
      for (const [name, value] of Object.entries(options.params ?? {}))
        url = url.replace(`:${name}`, encodeURIComponent(String(value)))
      const query = new URLSearchParams(
        Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
      )
      const reply = await app.inject({
        method: (endpoint as EndpointSpec).method,
        url: query.size > 0 ? `${url}?${query}` : url,
        headers: {
          ...(options.as ? { authorization: `Bearer ${options.as.accessToken}` } : {}),
          ...(options.body === undefined ? {} : { 'content-type': upload?.contentTypes[0] ?? 'application/json' }),
        },
        ...(options.body === undefined
          ? {}
          : { payload: upload ? Buffer.from(options.body as Uint8Array) : JSON.stringify(options.body) }),
      })
      if (reply.statusCode >= 300)
        throw new Error(`${(endpoint as EndpointSpec).method} ${url} answered ${reply.statusCode}: ${reply.body}`)
      return reply.json()
    },
  }
}
