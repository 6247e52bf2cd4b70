import type { BodyOf, EndpointSpec, ParamsOf, QueryOf } from '#platform/contract/contract.ts'
import { pageUserHeader } from '#platform/contract/page-user.ts'

type Wanted<Key extends string, Value> =
  Record<string, never> extends Value ? { [K in Key]?: Value | undefined } : { [K in Key]: Value }

type BodyPart<E extends EndpointSpec> = E['upload'] extends object
  ? { body: Blob | Uint8Array<ArrayBuffer> }
  : E['body'] extends object
    ? { body: BodyOf<E> }
    : { body?: undefined }

/** What a call of the endpoint needs: its params, query and body, each only where the contract has it. */
export type Given<E extends EndpointSpec> = (E['params'] extends object
  ? { params: ParamsOf<E> }
  : { params?: undefined }) &
  (E['query'] extends object ? Wanted<'query', QueryOf<E>> : { query?: undefined }) &
  BodyPart<E>

/** The same without a body: what addresses a GET. */
export type GivenAddress<E extends EndpointSpec> = Omit<Given<E>, 'body'>

export interface AnyGiven {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** What a call is given whose endpoint is known by its description alone, so that no type can hold it to the contract. */
export const givenAny = <G extends object>(given: object): G => given as G

/** A fresh idempotency key; `randomUUID` is missing on plain http under a network name. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].join('-')
}

/** The path of an endpoint with its params filled in and its query appended; absent and empty values are left out. */
export function addressOf(endpoint: EndpointSpec, { params = {}, query = {} }: AnyGiven): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

interface Marks {
  readonly idempotencyKey: string
  /** Whom the page was drawn for, who is the only one it may write for. */
  readonly pageUser: string | null
}

/** Everything `fetch` needs, fixed before the first try so that each retry repeats it exactly. */
export function requestOf(endpoint: EndpointSpec, given: AnyGiven, { idempotencyKey, pageUser }: Marks): RequestInit {
  const headers: Record<string, string> = { accept: endpoint.file ? '*/*' : 'application/json' }
  const request: RequestInit = { method: endpoint.method, credentials: 'include', headers }
  if (endpoint.method !== 'GET') headers['idempotency-key'] = idempotencyKey
  if (endpoint.method !== 'GET' && pageUser) headers[pageUserHeader] = pageUser
  if (endpoint.upload && given.body !== undefined) {
    const type = given.body instanceof Blob ? given.body.type : ''
    headers['content-type'] = type || 'application/octet-stream'
    request.body = given.body as Blob | Uint8Array<ArrayBuffer>
  } else if (given.body !== undefined) {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(given.body)
  }
  return request
}
