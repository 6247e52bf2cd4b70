import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** How often a header stands in a request; Node itself keeps the first of two hosts without a word. */
function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
}

/**
 * The status of a request that servers and proxies may read in different ways, or that is none of HTTP's usual: two
 * hosts, an encoding besides chunks, an unknown method. Null for an ordinary one.
 */
function oddityOf(request: IncomingMessage): 400 | 501 | null {
  if (countOf(request, 'host') > 1) return 400
  const encoding = request.headers['transfer-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked') return 400
  return methods.has(request.method ?? '') ? null : 501
}

function refuse(response: ServerResponse, status: 400 | 501) {
  const [code, message] =
    status === 400
      ? ['VALIDATION', 'Invalid request. Please check your input and try again.']
      : ['METHOD_NOT_ALLOWED', 'The method is not known here']
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ code, message, requestId: '' }))
}

interface Timeouts {
  /** All of a request has to have come by then: a slow phone's photograph too. */
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  /** A body of which nothing comes for as long is given up. */
  readonly bodyTimeout: number
}

/** Ends a call whose caller has stopped in the middle of its body. */
function awaitBody(request: IncomingMessage, bodyTimeout: number): void {
  request.setTimeout(bodyTimeout, () => request.destroy())
  request.once('end', () => request.setTimeout(0))
}

/** A server that looks at the form of a request before anything else reads it, and stops without waiting for idle browsers. */
export function strictServer(
  handler: RequestListener,
  { requestTimeout, keepAliveTimeout, bodyTimeout }: Timeouts,
): Server {
  const server = createServer({ requestTimeout, keepAliveTimeout }, (request, response) => {
    // A connection whose last call ends while the server stops is of no more use.
    response.once('close', () => server.listening || server.closeIdleConnections())
    awaitBody(request, bodyTimeout)
    const status = oddityOf(request)
    if (status) refuse(response, status)
    else handler(request, response)
  })
  return closingUnused(server)
}

/**
 * Browsers open connections before they need them. Node takes one that has sent nothing for a call under way, which would
 * keep a server from stopping for a minute.
 */
function closingUnused(server: Server): Server {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return server
}
