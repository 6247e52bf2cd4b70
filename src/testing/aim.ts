import { randomUUID } from 'node:crypto'
import { features } from '#app/features.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { sampleOf } from './sample.ts'
import { entityOf, idForField, paramsFor, type Tenant } from './tenants.ts'
import type { Caller, World } from './world.ts'

/** Every endpoint of the application with a title for tables of tests. */
export const endpoints = features.flatMap(({ name, contract }) =>
  Object.entries(contract).map(([call, spec]) => ({ title: `${spec.method} ${spec.path} (${name}.${call})`, spec })),
)

/** Those that ask for a permission. */
export const guarded = endpoints.filter(({ spec }) => typeof spec.access === 'string' && spec.access.includes(':'))

export interface Aim {
  readonly tenant: Tenant
  /** Another id than the tenant's own, for rows that do not exist. */
  readonly id?: string
  readonly headers?: Record<string, string>
}

/** A schema-valid call that names the rows of a tenant wherever it names rows. */
export async function aim(at: World, spec: EndpointSpec, caller: Caller | null, { tenant, id, headers }: Aim) {
  const kind = entityOf(spec)
  const entity = kind === null ? '' : (id ?? (kind === 'global' ? randomUUID() : tenant.ids[kind]))
  const idOf = (field: string) => (id && idForField(tenant, field) ? id : idForField(tenant, field))
  const isFile = spec.upload !== undefined
  const wanted = (spec.query as { required?: string[] } | undefined)?.required ?? []
  const query = Object.entries(spec.query?.properties ?? {}).filter(([name]) => wanted.includes(name))
  const params = spec.path.includes(':token') ? { token: 'x'.repeat(43) } : paramsFor(spec, entity, tenant)
  return at.call(spec, {
    as: caller,
    params: params as never,
    query: Object.fromEntries(query.map(([name, schema]) => [name, sampleOf(schema as never, idOf, name)])) as never,
    ...(headers ? { headers } : {}),
    ...(isFile
      ? { body: Buffer.from('%PDF-1.4\n') as never }
      : spec.body
        ? { body: sampleOf(spec.body as never, idOf) as never }
        : {}),
  })
}

/** An answer without what differs between any two calls, for comparing them byte by byte. */
export const withoutRequestId = (body: unknown) => JSON.stringify({ ...(body as object), requestId: '' })
