import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What becomes of what comes to a door: it is handed on, held without a word, or sent away at once. */
type DoorState = 'OPEN' | 'MUTE' | 'SHUT'

/** Where a door leads: a port, or the folder of a database's socket. */
interface Behind {
  readonly host: string
  readonly port: number
}

/** A way to a server that can fall silent or break, while the server itself knows nothing of it. */
export interface Door {
  readonly host: string
  readonly port: number
  set(state: DoorState): void
  /** Leads new connections elsewhere; those that are open break. */
  leadTo(behind: Behind): void
  close(): Promise<void>
}

const reach = ({ host, port }: Behind) =>
  host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)

/** Opens a door on this machine. */
export async function openDoor(first: Behind): Promise<Door> {
  let behind = first
  let state: DoorState = 'OPEN'
  /** Each client with its server; null where it came while the door was mute. */
  const pairs = new Map<Socket, Socket | null>()
  const breakAll = () => {
    for (const [client, server] of pairs) {
      client.resetAndDestroy()
      // A socket of a folder knows no reset.
      server?.destroy()
    }
  }
  const join = (client: Socket) => {
    const server = reach(behind)
    pairs.set(client, server)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.once('close', () => other.destroy())
      one.pipe(other)
    }
  }
  const listener = createServer((client) => {
    client.on('error', () => undefined)
    if (state === 'SHUT') return void client.resetAndDestroy()
    pairs.set(client, null)
    client.once('close', () => pairs.delete(client))
    if (state === 'OPEN') join(client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    host: '127.0.0.1',
    port: (listener.address() as AddressInfo).port,
    set(wanted) {
      state = wanted
      if (wanted === 'SHUT') breakAll()
      for (const [client, server] of pairs) {
        if (wanted === 'MUTE' && server) for (const one of [client, server]) one.unpipe().pause()
        if (wanted === 'OPEN' && server) client.pipe(server).pipe(client)
        if (wanted === 'OPEN' && !server) join(client)
      }
    },
    leadTo(next) {
      behind = next
      breakAll()
    },
    async close() {
      breakAll()
      listener.close()
      await once(listener, 'close')
    },
  }
}
