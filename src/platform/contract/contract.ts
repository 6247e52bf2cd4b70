import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { PermissionName } from './permissions.ts'

/** What a link in a mail or an SMS may be good for; one purpose each, never interchangeable. */
export type TokenPurpose =
  | 'join'
  | 'reset'
  | 'delivery'
  | 'store-order'
  | 'preferences'
  | 'first-admin'
  | 'report'
  | 'sign-in-address'
  | 'invitation'
  | 'identity-change'
  | 'pay'
  | 'repayment'
  | 'return'
  | 'repair'
  | 'store-refund'
  | 'counter'
  | 'service-bill'
  | 'store'
  | 'lessor'

/**
 * Who may call an endpoint. Required on every endpoint, so that nothing is open by omission.
 * `ticket` stands between the password and the second factor, `session` is anyone signed in, `ticket-or-session` is for
 * setting up a second factor, which happens on either side of it,
 * a permission name is checked against the union of the caller's role assignments.
 */
export type Access =
  | 'public'
  | 'ticket'
  | 'ticket-or-session'
  | 'session'
  | { readonly token: TokenPurpose }
  | PermissionName

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface EndpointSpec {
  readonly method: Method
  readonly path: `/api/${string}`
  readonly access: Access
  /** One English sentence for the API document. */
  readonly summary: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** The endpoint takes a raw file body of at most this many bytes instead of JSON. */
  readonly upload?: { readonly maxBytes: number; readonly contentTypes: readonly string[] }
  readonly replies: { readonly [status: number]: TSchema }
  /** A reply that is a file instead of JSON. */
  readonly file?: boolean
  /** Codes beside the ones that every endpoint may answer (VALIDATION, UNAUTHENTICATED, FORBIDDEN …). */
  readonly errors?: readonly ErrorCode[]
  /** The specification's message for a call that failed without a more exact one. */
  readonly failure?: string
  /** The key below `offline` of the sentence for a call that nobody answers, where the specification has one of its own. */
  readonly offline?: string
  /** The code for a body that fails its schema, where the specification names another than VALIDATION. */
  readonly invalidBody?: ErrorCode
  /** Limits held in the database, shared by all nodes. */
  readonly limit?: { readonly action: LimitAction; readonly by?: string }
  /** The reply carries a secret, so it is never kept for a repeated Idempotency-Key. */
  readonly neverStored?: true
  /** Answers while the service is closed for maintenance: to everybody, or to whoever may open it again alone. */
  readonly duringMaintenance?: true | 'for-operators'
  /** A statistic or an export that no page of rows shows; a paged list may lag without it (`mayLag`). */
  readonly mayLag?: true
  /** It reads many rows for one answer, as they are now, and is waited for as long as a list. */
  readonly sums?: true
  /** A deactivated user may still call it. */
  readonly whileDeactivated?: true
  /** The answer carries an ETag: who sends it back as If-None-Match gets 304 and no body while nothing has changed. */
  readonly etag?: true
  /** Asked so often, and so cheap, that the general limit lets as many through as it does files. */
  readonly light?: true
}

export type LimitAction =
  | 'sms'
  | 'identity-proposal'
  | 'identity-proposals-of-person'
  | 'login'
  | 'password-check'
  | 'signing'
  | 'store-code'
  | 'counter'
  | 'service-code'
  | 'verify'
  | 'recovery'
  | 'send-code'
  | 'join'
  | 'join-link'
  | 'contact-form'
  | 'calculator'

type Scalar = string | number | boolean | null

/** Whether JSON carries a value as it is: no date, big number, bytes, function, nor a key that is always undefined. */
type IsJson<V> = unknown extends V
  ? true
  : V extends Scalar
    ? true
    : V extends undefined | bigint | symbol | ((...given: never) => unknown)
      ? false
      : V extends readonly (infer Item)[]
        ? IsJson<Item>
        : {
            [K in keyof V]-?: [Exclude<V[K], undefined>] extends [never] ? false : IsJson<Exclude<V[K], undefined>>
          }[keyof V]

/** What stands in the way of sending a call from a browser: a body beside a file, or values that have no text. */
type Sendable<E extends EndpointSpec> = (E['upload'] extends object
  ? { readonly body?: never; readonly upload: { readonly contentTypes: readonly [string, ...string[]] } }
  : false extends IsJson<StaticOr<E['body'], Scalar>>
    ? { readonly body: 'is not JSON' }
    : unknown) &
  (StaticOr<E['query'], Nothing>[keyof StaticOr<E['query'], Nothing>] extends Scalar | undefined
    ? unknown
    : { readonly query: 'is not text' })

/**
 * Declares an endpoint value: the only description of a call, for the server, the client, the tests and the API document.
 * What a browser cannot send does not compile.
 */
export function endpoint<const E extends EndpointSpec>(spec: E & Sendable<E>): E {
  return spec
}

/** An endpoint whose body only its caller knows; `src/app/checks/structure/web-contracts.test.ts` looks at the finished value instead. */
export function genericEndpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

const lagging = new WeakMap<EndpointSpec, boolean>()

/** Whether a call gives many rows: a page, or a whole list that may be cut short. */
export function isList({ method, query, replies }: EndpointSpec): boolean {
  if (method !== 'GET') return false
  const { page, limit, pageSize } = query?.properties ?? {}
  return Boolean(page ?? limit ?? pageSize) || JSON.stringify(replies).includes('"truncated"')
}

/** Whether a call may be answered by a replica that lags: a list, an export, a statistic; never a single row. */
export function mayLag(spec: EndpointSpec): boolean {
  const known = lagging.get(spec) ?? (spec.mayLag === true || isList(spec))
  lagging.set(spec, known)
  return known
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
type Nothing = Record<string, never>

export type ParamsOf<E extends EndpointSpec> = StaticOr<E['params'], Nothing>
export type QueryOf<E extends EndpointSpec> = StaticOr<E['query'], Nothing>
export type BodyOf<E extends EndpointSpec> = E['upload'] extends object ? Uint8Array : StaticOr<E['body'], undefined>
/** The union of all success replies. */
export type ReplyOf<E extends EndpointSpec> = E['replies'][keyof E['replies'] & number] extends infer S
  ? S extends TSchema
    ? Static<S>
    : never
  : never

export type Contract = { readonly [name: string]: EndpointSpec }

/** A closed object: an unknown key is refused, never dropped in silence. */
export const Shape = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const Id = Type.String({ format: 'uuid' })
/** A day of the years 1900 to 2199: calendars reach far, and a day more still has four digits in its year. */
export const DayShape = Type.String({ format: 'date', pattern: '^(19|2[01])' })
/** A month of this century, `2026-03`. */
export const MonthShape = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })
export const Instant = Type.String({ format: 'date-time' })
/** A value or null; written as a type list where it can be, because that serialises fastest. */
export function Nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const plain = schema as { type?: string; enum?: unknown[] }
  if (typeof plain.type !== 'string') return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
  const list = plain.enum ? { enum: [...plain.enum, null] } : {}
  return Type.Unsafe({ ...schema, type: [plain.type, 'null'], ...list })
}
/** A closed set of words. */
export const OneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })
type Fields = Parameters<typeof Type.Object>[0]
type FieldOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
/** What a handler reads of a stepped body: the step, what all steps share, and of their own fields those that came. */
type Stepped<Tag extends string, Word extends string, Each, Shared extends Fields> = { [K in Tag]: Word } & Static<
  TObject<Shared>
> & { [K in Each extends unknown ? keyof Each : never]?: Exclude<FieldOf<Each, K>, undefined> }

/**
 * A body with one closed shape for each value of its tag: a value that is none of them, and a field of another value's
 * shape, are refused. `properties` holds all fields, for forms and for whoever walks a contract. The words are those of
 * the process, some of which nobody sends.
 */
export const stepBody =
  <Word extends string>() =>
  <const Tag extends string, Steps extends { readonly [W in Word]?: Fields }, Shared extends Fields>(
    tag: Tag,
    steps: Steps,
    shared: Shared,
  ): TUnsafe<
    Stepped<
      Tag,
      Word,
      { [W in keyof Steps]: Steps[W] extends Fields ? Static<TObject<Steps[W]>> : never }[keyof Steps],
      Shared
    >
  > => {
    const every: [string, Fields][] = Object.entries(steps)
    const of = (words: string[], fields: Fields) => Shape({ [tag]: OneOf(words), ...shared, ...fields })
    const all = Object.entries(Object.assign({}, ...every.map(([, fields]) => fields)) as Fields)
    return Type.Unsafe({
      ...of(Object.keys(steps), Object.fromEntries(all.map(([name, field]) => [name, Type.Optional(field)]))),
      discriminator: { propertyName: tag },
      oneOf: every.map(([word, fields]) => of([word], fields)),
    })
  }

/** An amount on the wire: euros with at most two decimals (see money.ts for the codec). */
export const Euros = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000, multipleOf: 0.01 })
export const EurosAboveZero = Type.Number({ minimum: 0.01, maximum: 1_000_000_000, multipleOf: 0.01 })
export const EurosFromZero = Type.Number({ minimum: 0, maximum: 1_000_000_000, multipleOf: 0.01 })
export const Percent = Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01 })
export const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
/**
 * The name of a person as somebody else may type it and a mail repeats it: no line of its own, and no address to click on.
 */
export const personName = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    // Mail programs make a link of a point between letters, too; initials stand with a blank or alone.
    pattern: '^(?!.*\\.[A-Za-zÅÄÖåäö]{2})[^\\x00-\\x1f\\x7f/:@<>]*[^\\s/:@<>][^\\x00-\\x1f\\x7f/:@<>]*$',
  })
export const PersonName = personName(120)
export const Text = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })
export const Version = Type.Integer({ minimum: 1 })
export const Language = OneOf(['fi', 'en', 'sv'])
export type LanguageCode = 'fi' | 'en' | 'sv'

/** Every whole-list endpoint stops here and says so with `truncated`. */
export const WHOLE_LIST_MAX = 500
/** The largest page that any list gives. */
const PAGE_MAX = 100

/** Query keys of a paged list; `limit` defaults as the specification names it for the list. */
export const pageQuery = (defaultLimit = 20) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: defaultLimit })),
})

/** A column that a list is ordered by, `-name` from its greatest value on. */
export type SortName<Name extends string> = Name | `-${Name}`

/** The order of a list by one of these columns, where one is asked for. A property of its own: spread, the browser would keep it. */
export const sorting = <const Names extends readonly string[]>(...names: Names) =>
  Type.Optional(
    Type.Unsafe<SortName<Names[number]>>({ type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }),
  )

/** A list in groups by whom its rows wait for, over all its pages. */
export const grouped = Type.Optional(Type.Boolean())

/** The envelope of every list whose shape the specification does not print. */
export const Page = <S extends TSchema>(item: S) =>
  Shape({
    items: Type.Array(item),
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    totalPages: Type.Integer(),
    hasNext: Type.Boolean(),
    hasPrevious: Type.Boolean(),
    totalIsEstimate: Type.Optional(Type.Boolean()),
  })

/** The envelope of an unpaged list. */
export const WholeList = <S extends TSchema>(item: S) =>
  Shape({ items: Type.Array(item), total: Type.Integer(), truncated: Type.Boolean() })

export { Type as T }
