import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** What a gateway has taken, by the id of the message, each as often as it came. */
export interface Taker {
  readonly port: number
  readonly taken: Map<string, number>
  close(): Promise<void>
}

const count = (taken: Map<string, number>, id: string) => taken.set(id, (taken.get(id) ?? 0) + 1)

/** A mail server that keeps the id of each mail. */
export async function startMailPeer(): Promise<Taker> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        const id = /^Message-ID: <([^@>]+)@/im.exec(mail)?.[1]
        if (id) count(taken, id)
        done()
      }, done)
    },
  })
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A gateway over HTTP that takes messages by their key: text messages and e-invoices. */
export async function startHttpPeer(): Promise<Taker> {
  const taken = new Map<string, number>()
  const server = createServer((request, response) => {
    buffer(request).then(
      () => {
        if (request.method === 'POST') count(taken, String(request.headers['idempotency-key']))
        response.setHeader('content-type', 'application/json')
        response.end('{"status":"PENDING"}')
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
