import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type S3Peer, startS3Peer } from '#testing/s3-peer.ts'
import { openWorld, type World } from '#testing/world.ts'
import { createDiskStore, type FileStore, type StoredFile } from '../files.ts'
import { strayFiles } from '../stray-files.ts'
import { createBoth } from './file-store.ts'
import { moveFiles } from './move-files.ts'
import { createS3Store } from './s3-store.ts'

let world: World
let peer: S3Peer
let directory: string
let disk: FileStore
let bucket: FileStore

beforeEach(async () => {
  world = await openWorld()
  peer = await startS3Peer()
  directory = await mkdtemp(path.join(tmpdir(), 'moves-'))
  disk = createDiskStore(directory)
  bucket = createS3Store(peer.config, { muteMs: 1_500 })
  await db().deleteFrom('files').execute()
})
afterEach(async () => {
  await world.close()
  await peer.close()
  await rm(directory, { recursive: true, force: true })
})

const db = () => world.services.database.primary
const onDisk = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const placeOf = (key: string) => path.join(directory, key.slice(0, 2), key.slice(2, 4), key)

/** A file with its row, as calls leave them. */
async function keep(store: FileStore, text: string) {
  const file = await store.put(Buffer.from(text))
  const id = world.env.id()
  await db()
    .insertInto('files')
    .values({
      id,
      storage_key: file.key,
      sha256: file.sha256,
      bytes: file.bytes,
      content_type: 'text/plain',
      label: 'paper.txt',
      parent_type: 'drill',
      parent_id: id,
      created_at: new Date(),
    })
    .execute()
  return { id, ...file }
}

it('moves every file while the service writes and reads, and back again', async () => {
  const files: StoredFile[] = []
  for (let n = 0; n < 12; n += 1) files.push(await keep(disk, `paper ${n}`))
  const service = createBoth(bucket, disk)
  let goesOn = true
  let reads = 0
  const work = async () => {
    while (goesOn) {
      files.push(await keep(service, `paper ${files.length}`))
      for (const { key, sha256 } of [...files]) expect(await service.isWhole(key, sha256)).toBe(true)
      for (const { key, sha256 } of [...files]) (await service.open(key, sha256)).destroy()
      reads += 1
    }
  }
  const working = work()
  const done = await moveFiles(db(), { to: bucket, from: disk })
  goesOn = false
  await working
  expect(reads).toBeGreaterThan(0)
  expect(done.moved).toBe(12)
  expect(done.faults).toEqual([])
  expect(onDisk()).toEqual([])
  expect([...peer.objects.keys()].toSorted()).toEqual(files.map(({ key }) => key).toSorted())
  expect((await moveFiles(db(), { to: disk, from: bucket })).moved).toBe(files.length)
  expect(peer.objects.size).toBe(0)
  for (const { key, sha256 } of files) expect(await disk.isWhole(key, sha256)).toBe(true)
})

it('loses nothing where it is cut short, and goes on from there', async () => {
  const files: StoredFile[] = []
  for (let n = 0; n < 6; n += 1) files.push(await keep(disk, `paper ${n}`))
  // The file that the peer falls silent over is whole in the old store.
  peer.troubles.push(...Array(8).fill(undefined), 'MUTE')
  await expect(moveFiles(db(), { to: bucket, from: disk })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  const both = createBoth(bucket, disk)
  for (const { key, sha256 } of files) expect(await both.isWhole(key, sha256)).toBe(true)
  expect(onDisk().length).toBeGreaterThan(0)
  // As after a kill between the copy and the removal.
  const half = files.find(({ key }) => onDisk().includes(key))!
  await bucket.copyIn(half, () => disk.open(half.key, half.sha256))
  const done = await moveFiles(db(), { to: bucket, from: disk })
  expect(done.faults).toEqual([])
  expect(onDisk()).toEqual([])
  for (const { key, sha256 } of files) expect(await bucket.isWhole(key, sha256)).toBe(true)
})

it('names a file that is not the one that was kept, and leaves it where it lies', async () => {
  const [good, changed, gone] = [await keep(disk, 'good'), await keep(disk, 'changed'), await keep(disk, 'gone')]
  writeFileSync(placeOf(changed.key), 'another')
  await disk.remove(gone.key)
  const done = await moveFiles(db(), { to: bucket, from: disk })
  expect(done).toEqual({ moved: 1, there: 0, faults: [changed.id, gone.id].toSorted() })
  expect([...peer.objects.keys()]).toEqual([good.key])
  expect(onDisk()).toEqual([changed.key])
})

it('finds and sweeps objects that no row names once they are a day old', async () => {
  const named = await keep(bucket, 'named')
  const { key } = await bucket.put(Buffer.from('nobody names me'))
  const strays = async (days: number, sweep: boolean) =>
    strayFiles(db(), bucket, { now: new Date(Date.now() + days * 86_400_000), sweep })
  expect(await strays(0, true)).toEqual([])
  expect(await strays(2, false)).toEqual([{ place: `s3://papers/${key}`, bytes: 15 }])
  await strays(2, true)
  expect([...peer.objects.keys()]).toEqual([named.key])
})
