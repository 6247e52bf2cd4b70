import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import type { Receipt } from '#platform/record/receipt.ts'
import { verifyReceipt } from '#platform/record/verify-receipt.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { makeRecordRoots } from '#platform/server/record/record-roots.ts'
import { stampRecordRoots } from '#platform/server/record/time-stamps.ts'
import { db, forge, prepareForgery, world } from '#testing/cases/forgery-cases.ts'
import { type Authority, hasOpenssl, openAuthority } from '#testing/cases/time-stamp-authority.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import type { Caller } from '#testing/world.ts'
import { verifyLog } from './verify.ts'

prepareForgery()

const HOUR_MS = 3_600_000
let authority: Authority
let foreign: Authority
let services: Services
let folder: string
let employee: Caller
let id: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'poljin-stamped-'))
  authority = await openAuthority()
  foreign = await openAuthority('ec')
  services = { ...world.services, config: { ...world.services.config, timestamp: authority.timestamp } }
  const cast = await buildCast(world)
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  employee = own.employee
  id = (await journey.order(cast.staff, orderId)).agreement!.leasingAgreementId
})
afterAll(async () => {
  await Promise.all([authority.close(), foreign.close()])
  rmSync(folder, { recursive: true })
})

const stamp = () => stampRecordRoots.run(services)
const receipt = async () => {
  const { raw } = await world.call(agreements.receipt, { as: employee, params: { id } })
  return JSON.parse(raw.toString('utf8')) as Receipt
}
const stampFaults = async (of: Receipt, root?: Uint8Array) =>
  (await verifyReceipt(of, { authority: root })).faults.filter(({ what }) => what === 'STAMP').map(({ where }) => where)
const log = () => verifyLog(db(), services, [])
const faults = async () => (await log()).faults.map(({ fault }) => fault)
/** Another root, of one event. */
async function anotherRoot(): Promise<void> {
  await world.services.database.transaction((tx) =>
    logEvent(tx, world.env, systemActor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: world.env.id() },
      data: {},
    }),
  )
  await makeRecordRoots.run(services)
}

describe.skipIf(!hasOpenssl)('signed roots with an authority of time stamps', () => {
  it('bear none, as the check of the log says, while none is configured', async () => {
    await makeRecordRoots.run(services)
    expect(await stampRecordRoots.run(world.services)).toEqual({ stamped: 0 })
    const { stamped } = await log()
    expect([stamped.newest, stamped.uncovered]).toEqual([null, 1])
    expect((await verifyReceipt(await receipt())).stamp).toBeNull()
  })

  it('wait while the authority is mute, which is asked once a run, and are a failed job after a day', async () => {
    authority.answer('fault')
    const before = authority.asked()
    expect(await stamp()).toMatchObject({ stamped: 0, waitsSince: expect.any(String) })
    expect(authority.asked() - before).toBe(1)
    world.env.advance(25 * HOUR_MS)
    await expect(stamp()).rejects.toThrow('503')
    world.env.advance(-25 * HOUR_MS)
  })

  it('are stamped later, all of them by a stamp of the newest, and only once', async () => {
    await anotherRoot()
    authority.answer('right')
    expect(await stamp()).toEqual({ stamped: 1, root: 2 })
    const before = authority.asked()
    expect(await stamp()).toEqual({ stamped: 0 })
    expect(authority.asked()).toBe(before)
    const { stamped } = await log()
    expect(stamped).toMatchObject({ stamps: 1, uncovered: 0, newest: { root: 2, authority: 'Esimerkki Aikaleima' } })
    expect(await faults()).toEqual([])
  })

  it('prove in a receipt when they were there: by the stamp of a later root, its chain and OpenSSL', async () => {
    const own = await receipt()
    const found = await verifyReceipt(own, { authority: authority.root })
    expect([found.faults, found.root?.number, own.stamp?.root, own.roots.length]).toEqual([[], 1, 2, 2])
    expect(found.stamp?.authority.name).toBe('Esimerkki Aikaleima')
    const token = Buffer.from(own.stamp!.token, 'base64')
    expect(authority.holds(token, Buffer.from(own.roots.at(-1)!.statement))).toBe(true)
  })

  it.each([
    ['of another root', 'IMPRINT', async (own: Receipt) => ({ ...own, stamp: { ...own.stamp!, root: 1 } })],
    ['of a root that is not in it', 'ROOT', async (own: Receipt) => ({ ...own, stamp: { ...own.stamp!, root: 9 } })],
    ['that is none', 'FORM', async (own: Receipt) => ({ ...own, stamp: { ...own.stamp!, token: 'MAA=' } })],
  ])('are not proven by a stamp %s', async (_, where, change) => {
    expect(await stampFaults(await change(await receipt()))).toEqual([where])
  })

  it('are not proven by an authority under another root than the one that is trusted', async () => {
    expect(await stampFaults(await receipt(), foreign.root)).toEqual(['CHAIN'])
    expect(await stampFaults(await receipt())).toEqual([])
  })

  it('are verified by the command with files alone, the authority’s certificate among them', async () => {
    writeFileSync(path.join(folder, 'receipt.json'), JSON.stringify(await receipt()))
    writeFileSync(path.join(folder, 'right.pem'), authority.root)
    writeFileSync(path.join(folder, 'wrong.pem'), foreign.root)
    const run = (file: string) =>
      spawnSync(
        process.execPath,
        [path.resolve('src/app/server/verify-events.ts'), '--receipt', 'receipt.json', '--authority', file],
        { cwd: folder, env: { PATH: process.env.PATH }, encoding: 'utf8' },
      )
    const right = run('right.pem')
    expect([right.status, right.stderr]).toEqual([0, ''])
    expect(right.stdout).toMatch(/Time-stamped \d{4}-\S+ by Esimerkki Aikaleima, certificate [\dA-F:]+: as its cert/)
    const wrong = run('wrong.pem')
    expect([wrong.status, wrong.stderr.trim()]).toEqual([1, 'STAMP CHAIN'])
  })
})

describe.skipIf(!hasOpenssl)('time stamps, forged', () => {
  it('are found when a token was exchanged for the one of another root, or its time was changed', async () => {
    await anotherRoot()
    await stamp()
    const [first, second] = await db().selectFrom('record_stamps').selectAll().orderBy('root_number').execute()
    await forge(sql`update record_stamps set token = ${second!.token} where root_number = ${first!.root_number}`)
    expect(await faults()).toEqual(['STAMP'])
    await forge(sql`update record_stamps set token = ${first!.token} where root_number = ${first!.root_number}`)
    await forge(sql`update record_stamps set stamped_at = '2020-01-01' where root_number = ${first!.root_number}`)
    expect(await faults()).toEqual(['STAMP'])
    const at = first!.stamped_at
    await forge(sql`update record_stamps set stamped_at = ${at} where root_number = ${first!.root_number}`)
    expect(await faults()).toEqual([])
  })

  it('are missed where they were taken out: the roots stand uncovered until they are stamped anew, later', async () => {
    await forge(sql`delete from record_stamps`)
    expect(await faults()).toEqual([])
    expect((await log()).stamped).toMatchObject({ stamps: 0, uncovered: 3 })
  })

  it('cannot be had for roots that are dated back with database, folder, key and seal', async () => {
    world.env.advance(-30 * 24 * HOUR_MS)
    await anotherRoot()
    world.env.advance(30 * 24 * HOUR_MS)
    await stamp()
    expect((await log()).stamped.uncovered).toBe(0)
    const own = await receipt()
    const { stamp: found } = await verifyReceipt(own, { authority: authority.root })
    const dated = own.roots.map(({ statement }) => Date.parse((JSON.parse(statement) as { at: string }).at))
    expect(found!.at.getTime() - dated.at(-1)!).toBeGreaterThan(29 * 24 * HOUR_MS)
  })
})
