import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import type { FileStore } from '#platform/server/documents/files.ts'
import {
  createDocumentWorker,
  keepFileLater,
  type Makers,
  makeDueDocuments,
} from '#platform/server/documents/later-documents.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sendMail } from '../messages/messages.ts'
import { createOutboxWorker } from '../messages/outbox.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.services.files.check()
})
afterAll(() => world.close())
beforeEach(async () => {
  const { primary } = world.services.database
  for (const table of ['outbox', 'documents_to_make', 'files'] as const) await primary.deleteFrom(table).execute()
})

const paper: Makers = { PAPER: async (_services, { facts }) => Buffer.from(JSON.stringify(facts)) }
const write = (services: Services = world.services) =>
  services.database.transaction((db) =>
    keepFileLater(db, services, {
      kind: 'PAPER',
      facts: { says: 'something' },
      companyId: null,
      parentType: 'paper',
      parentId: world.env.id(),
      label: 'paper.pdf',
      contentType: 'application/pdf',
    }),
  )
const filesOnDisk = () =>
  readdirSync(path.join(world.services.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
const rows = () =>
  world.services.database.primary.selectFrom('documents_to_make').select(['attempts', 'last_error']).execute()
const storageKeyOf = async (id: string) => {
  const found = world.services.database.primary.selectFrom('files').select('storage_key').where('id', '=', id)
  return (await found.executeTakeFirstOrThrow()).storage_key
}

it('makes a document whose node ended after the commit, once, however often it is asked', async () => {
  const id = await write()
  const read = () => fileAnswer(world.services.database.primary, world.services, id)
  await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  const before = filesOnDisk().length
  expect(await makeDueDocuments(world.services, paper)).toBe(1)
  expect(await makeDueDocuments(world.services, paper)).toBe(0)
  expect(filesOnDisk()).toHaveLength(before + 1)
  const answer = await read()
  const chunks: Buffer[] = []
  for await (const chunk of answer!.content as AsyncIterable<Buffer>) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toBe('{"says":"something"}')
  expect(await rows()).toEqual([])
})

it('leaves nothing of a document whose transaction was rolled back', async () => {
  const { database } = world.services
  const refused = database.transaction(async (db) => {
    const services: Services = { ...world.services, database: { ...database, transaction: (work) => work(db) } }
    await write(services)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await rows()).toEqual([])
  expect(await makeDueDocuments(world.services, paper)).toBe(0)
})

it('is made once by two nodes at the same moment', async () => {
  const ids = await Promise.all([write(), write(), write()])
  const before = filesOnDisk().length
  const made = await Promise.all([makeDueDocuments(world.services, paper), makeDueDocuments(world.services, paper)])
  expect(made[0]! + made[1]!).toBe(3)
  expect(filesOnDisk()).toHaveLength(before + 3)
  expect(new Set(await Promise.all(ids.map(storageKeyOf))).size).toBe(3)
})

it('keeps the first file when a slow node has lost its lease, and removes the other', async () => {
  const id = await write()
  const before = filesOnDisk().length
  let kept: string | null = null
  const slow: Makers = {
    async PAPER() {
      world.env.advance(10 * 60_000)
      expect(await makeDueDocuments(world.services, paper)).toBe(1)
      kept = await storageKeyOf(id)
      return Buffer.from('too late')
    },
  }
  expect(await makeDueDocuments(world.services, slow)).toBe(0)
  expect(await storageKeyOf(id)).toBe(kept)
  expect(filesOnDisk()).toHaveLength(before + 1)
})

it('tries again after a fault of the file store, and one bad document holds none of the others', async () => {
  const [bad, good] = [await write(), await write()]
  let isFull = true
  const files: FileStore = {
    ...world.services.files,
    put(content) {
      if (isFull) {
        isFull = false
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      }
      return world.services.files.put(content)
    },
  }
  await expect(makeDueDocuments({ ...world.services, files }, paper)).rejects.toThrow('no space left')
  expect([await storageKeyOf(bad), await storageKeyOf(good)].filter(Boolean)).toHaveLength(1)
  expect(await rows()).toEqual([{ attempts: 1, last_error: 'Error ENOSPC' }])
  expect(await makeDueDocuments(world.services, paper)).toBe(0)
  world.env.advance(60_000)
  expect(await makeDueDocuments(world.services, paper)).toBe(1)
})

it('holds a mail back until its document is made', async () => {
  const id = await write()
  await world.services.database.transaction((db) =>
    sendMail(db, world.services, {
      to: 'joku@testi.example',
      language: 'fi',
      template: 'sessions:mail.invitation',
      link: '/mybike',
      values: { name: 'Aino', days: 14 },
      waitsForFileId: id,
    }),
  )
  const gateway = { send: async () => ({ providerId: 'x' }) }
  const outbox = createOutboxWorker({
    database: world.services.database,
    env: world.env,
    gateways: { EMAIL: gateway, SMS: gateway },
    log: { warn: () => undefined, error: () => undefined },
  })
  expect(await outbox.drain()).toBe(0)
  await makeDueDocuments(world.services, paper)
  expect(await outbox.drain()).toBe(1)
  await outbox.stop()
})

it('makes what a commit has left when the worker is woken, and what the job finds', async () => {
  const id = await write()
  const worker = createDocumentWorker(world.services, paper)
  worker.wake()
  worker.wake()
  await worker.stop()
  expect(await storageKeyOf(id)).not.toBeNull()
  await expect(makeDocuments.run(world.services)).resolves.toEqual({ made: 0 })
})
