import { randomUUID } from 'node:crypto'
import { mounted } from '#app/server/features.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { sampleOf } from './files/sample.ts'
import { entityOf, idForField, paramsFor, type Tenant } from './lists/tenants.ts'
import type { Caller, World } from './world.ts'

/** An endpoint with a title for tables of tests. */
export interface Titled {
  readonly feature: string
  readonly title: string
  readonly spec: EndpointSpec
}

/** Every endpoint of the application. */
export const endpoints: readonly Titled[] = mounted.flatMap(({ name, contract }) =>
  Object.entries(contract).map(([call, spec]) => ({
    feature: name,
    title: `${spec.method} ${spec.path} (${name}.${call})`,
    spec,
  })),
)

/** Those that ask for a permission. */
export const guarded = endpoints.filter(({ spec }) => typeof spec.access === 'string' && spec.access.includes(':'))

/** Endpoints by feature, for one test a feature. */
export const byFeature = <E extends Titled>(cells: readonly E[]) =>
  [...Map.groupBy(cells, ({ feature }) => feature)].map(([feature, own]) => ({ feature, own }))

/** The role of these that an endpoint is tried with, where one stands for all: the same one in every run. */
export const oneOf = <R>(roles: readonly R[], { path }: EndpointSpec): R => roles[path.length % roles.length]!

const AT_ONCE = 4

/** Makes a call for each cell, a few at once. @returns what was said of each, by title, to compare in one assertion */
export async function resultsOf<E extends Titled, R>(
  cells: readonly E[],
  ask: (cell: E) => Promise<R>,
): Promise<Record<string, R>> {
  const results: Record<string, R> = {}
  const left = [...cells]
  const work = async () => {
    for (let cell = left.shift(); cell; cell = left.shift()) results[cell.title] = await ask(cell)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

export interface Aim {
  readonly tenant: Tenant
  /** Another id than the tenant's own, for rows that do not exist. */
  readonly id?: string
  readonly headers?: Record<string, string>
  /** A link's token; one that nobody has when left out. */
  readonly token?: string
  /** What the body says instead of the sample where that would be refused for its content. */
  readonly given?: object
  /** Further parameters than the required ones. */
  readonly query?: Readonly<Record<string, string>>
}

/** A schema-valid call that names the rows of a tenant wherever it names rows. */
export async function aim(
  at: Pick<World, 'call'>,
  spec: EndpointSpec,
  caller: Caller | null,
  { tenant, id, headers, token = 'x'.repeat(43), given = {}, query: further = {} }: Aim,
) {
  const kind = entityOf(spec)
  const entity = kind === null ? '' : (id ?? (kind === 'global' ? randomUUID() : tenant.ids[kind]))
  const idOf = (field: string) => (id && idForField(tenant, field) ? id : idForField(tenant, field))
  const isFile = spec.upload !== undefined
  const wanted = (spec.query as { required?: string[] } | undefined)?.required ?? []
  const query = Object.entries(spec.query?.properties ?? {}).filter(([name]) => wanted.includes(name))
  const params = spec.path.includes(':token') ? { token } : paramsFor(spec, entity, tenant)
  return at.call(spec, {
    as: caller,
    params,
    query: {
      ...Object.fromEntries(query.map(([name, schema]) => [name, sampleOf(schema, idOf, name)])),
      ...further,
    },
    ...(headers ? { headers } : {}),
    ...(isFile
      ? { body: Buffer.from('%PDF-1.4\n') }
      : spec.body
        ? { body: { ...(sampleOf(spec.body, idOf) as object), ...given } }
        : {}),
  })
}

/** An answer without what differs between any two calls, for comparing them byte by byte. */
export const withoutRequestId = (body: unknown) => JSON.stringify({ ...(body as object), requestId: '' })
