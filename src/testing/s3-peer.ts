import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '#platform/server/runtime/config.ts'

/** What the peer does instead of its duty, for one answer or for all. */
export type Trouble = 'MUTE' | 'CUT' | 'BUSY' | 'LOST_ANSWER' | 'CHANGED_ON_THE_WAY'

/** An object store with the manners of the real one, as far as a client can be proven by them. */
export interface S3Peer {
  readonly config: S3Config
  readonly objects: Map<string, { content: Buffer; changedAt: Date }>
  /** Method and key of each call, with its range. */
  readonly calls: string[]
  /** What becomes of the next answers, in turn. */
  readonly troubles: Trouble[]
  pageSize: number
  close(): Promise<void>
}

const REGION = 'eu-north-1'
const BUCKET = 'papers'
const KEY_ID = 'AKIDPEER'
const SECRET = 'a-secret-of-the-peer/with+signs='

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** Recomputes the signature from the request as it came (AWS Signature Version 4). */
function requireSignature(request: IncomingMessage, url: URL): void {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/
  const [, keyId, day, region, names, signature] = parts.exec(request.headers.authorization ?? '') ?? []
  if (!keyId || !day || !region || !names || !signature) throw new Refused(403, 'AccessDenied')
  if (keyId !== KEY_ID) throw new Refused(403, 'InvalidAccessKeyId')
  const at = String(request.headers['x-amz-date'])
  const signed = names.split(';')
  for (const name of Object.keys(request.headers).filter((one) => one.startsWith('x-amz-') || one.startsWith('if-')))
    if (!signed.includes(name)) throw new Refused(403, 'AccessDenied')
  const query = [...url.searchParams].map((pair) => pair.map(encoded).join('=')).sort()
  const canonical = [
    request.method,
    url.pathname.split('/').map(encoded).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${REGION}/s3/aws4_request`
  const key = [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day))
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new Refused(403, 'SignatureDoesNotMatch')
}

function listing(peer: S3Peer, url: URL): string {
  const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString()
  const keys = [...peer.objects.keys()].toSorted().filter((key) => key > after)
  const page = keys.slice(0, peer.pageSize)
  const rows = page.map((key) => {
    const { content, changedAt } = peer.objects.get(key)!
    return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
  })
  const next = keys.length > page.length ? Buffer.from(page.at(-1)!).toString('base64') : null
  const token = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount>${rows.join('')}<IsTruncated>${next !== null}</IsTruncated>${token}</ListBucketResult>`
}

interface Reply {
  readonly status: number
  readonly content?: Buffer | string
  /** Of the whole object, where this is a part of it. */
  readonly of?: number
}

async function replyTo(peer: S3Peer, request: IncomingMessage, body: Buffer): Promise<Reply> {
  const url = new URL(request.url!, 'http://peer')
  requireSignature(request, url)
  const [, bucket, key = ''] = url.pathname.split('/')
  if (bucket !== BUCKET) throw new Refused(404, 'NoSuchBucket')
  if (key === '') return request.method === 'HEAD' ? { status: 200 } : { status: 200, content: listing(peer, url) }
  const found = peer.objects.get(key)
  if (request.method === 'DELETE') {
    peer.objects.delete(key)
    return { status: 204 }
  }
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) throw new Refused(411, 'MissingContentLength')
    if (request.headers['x-amz-content-sha256'] !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch')
    if (found && request.headers['if-none-match'] === '*') throw new Refused(412, 'PreconditionFailed')
    peer.objects.set(key, { content: body, changedAt: new Date() })
    return { status: 200 }
  }
  if (!found) throw new Refused(404, 'NoSuchKey')
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? -1)
  if (from < 0) return { status: 200, content: found.content }
  return { status: 206, content: found.content.subarray(from), of: found.content.length }
}

function send(response: ServerResponse, reply: Reply, trouble: Trouble | undefined): void {
  const content = Buffer.from(reply.content ?? '')
  const range = reply.of ? { 'content-range': `bytes ${reply.of - content.length}-${reply.of - 1}/${reply.of}` } : {}
  response.writeHead(reply.status, { 'content-length': content.length, ...range })
  if (trouble !== 'CUT') response.end(content)
  else response.write(content.subarray(0, content.length >> 1), () => setImmediate(() => response.destroy()))
}

async function answer(peer: S3Peer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = request.url!.split(/[/?]/)[2] ?? ''
  peer.calls.push([request.method, key, request.headers.range].filter(Boolean).join(' '))
  const trouble = peer.troubles.shift()
  if (trouble === 'MUTE') return
  const body = await buffer(request)
  if (trouble === 'CHANGED_ON_THE_WAY') body[0]! ^= 1
  if (trouble === 'BUSY') return send(response, { status: 503, content: '<Code>SlowDown</Code>' }, undefined)
  const reply = await replyTo(peer, request, body).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    return { status: error.status, content: `<Error><Code>${error.code}</Code></Error>` }
  })
  if (trouble === 'LOST_ANSWER') return void response.destroy()
  send(response, request.method === 'HEAD' ? { status: reply.status } : reply, trouble)
}

/** Starts an object store that recomputes signatures and hashes, and that can be told to fail. */
export async function startS3Peer(): Promise<S3Peer> {
  const server = createServer((request, response) => {
    answer(peer, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const peer: S3Peer = {
    config: { endpoint, bucket: BUCKET, region: REGION, keyId: KEY_ID, secret: SECRET },
    objects: new Map(),
    calls: [],
    troubles: [],
    pageSize: 1_000,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return peer
}
