import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type S3Peer, startS3Peer, type Trouble } from '#testing/s3-peer.ts'
import type { FileStore, ListedFile } from '../files.ts'
import { createS3Store } from './s3-store.ts'

let peer: S3Peer
let store: FileStore
const times = { muteMs: 400 }

beforeEach(async () => {
  peer = await startS3Peer()
  store = createS3Store(peer.config, times)
})
afterEach(() => peer.close())

const content = randomBytes(300_000)
const notNow = { code: 'SERVICE_UNAVAILABLE', extras: { retryAfterSeconds: 5 } }
const refusal = (says: string) => ({ ...notNow, cause: { message: expect.stringContaining(says) } })
const contentOf = async (key: string, sha256: Buffer) => buffer(await store.open(key, sha256))

async function all(): Promise<ListedFile[]> {
  const found: ListedFile[] = []
  for await (const page of store.list()) found.push(...page)
  return found
}

describe('the object store', () => {
  it('gives back what was put, under a signature and a payload hash that the peer recomputes', async () => {
    const stored = await store.put(content)
    expect(stored.bytes).toBe(content.length)
    expect(stored.sha256).toEqual(createHash('sha256').update(content).digest())
    expect(peer.objects.get(stored.key)?.content).toEqual(content)
    expect(await contentOf(stored.key, stored.sha256)).toEqual(content)
    expect(await store.isWhole(stored.key, stored.sha256)).toBe(true)
    await store.check()
  })

  it('takes a stream of unknown length, and an empty content', async () => {
    const stored = await store.put(Readable.from(['yksi', Buffer.from('kaksi')]))
    expect((await contentOf(stored.key, stored.sha256)).toString()).toBe('yksikaksi')
    const empty = await store.put(Buffer.alloc(0))
    expect((await contentOf(empty.key, empty.sha256)).length).toBe(0)
  })

  it('asks for nothing where a content is too long or breaks off', async () => {
    await expect(store.put(Readable.from([content]), { maxBytes: 1_000 })).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
    })
    await expect(store.put(content, { maxBytes: 1_000 })).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('the connection was lost')
      })(),
    )
    await expect(store.put(broken)).rejects.toThrow('the connection was lost')
    expect(peer.calls).toEqual([])
  })

  it('removes, also what is not there, and lists page by page', async () => {
    peer.pageSize = 2
    const keys: string[] = []
    for (const text of ['a', 'b', 'c', 'd', 'e']) keys.push((await store.put(Buffer.from(text))).key)
    peer.objects.set('foreign.txt', { content, changedAt: new Date() })
    const listed = await all()
    expect(listed.map(({ key }) => key)).toEqual(keys.toSorted())
    expect(listed.map(({ bytes }) => bytes)).toEqual([1, 1, 1, 1, 1])
    await store.remove(keys[0]!)
    await store.remove(keys[0]!)
    await listed.find(({ key }) => key === keys[1])!.remove()
    expect(await all()).toHaveLength(3)
  })

  it.each(['../../papers', '', 'A'.repeat(40)])('refuses %j as a key before it asks', async (key) => {
    await expect(store.open(key, Buffer.alloc(32))).rejects.toThrow('not a storage key')
    await expect(store.remove(key)).rejects.toThrow('not a storage key')
    expect(peer.calls).toEqual([])
  })

  it('hands out no byte of a content that is not the one that was stored', async () => {
    const { key, sha256 } = await store.put(content)
    peer.objects.set(key, { content: Buffer.from('another'), changedAt: new Date() })
    await expect(store.open(key, sha256)).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(await store.isWhole(key, sha256)).toBe(false)
  })

  it('tells a missing object from a missing bucket', async () => {
    const key = 'a'.repeat(40)
    await expect(store.open(key, Buffer.alloc(32))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await store.isWhole(key, Buffer.alloc(32))).toBe(false)
    const lost = createS3Store({ ...peer.config, bucket: 'elsewhere' }, times)
    await expect(lost.open(key, Buffer.alloc(32))).rejects.toMatchObject(refusal('no such bucket'))
    await expect(lost.isWhole(key, Buffer.alloc(32))).rejects.toMatchObject(notNow)
    await expect(lost.check()).rejects.toMatchObject(refusal('404'))
  })

  it('writes no key twice: the same content again is fine, another is FILE_CHANGED', async () => {
    const stored = await store.put(content)
    await store.copyIn(stored, async () => Readable.from([content]))
    const other = Buffer.from('another')
    const sha256 = createHash('sha256').update(other).digest()
    await expect(
      store.copyIn({ key: stored.key, sha256, bytes: other.length }, async () => Readable.from([other])),
    ).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(peer.objects.get(stored.key)?.content).toEqual(content)
  })
})

describe('an object store that fails', () => {
  it.each([
    ['with another secret', { secret: 'not-the-secret' }, 'SignatureDoesNotMatch'],
    ['with an unknown key', { keyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
    ['for another region', { region: 'us-east-1' }, 'SignatureDoesNotMatch'],
  ])('answers "not now" %s, asks once and keeps nothing', async (_, given, code) => {
    const wrong = createS3Store({ ...peer.config, ...given }, times)
    await expect(wrong.put(content)).rejects.toMatchObject(refusal(`403 ${code}`))
    expect(peer.calls).toHaveLength(1)
    expect(peer.objects.size).toBe(0)
    await expect(wrong.check()).rejects.toMatchObject(refusal('403'))
  })

  it('keeps nothing of a body that was changed on its way', async () => {
    peer.troubles.push('CHANGED_ON_THE_WAY')
    await expect(store.put(content)).rejects.toMatchObject(refusal('400 XAmzContentSHA256Mismatch'))
    expect(peer.objects.size).toBe(0)
  })

  it.each([
    ['put', () => store.put(content)],
    ['open', () => store.open('a'.repeat(40), Buffer.alloc(32))],
    ['check', () => store.check()],
  ])('answers "not now" to %s when it is mute, and is not asked again meanwhile', async (_, ask) => {
    peer.troubles.push('MUTE', 'MUTE', 'MUTE')
    await expect(ask()).rejects.toMatchObject(refusal('nothing moved'))
    expect(peer.calls).toHaveLength(1)
  })

  it('goes on where a content was cut in half', async () => {
    const { key, sha256 } = await store.put(content)
    peer.calls.length = 0
    peer.troubles.push('CUT', 'CUT')
    expect(await contentOf(key, sha256)).toEqual(content)
    expect(peer.calls[0]).toBe(`GET ${key}`)
    expect(peer.calls[1]).toMatch(/^GET \w{40} bytes=\d+-$/)
  })

  it('answers "not now" where each content is cut', async () => {
    const { key, sha256 } = await store.put(content)
    peer.troubles.push(...Array<Trouble>(9).fill('CUT'))
    await expect(store.open(key, sha256)).rejects.toMatchObject(notNow)
  })

  it('is asked again when it is busy, and thrice at most', async () => {
    peer.troubles.push('BUSY', 'BUSY')
    const { key } = await store.put(content)
    expect(peer.calls).toEqual([`PUT ${key}`, `PUT ${key}`, `PUT ${key}`])
    peer.troubles.push('BUSY', 'BUSY', 'BUSY')
    await expect(store.put(content)).rejects.toMatchObject(refusal('503 SlowDown'))
    expect(peer.objects.size).toBe(1)
  })

  it('has one object where the answer to a write was lost and the write was sent again', async () => {
    peer.troubles.push('LOST_ANSWER')
    const { key } = await store.put(content)
    expect(peer.calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'PUT', 'GET'])
    expect([...peer.objects.keys()]).toEqual([key])
  })

  it('answers "not now" when nobody listens', async () => {
    await peer.close()
    await expect(store.put(content)).rejects.toMatchObject(notNow)
    peer = await startS3Peer()
  })
})
