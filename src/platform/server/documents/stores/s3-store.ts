import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { AppError } from '#platform/contract/errors.ts'
import type { S3Config } from '#platform/server/runtime/config.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'
import { DEFAULT_MAX_BYTES, type FileStore, type ListedFile, newKey, requireKey } from '../files.ts'
import { codeIn, createS3Calls, type S3Answer, type S3Call, type S3Times, unavailable } from './s3-calls.ts'
import { createSpool, type Spool } from './spool.ts'

type Call = ReturnType<typeof createS3Calls>
type Body = NonNullable<S3Call['body']>

/** How often a content that breaks off is gone on with. */
const RESUMES = 3

const missing = (key: string) => Object.assign(new Error(`there is no object ${key}`), { code: 'ENOENT' })

/** @throws ENOENT for an object that is not there; a bucket that is not there is no answer about it */
async function beginContent(call: Call, key: string, from: number): Promise<S3Answer> {
  const answer = await call({ method: 'GET', key, ...(from > 0 ? { headers: { range: `bytes=${from}-` } } : {}) }, [
    from > 0 ? 206 : 200,
    404,
  ])
  if (answer.response.status !== 404) return answer
  const code = codeIn(await answer.text().catch(() => ''))
  throw code === 'NoSuchBucket' ? unavailable(new Error('the object store has no such bucket')) : missing(key)
}

/** Hands on all of an object; where the line breaks, the rest is asked for. */
async function download(call: Call, key: string, take: (chunk: Uint8Array) => Promise<void> | void): Promise<void> {
  let bytes = 0
  for (let resumes = 0; ; resumes += 1) {
    const answer = await beginContent(call, key, bytes)
    const began = bytes
    try {
      for await (const chunk of answer.content()) {
        await take(chunk)
        bytes += chunk.byteLength
      }
      return
    } catch (error) {
      if (bytes === began || resumes >= RESUMES) throw unavailable(error)
    }
  }
}

async function downloaded(call: Call, key: string): Promise<Spool> {
  const spool = await createSpool()
  try {
    await download(call, key, spool.write)
    return spool
  } catch (error) {
    await spool.drop()
    throw error
  }
}

/** What is to be sent: its hash and length are known before the first byte leaves. */
async function spooled(content: Readable, maxBytes: number): Promise<Spool> {
  const spool = await createSpool()
  try {
    for await (const part of content) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : (part as Uint8Array)
      if (spool.bytes + chunk.byteLength > maxBytes) throw new AppError('BODY_TOO_LARGE')
      await spool.write(chunk)
    }
    return spool
  } catch (error) {
    await spool.drop()
    throw error
  }
}

const PIECE = 65_536
function* piecesOf(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += PIECE) yield content.subarray(at, at + PIECE)
}

interface Listing {
  readonly objects: { Key: string; Size: string; LastModified: string }[]
  readonly next: string | undefined
}

function readListing(text: string): Listing {
  const objects: Listing['objects'] = []
  const outer: Record<string, string> = {}
  const path: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    if (name === 'Contents') objects.push({ Key: '', Size: '', LastModified: '' })
  })
  parser.on('text', (words) => {
    const name = path.at(-1) ?? ''
    const of: Record<string, string> = path.includes('Contents') ? objects.at(-1)! : outer
    of[name] = (of[name] ?? '') + words
  })
  parser.on('closetag', () => void path.pop())
  parser.write(text).close()
  return { objects, next: outer.NextContinuationToken }
}

/**
 * Files as objects of a bucket, each under its key. What is sent is signed with its hash, and no key is written twice; what
 * comes is read to its end and proven before a reader gets it.
 */
export function createS3Store(config: S3Config, times?: S3Times): FileStore {
  const call = createS3Calls(config, times)
  const remove = async (key: string) => {
    await call({ method: 'DELETE', key: requireKey(key) }, [200, 204, 404])
  }
  const isWhole = (key: string, sha256: Uint8Array) => isWholeAt(call, key, sha256)
  const send = async (key: string, body: Body) => {
    const { response } = await call({ method: 'PUT', key, body, headers: { 'if-none-match': '*' } }, [200, 412])
    // An attempt whose answer was lost has written it; another content under a key is a fault.
    if (response.status === 412 && !(await isWhole(key, body.sha256))) throw new AppError('FILE_CHANGED')
  }
  return {
    isWhole,
    remove,
    async put(content, { maxBytes = DEFAULT_MAX_BYTES } = {}) {
      const key = newKey()
      if (content instanceof Uint8Array) {
        const body = bodyOf(content, maxBytes)
        await send(key, body)
        return { key, sha256: body.sha256, bytes: body.bytes }
      }
      const spool = await spooled(content, maxBytes)
      try {
        const [sha256, { bytes }] = [spool.sha256(), spool]
        await send(key, { open: async () => spool.again(), bytes, sha256 })
        return { key, sha256, bytes }
      } finally {
        await spool.drop()
      }
    },
    async check() {
      await call({ method: 'HEAD' }, [200])
    },
    async open(key, sha256) {
      const spool = await downloaded(call, requireKey(key))
      if (sameHash(spool.sha256(), sha256)) return spool.last()
      await spool.drop()
      throw new AppError('FILE_CHANGED')
    },
    async copyIn({ key, sha256, bytes }, open) {
      await send(requireKey(key), { open, bytes, sha256 })
      if (!(await isWhole(key, sha256))) throw new AppError('FILE_CHANGED')
    },
    async raw(key) {
      const spool = await downloaded(call, requireKey(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return spool && { content: spool.last(), bytes: spool.bytes }
    },
    async *list() {
      for await (const objects of listingsOf(call)) yield objects.map((one) => listedOf(config, one, remove))
    },
  }
}

/** Whether an object is there and has a hash. */
async function isWholeAt(call: ReturnType<typeof createS3Calls>, key: string, sha256: Uint8Array): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    await download(call, requireKey(key), (chunk) => void hash.update(chunk))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false
    throw error
  }
  return sameHash(hash.digest(), sha256)
}

/** What is in memory, as it is sent. @throws BODY_TOO_LARGE */
function bodyOf(content: Uint8Array, maxBytes: number): Body {
  if (content.byteLength > maxBytes) throw new AppError('BODY_TOO_LARGE')
  const sha256 = createHash('sha256').update(content).digest()
  return { open: async () => Readable.from(piecesOf(content)), bytes: content.byteLength, sha256 }
}

/** Our objects of the bucket, a page at a time. */
async function* listingsOf(call: ReturnType<typeof createS3Calls>): AsyncGenerator<Listing['objects']> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) }
    const answer = await call({ method: 'GET', query }, [200])
    const { objects, next } = readListing(await answer.text().catch((error) => Promise.reject(unavailable(error))))
    yield objects.filter(({ Key }) => /^[0-9a-f]{40}$/.test(Key))
    token = next
  } while (token)
}

function listedOf(
  { bucket }: S3Config,
  { Key, Size, LastModified }: Listing['objects'][number],
  remove: (key: string) => Promise<void>,
): ListedFile {
  const place = `s3://${bucket}/${Key}`
  return { key: Key, bytes: Number(Size), changedAt: new Date(LastModified), place, remove: () => remove(Key) }
}
