import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#platform/contract/errors.ts'
import type { S3Config } from '#platform/server/runtime/config.ts'

/** Without a byte in either direction for so long, the object store counts as mute. */
const MUTE_MS = 5_000
/** However slowly it goes on, a call ends. */
const CALL_MS = 60_000
/** What a quick failure is tried again after. Each of our calls may be repeated: a key is written once, by one content. */
const RETRY_MS = [100, 400]

export interface S3Times {
  readonly muteMs: number
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** What is sent: begun anew for each attempt, of a known hash and length. */
  readonly body?: { readonly open: () => Promise<Readable>; readonly bytes: number; readonly sha256: Buffer }
}

/** An answer with the clock that its content is read against. */
export interface S3Answer {
  readonly response: Response
  /** The content as it comes; each piece is a sign of life. */
  content(): AsyncGenerator<Uint8Array>
  text(): Promise<string>
}

/** The object store answers nothing of use now; what it said is for the log. */
export const unavailable = (cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5, cause: cause as Error })

const isPassing = (status: number) => status >= 500 || status === 429 || status === 409

/** A clock that ends a call in which nothing moves. */
function createWatch(muteMs: number) {
  const mute = new AbortController()
  const timer = setTimeout(() => mute.abort(new Error(`nothing moved for ${muteMs} ms`)), muteMs)
  return {
    signal: AbortSignal.any([mute.signal, AbortSignal.timeout(CALL_MS)]),
    hasMoved: () => timer.refresh(),
    end: () => clearTimeout(timer),
  }
}

type Watch = ReturnType<typeof createWatch>

async function* watched(content: AsyncIterable<Uint8Array>, watch: Watch): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    watch.hasMoved()
    yield chunk
  }
}

function answerOf(response: Response, watch: Watch): S3Answer {
  async function* content() {
    try {
      if (response.body) yield* watched(response.body as unknown as AsyncIterable<Uint8Array>, watch)
    } finally {
      watch.end()
    }
  }
  return {
    response,
    content,
    async text() {
      const parts: Uint8Array[] = []
      for await (const part of content()) parts.push(part)
      return Buffer.concat(parts).toString('utf8')
    },
  }
}

/** What an error answer names, such as `SignatureDoesNotMatch`; HEAD has no content. */
export const codeIn = (text: string) => /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''

function addressOf({ endpoint, bucket }: S3Config, key: string | undefined, query: S3Call['query']): URL {
  const address = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}`)
  address.search = new URLSearchParams(query).toString()
  return address
}

/** The address and the headers of a call, signed with the hash of what is sent. */
function signed(client: AwsClient, config: S3Config, { method, key, query, headers, body }: S3Call) {
  const sent = body && {
    'x-amz-content-sha256': body.sha256.toString('hex'),
    'content-length': String(body.bytes),
  }
  return client.sign(addressOf(config, key, query), { method, headers: { ...headers, ...sent } as HeadersInit })
}

/** The answer, where it means something to the caller. @throws SERVICE_UNAVAILABLE for one that no further try changes */
async function acceptedOf(answer: S3Answer, accepted: readonly number[], isLast: boolean): Promise<S3Answer | null> {
  const { status } = answer.response
  if (accepted.includes(status)) return answer
  const code = codeIn(await answer.text().catch(() => ''))
  if (!isPassing(status) || isLast) throw unavailable(new Error(`the object store answered ${status} ${code}`.trim()))
  return null
}

/** Calls of an object store by the S3 protocol, path style, signed by V4 with the hash of what is sent. */
export function createS3Calls(config: S3Config, { muteMs }: S3Times = { muteMs: MUTE_MS }) {
  const client = new AwsClient({
    accessKeyId: config.keyId,
    secretAccessKey: config.secret,
    region: config.region,
    service: 's3',
    retries: 0,
  })

  async function attempt(what: S3Call): Promise<S3Answer> {
    // A fault of what is to be sent is none of the object store.
    const content = await what.body?.open()
    const watch = createWatch(muteMs)
    try {
      const { url, headers } = await signed(client, config, what)
      const response = await fetch(url, {
        method: what.method,
        headers,
        signal: watch.signal,
        redirect: 'error',
        ...(content && {
          body: Readable.toWeb(Readable.from(watched(content, watch))) as WebStream,
          duplex: 'half',
        }),
      } as RequestInit)
      watch.hasMoved()
      return answerOf(response, watch)
    } catch (error) {
      watch.end()
      throw unavailable(watch.signal.aborted ? watch.signal.reason : error)
    }
  }

  /**
   * One call, tried again where the answer was a passing one or the line broke at once.
   * @param accepted the statuses that mean something to the caller
   * @throws SERVICE_UNAVAILABLE for all others, and when nothing moves
   */
  async function call(what: S3Call, accepted: readonly number[]): Promise<S3Answer> {
    for (let tries = 0; ; tries += 1) {
      const rest = RETRY_MS[tries]
      const began = Date.now()
      const answer = await attempt(what).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return error
        throw error
      })
      if (answer instanceof AppError) {
        // Whoever was mute is not asked again while somebody waits.
        if (rest === undefined || Date.now() - began >= muteMs) throw answer
      } else {
        const taken = await acceptedOf(answer, accepted, rest === undefined)
        if (taken) return taken
      }
      await pause(rest ?? 0)
    }
  }
  return call
}
