import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDiskStore, type FileStore } from './files.ts'

let folder: string
let store: FileStore

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'))
  store = createDiskStore(path.join(folder, 'store'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function filesBelow(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

it('gives back what was put, with its hash and length', async () => {
  const content = Buffer.from('Pyöräsopimus €')
  const stored = await store.put(content)
  expect(stored.bytes).toBe(content.length)
  expect(stored.sha256).toEqual(createHash('sha256').update(content).digest())
  expect(await buffer(await store.open(stored.key, stored.sha256))).toEqual(content)
})

it('takes a stream in pieces as well', async () => {
  const pieces = ['yksi', Buffer.from('kaksi'), new Uint8Array([1, 2, 3])]
  const stored = await store.put(Readable.from(pieces))
  expect(stored.bytes).toBe(12)
  expect((await buffer(await store.open(stored.key, stored.sha256))).subarray(0, 9).toString()).toBe('yksikaksi')
})

it('keeps nothing of a stream that is too long, and stops reading it', async () => {
  let drawn = 0
  const endless = Readable.from(
    (function* () {
      for (;;) {
        drawn += 1
        yield Buffer.alloc(1_000)
      }
    })(),
  )
  await expect(store.put(endless, { maxBytes: 10_000 })).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  expect(endless.destroyed).toBe(true)
  expect(drawn).toBeLessThan(100)
  expect(await filesBelow()).toEqual([])
  expect((await store.put(Buffer.alloc(10_000), { maxBytes: 10_000 })).bytes).toBe(10_000)
})

it('keeps nothing of a stream that breaks off', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half')
      throw new Error('the connection was lost')
    })(),
  )
  await expect(store.put(broken)).rejects.toThrow('the connection was lost')
  expect(await filesBelow()).toEqual([])
})

it('keeps the same content twice, so that removing one leaves the other', async () => {
  const first = await store.put(Buffer.from('sama'))
  const second = await store.put(Buffer.from('sama'))
  expect(second.key).not.toBe(first.key)
  await store.remove(first.key)
  await store.remove(first.key)
  await expect(store.open(first.key, first.sha256)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await buffer(await store.open(second.key, second.sha256))).toString()).toBe('sama')
})

it('lets nobody else on the machine read the files', async () => {
  const { key } = await store.put(Buffer.from('salainen'))
  const { mode } = await stat(path.join(folder, 'store', key.slice(0, 2), key.slice(2, 4), key))
  expect(mode & 0o077).toBe(0)
})

it.each(['../../etc/passwd', '', 'A'.repeat(40), `${'a'.repeat(39)}/`])('refuses %j as a key', async (key) => {
  await expect(store.open(key, Buffer.alloc(32))).rejects.toThrow('not a storage key')
})

it('hands out no byte of a content that is not the one that was stored', async () => {
  const [own, other] = [await store.put(Buffer.from('oma')), await store.put(Buffer.from('toisen'))]
  const placeOf = ({ key }: { key: string }) => path.join(folder, 'store', key.slice(0, 2), key.slice(2, 4), key)
  expect(await store.isWhole(own.key, own.sha256)).toBe(true)
  await copyFile(placeOf(other), placeOf(own))
  await expect(store.open(own.key, own.sha256)).rejects.toMatchObject({ code: 'FILE_CHANGED' })
  expect(await store.isWhole(own.key, own.sha256)).toBe(false)
  await store.remove(own.key)
  expect(await store.isWhole(own.key, own.sha256)).toBe(false)
})
