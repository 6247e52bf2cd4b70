import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether an unsafe request came from another site. A browser always says where from; a client that says nothing is
 * let through unless a session cookie, which browsers attach by themselves, is its credential.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, origin: string, byCookie: boolean): boolean {
  const site = headers['sec-fetch-site']
  const from = headers.origin
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (from !== undefined) return !isOwn(from, origin, headers.host)
  return byCookie
}

function isOwn(from: string, origin: string, host: string | undefined): boolean {
  if (from === origin) return true
  const url = URL.parse(from)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  return url !== null && url.host === host && loopback.includes(url.hostname)
}
