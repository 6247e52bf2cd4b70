import pg from 'pg'

/** How long one host may take to say what it is, before the next is asked. */
const ASK_MS = 1_500
/** The answer to who is writable holds for all connections that are opened at the same time. */
const ANSWER_MS = 250

const kinds = ['read-write', 'primary', 'read-only', 'standby', 'any'] as const
type Wanted = (typeof kinds)[number]

/** An address of a database on one of several hosts, as PostgreSQL's own programs read it. */
export interface Hosts {
  /** One address for each host, in their order. */
  readonly urls: readonly string[]
  readonly wanted: Wanted
}

/**
 * Reads `postgres://user:password@one,two:5433/name?target_session_attrs=read-write`; without the word at its end, the one
 * that takes writes is wanted.
 * @returns null for an address that cannot be read
 */
export function hostsOf(text: string): Hosts | null {
  const [, protocol, user = '', hosts = '', name = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?@]+)(\/[^?]*)?(?:\?(.*))?$/.exec(text) ?? []
  if (!protocol) return null
  const parameters = new URLSearchParams(query)
  const wanted = (parameters.get('target_session_attrs') ?? 'read-write') as Wanted
  parameters.delete('target_session_attrs')
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  const urls = hosts.split(',').map((host) => `${protocol}${user}${host}${name}${rest}`)
  const isRead = kinds.includes(wanted) && urls.every((url) => URL.parse(url)?.host)
  return isRead ? { urls, wanted } : null
}

/** Whose role an address of a database names. */
export const userIn = (text: string): string => new URL(hostsOf(text)?.urls[0] ?? text).username

const asked: Readonly<Record<Exclude<Wanted, 'any'>, string>> = {
  'read-write': `select current_setting('transaction_read_only') = 'off' as fits`,
  primary: 'select not pg_is_in_recovery() as fits',
  'read-only': `select current_setting('transaction_read_only') = 'on' as fits`,
  standby: 'select pg_is_in_recovery() as fits',
}

class WrongKind extends Error {}

async function ask(url: string, wanted: Wanted): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
    application_name: 'poljin-hosts',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (wanted === 'any') return
    const { rows } = await client.query<{ fits: boolean }>(asked[wanted])
    if (!rows[0]?.fits) throw new WrongKind(`${client.host} is not ${wanted}`)
  } finally {
    // A host that hangs does not say goodbye.
    client.end().catch(() => undefined)
  }
}

interface Place {
  readonly host: string
  readonly port: number
}

/** Finds the host that is wanted: the last one found, then all in their order. */
function createFinder({ urls, wanted }: Hosts): () => Promise<Place> {
  let last: string | undefined
  let answer: { readonly at: number; readonly place: Promise<Place> } | null = null
  const find = async (): Promise<Place> => {
    const order = last === undefined ? urls : [last, ...urls.filter((url) => url !== last)]
    const faults: Error[] = []
    for (const url of order)
      try {
        await ask(url, wanted)
        last = url
        const { host, port } = new pg.Client({ connectionString: url })
        return { host, port }
      } catch (error) {
        faults.push(error as Error)
      }
    // The word for "no server now", which is answered by 503 and tried again.
    const says = faults.map(({ message }) => message || 'no answer').join('; ')
    throw Object.assign(new Error(`no host of the database is ${wanted}: ${says}`), { code: '08001' })
  }
  return () => {
    if (!answer || Date.now() - answer.at > ANSWER_MS) {
      const asking = { at: Date.now(), place: find() }
      // That there was none is asked anew by the next: one may have been promoted meanwhile.
      asking.place.catch(() => {
        if (answer === asking) answer = null
      })
      answer = asking
    }
    return answer.place
  }
}

const finders = new Map<string, () => Promise<Place>>()
function finderOf(text: string, hosts: Hosts): () => Promise<Place> {
  const known = finders.get(text) ?? createFinder(hosts)
  finders.set(text, known)
  return known
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** The driver's client, told its host when it connects. */
function clientClassOf(text: string, hosts: Hosts): typeof pg.Client {
  const find = finderOf(text, hosts)
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: hosts.urls[0]! })
    }
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = find().then((place) => {
        Object.assign(this, place)
        return super.connect()
      })
      if (!callback) return connected
      connected.then(
        () => Reflect.apply(callback, undefined, [null, this]),
        (error: Error) => Reflect.apply(callback, undefined, [error, this]),
      )
      return undefined
    }
  }
}

/** What a pool is opened with: as given, or with a client that looks for the host that is wanted. */
export function reached<C extends pg.PoolConfig>(config: C): C {
  const text = config.connectionString
  const hosts = text === undefined ? null : hostsOf(text)
  if (!text || !hosts || hosts.urls.length === 1) return config
  return { ...config, connectionString: hosts.urls[0], Client: clientClassOf(text, hosts) }
}

/** One connection, to one host or to the wanted one of several. */
export function createClient(config: pg.PoolConfig): pg.Client {
  const { Client = pg.Client, ...rest } = reached(config) as pg.PoolConfig & { Client?: typeof pg.Client }
  return new Client(rest)
}
