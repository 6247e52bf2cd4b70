import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import type { Receipt } from '#platform/record/receipt.ts'
import { type Beside, verifyReceipt } from '#platform/record/verify-receipt.ts'
import { makeP12, signText } from '#platform/server/documents/seal.ts'
import { linkEvent, sealChain } from '#platform/server/events/event-chain.ts'
import { keepEventHeads, keptRecord } from '#platform/server/events/event-heads.ts'
import { type EventType, logEvent, systemActor } from '#platform/server/events/events.ts'
import { compareReceipt } from '#platform/server/record/receipts.ts'
import { makeRecordRoots } from '#platform/server/record/record-roots.ts'
import { signedInAs } from '#testing/builders.ts'
import { db, faultsAt, forge, prepareForgery, world } from '#testing/cases/forgery-cases.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import type { Caller } from '#testing/world.ts'
import { verifyLog } from './verify.ts'

prepareForgery()

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
if (process.env.CI && !hasPoppler) throw new Error('Install poppler-utils: a build server leaves no test out.')

const ROOTS = '00000000-0000-7000-8000-00000000000a'
let folder: string
let cast: Cast
let employee: Caller
let id: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'poljin-receipt-'))
  cast = await buildCast(world)
  const signed = await signedAgreement()
  employee = signed.employee
  id = signed.id
})

/** An agreement that both have signed. */
async function signedAgreement() {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  return { employee: own.employee, id: (await journey.order(cast.staff, orderId)).agreement!.leasingAgreementId }
}
afterAll(() => rmSync(folder, { recursive: true }))

const asked = (as: Caller) => world.call(agreements.receipt, { as, params: { id } })
const receipt = async (as = employee) => JSON.parse((await asked(as)).raw.toString('utf8')) as Receipt
const copy = (of: Receipt) => structuredClone(of) as { -readonly [K in keyof Receipt]: Receipt[K] }
const documents = async () =>
  (await world.ok(agreements.documents, { as: cast.staff, query: { leasingAgreementId: id } })).data
const faultsIn = async (of: Receipt, beside: Beside = {}) => (await verifyReceipt(of, beside)).faults
const whatOf = async (of: Receipt, beside: Beside = {}) => [
  ...new Set((await faultsIn(of, beside)).map(({ what }) => what)),
]
const allFaults = async () => (await verifyLog(db(), world.services, [])).faults.map(({ fault }) => fault)

describe('the receipt of an agreement', () => {
  it('is there once an hour’s root stands over the sealed document, for those who may read the agreement', async () => {
    expect((await documents()).map(({ hasReceipt }) => hasReceipt)).toEqual([false])
    expect((await asked(employee)).status).toBe(404)
    const { roots, events } = await makeRecordRoots.run(world.services)
    expect([roots, Number(events) > 5]).toEqual([1, true])
    expect(await makeRecordRoots.run(world.services)).toEqual({ roots: 0, events: 0 })
    expect((await documents()).map(({ hasReceipt }) => hasReceipt)).toEqual([true])
    const own = await receipt()
    expect([await receipt(cast.employer), await receipt(cast.staff)]).toEqual([own, own])
    expect(new Set(own.events.map(({ type }) => type))).toEqual(
      new Set(['AGREEMENT_SIGNATURE_GIVEN', 'AGREEMENT_TERMS_SET', 'LEASING_AGREEMENT_SIGNED', 'DOCUMENT_SEALED']),
    )
    expect((await asked(await signedInAs(world, 'EMPLOYER_ADMIN'))).status, 'of another company').toBe(404)
    expect((await asked(await signedInAs(world, 'EMPLOYER_REPORTING', { companyId: cast.companyId }))).status).toBe(403)
  })

  it.runIf(hasPoppler)('follows a root that the next sealed agreement prints, and the first could not', async () => {
    const textOf = async (as: Caller, agreement: string) => {
      const { raw } = await world.call(agreements.document, { as, params: { id: agreement } })
      return spawnSync('pdftotext', ['-layout', '-', '-'], { input: raw, encoding: 'utf8' }).stdout.replace(/\s+/g, '')
    }
    const next = await signedAgreement()
    const { root } = JSON.parse((await receipt()).roots.at(-1)!.statement) as { root: string }
    expect(await textOf(next.employee, next.id)).toContain(`nro1:${root}`)
    expect(await textOf(employee, id)).not.toContain('allekirjoitettujuuri')
  })

  it('holds no name, address or number of a person', async () => {
    const text = JSON.stringify(await receipt())
    const people = await sql<{ value: string }>`select unnest(array[last_name, work_email, phone_number]) as value
      from users`.execute(db())
    const found = people.rows.filter(({ value }) => value && value.length > 3 && text.includes(value))
    expect(found).toEqual([])
  })

  it('proves itself, the sealed document and the certificate, and nothing else', async () => {
    const own = await receipt()
    const sealed = (await world.call(agreements.document, { as: employee, params: { id } })).raw
    const certificate = Buffer.from(own.certificates[0]!, 'base64')
    expect(await faultsIn(own, { document: sealed, certificate })).toEqual([])
    expect(await whatOf(own, { document: Buffer.concat([sealed, Buffer.from(' ')]) })).toEqual(['DOCUMENT'])
    const p12 = await makeP12({ commonName: 'Toinen Esimerkki Oy', at: world.env.now(), passphrase: 'other' })
    const other = await signText('x', { p12, passphrase: 'other' })
    expect(await whatOf(own, { certificate: other.certificate })).toEqual(['CERTIFICATE'])
  })

  it.each([
    [
      'its facts',
      ['FACTS'],
      (one: Receipt) => ({ events: one.events.map((event) => ({ ...event, data: { sha256: '00' } })) }),
    ],
    [
      'the text of an event',
      ['FACTS', 'PATH'],
      (one: Receipt) => ({ events: one.events.map((event) => ({ ...event, text: '["poljin-event-2"]' })) }),
    ],
    [
      'what an event is called',
      ['FACTS'],
      (one: Receipt) => ({
        events: one.events.map((event) => ({ ...event, type: 'DOCUMENT_SEALED', id: event.hash })),
      }),
    ],
    [
      'an event’s hash',
      ['PATH'],
      (one: Receipt) => ({ events: one.events.map((event) => ({ ...event, hash: '00'.repeat(32) })) }),
    ],
    [
      'an event’s place',
      ['PATH'],
      (one: Receipt) => ({ events: one.events.map((event) => ({ ...event, place: event.place + 1 })) }),
    ],
    [
      'a root',
      ['PATH', 'SIGNATURE'],
      (one: Receipt) => ({
        roots: one.roots.map((root) => ({ ...root, statement: root.statement.replace(/"root":"../, '"root":"zz') })),
      }),
    ],
    [
      'a signature',
      ['SIGNATURE'],
      (one: Receipt) => ({ roots: one.roots.map((root) => ({ ...root, signature: '' })) }),
    ],
    ['a left out root', ['PATH'], () => ({ roots: [] })],
    ['a root twice', ['ROOT'], (one: Receipt) => ({ roots: [...one.roots, ...one.roots] })],
    ['its events', ['FORM'], () => ({ events: [] })],
    ['its form', ['FORM'], () => ({ format: 'poljin-receipt-9' })],
  ])('does not hold once somebody has changed %s', async (_, what, change) => {
    const own = await receipt()
    expect(await whatOf({ ...copy(own), ...change(own) } as Receipt)).toEqual(what)
  })

  it('is verified by the command without a database, a key or a folder', async () => {
    const file = path.join(folder, 'receipt.json')
    const run = (content: unknown) => {
      writeFileSync(file, JSON.stringify(content))
      const script = path.resolve('src/app/server/verify-events.ts')
      return spawnSync(process.execPath, [script, '--receipt', file], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: path.join(folder, 'none'),
          DATABASE_URL: 'postgres://127.0.0.1:1/none',
        },
        encoding: 'utf8',
      })
    }
    const own = await receipt()
    const good = run(own)
    expect([good.status, good.stderr]).toEqual([0, ''])
    expect(good.stdout).toContain(`The receipt of ${own.agreementNumber} holds`)
    const bad = run({ ...own, events: own.events.map((event) => ({ ...event, data: { sha256: '00' } })) })
    expect(bad.status).toBe(1)
    expect(bad.stderr).toContain('FACTS')
  })
})

describe('the facts of an event', () => {
  const register = async () => {
    const subject = world.env.id()
    await world.services.database.transaction((tx) =>
      logEvent(tx, world.env, systemActor, 'REGISTER_CHANGED', {
        subject: { type: 'register', id: subject },
        data: { name: 'x' },
      }),
    )
    return subject
  }

  it('can be taken out by who owns the tables: the chain, its root and the receipt that was given still verify', async () => {
    const before = await receipt()
    const subject = await register()
    await makeRecordRoots.run(world.services)
    const blank = (where: ReturnType<typeof sql>) =>
      sql`update events set data = '{}', data_salt = null where ${where}`.execute(db())
    await blank(sql`subject_id = ${subject}`)
    expect(await faultsAt(subject)).toEqual([])
    const { blank: count, faults } = await verifyLog(db(), world.services, [])
    expect([count, faults]).toEqual([1, []])
    expect(await faultsIn(before)).toEqual([])
    expect(await compareReceipt(db(), before)).toEqual([])
  })

  it.each([
    ['changed', sql`data = '{"name":"y"}'`],
    ['taken out with another part of the event', sql`data = '{}', data_salt = null, type = 'X'`],
    ['taken out without their salt', sql`data = '{}'`],
  ])('cannot be %s', async (_, set) => {
    const subject = await register()
    await expect(sql`update events set ${set} where subject_id = ${subject}`.execute(db())).rejects.toThrow(
      'append-only',
    )
    await forge(sql`update events set ${set} where subject_id = ${subject}`)
    expect(await faultsAt(subject)).toContain('CHANGED')
    await forge(sql`delete from events where subject_id = ${subject}`)
    await forge(sql`delete from event_chains where subject_id = ${subject}`)
  })

  it('are covered themselves in an event of a release before, which verifies as it did', async () => {
    const subject = world.env.id()
    const row = {
      id: world.env.id(),
      subject_type: 'register',
      subject_id: subject,
      position: 1,
      type: 'REGISTER_CHANGED' as EventType,
      company_id: null,
      order_id: null,
      beneficiary_employee_id: null,
      actor_kind: 'SYSTEM' as const,
      actor_user_id: null,
      shared: true,
      data: { name: 'x' },
      data_hash: null,
      data_salt: null,
      occurred_at: world.env.now(),
    }
    const before = Buffer.alloc(32)
    const hash = linkEvent(before, row)
    const end = { subject_type: 'register', subject_id: subject, length: 1, head: hash }
    await db()
      .insertInto('event_chains')
      .values({ ...end, seal: sealChain(end) })
      .execute()
    await db()
      .insertInto('events')
      .values({ ...row, data: JSON.stringify(row.data), previous_hash: before, hash })
      .execute()
    await makeRecordRoots.run(world.services)
    expect(await faultsAt(subject)).toEqual([])
    await expect(sql`update events set data = '{}' where subject_id = ${subject}`.execute(db())).rejects.toThrow(
      'append-only',
    )
    await forge(sql`update events set data = '{}' where subject_id = ${subject}`)
    expect(await faultsAt(subject)).toEqual(['CHANGED', 'LEAF'])
    await forge(sql`update events set data = '{"name":"x"}' where subject_id = ${subject}`)
  })
})

describe('signed roots, forged by the owner of the database without the key', () => {
  const rootFaults = async () => (await faultsAt(ROOTS)).length
  /** Does it inside a transaction that is undone. */
  async function forgedAway(statement: ReturnType<typeof sql>): Promise<string[]> {
    const undo = new Error('undone')
    let found: string[] = []
    await world.services.database
      .transaction(async (tx) => {
        for (const table of ['events', 'record_roots', 'record_leaves'])
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
        await statement.execute(tx)
        found = (await verifyLog(tx, world.services, [])).faults.map(({ fault }) => fault)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return found
  }

  it('are found when a root is signed anew with another certificate', async () => {
    expect(await rootFaults()).toBe(0)
    const p12 = await makeP12({ commonName: 'Toinen Esimerkki Oy', at: world.env.now(), passphrase: 'other' })
    const root = await db().selectFrom('record_roots').selectAll().where('number', '=', 1).executeTakeFirstOrThrow()
    const statement = root.statement.replace(/"at":"..../, '"at":"2020')
    const { signature, certificate } = await signText(statement, { p12, passphrase: 'other' })
    expect(
      await forgedAway(sql`update record_roots set statement = ${statement}, signature = ${signature}, certificate = ${certificate},
        statement_sha256 = sha256(convert_to(${statement}, 'UTF8')) where number = 1`),
    ).toContain('ROOT')
  })

  it.each([
    [
      'a root is taken out',
      sql`with gone as (delete from record_leaves where root_number = 1) delete from record_roots where number = 1`,
      'ROOT',
    ],
    [
      'a leaf is exchanged',
      sql`update record_leaves set leaf = ${randomBytes(32)} where root_number = 1 and place = 0`,
      'LEAF',
    ],
    ['a leaf is taken out', sql`delete from record_leaves where root_number = 1 and place = 0`, 'ROOT'],
    [
      'an event waits for no root',
      sql`with gone as (delete from record_leaves where root_number = 1 and place = 0) select 1`,
      'LEAF',
    ],
    [
      'the event of a leaf is taken out',
      sql`delete from events where id = (select event_id from record_leaves where root_number = 1 and place = 0)`,
      'ROOT',
    ],
  ])('are found when %s', async (_, forgery, fault) => {
    expect(await forgedAway(forgery)).toContain(fault)
    expect(await allFaults()).toEqual([])
  })
})

describe('a log that is written anew with database, folder and key', () => {
  it('is found intact by itself, and not by a receipt from before', async () => {
    const before = await receipt()
    expect(await compareReceipt(db(), before)).toEqual([])
    const events = await db()
      .selectFrom('events')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('position')
      .execute()
    await forge(sql`with leaves as (delete from record_leaves), gone as (delete from events where subject_id = ${id})
      delete from event_chains where subject_id = ${id}`)
    await forge(sql`delete from record_roots`)
    await sql`insert into events_without_root select id from events on conflict do nothing`.execute(db())
    world.env.advance(86_400_000)
    await world.services.database.transaction(async (tx) => {
      for (const event of events)
        await logEvent(
          tx,
          world.env,
          { kind: event.actor_kind, userId: event.actor_user_id },
          event.type as EventType,
          {
            subject: { type: 'agreement', id },
            companyId: event.company_id,
            orderId: event.order_id,
            employeeId: event.beneficiary_employee_id,
            shared: event.shared,
            data: event.data as Record<string, unknown>,
          },
        )
    })
    await makeRecordRoots.run(world.services)
    await db().deleteFrom('settings').where('key', '=', 'event-heads').execute()
    rmSync(path.join(world.services.config.dataDir, 'event-heads'), { recursive: true, force: true })
    await keepEventHeads.run(world.services)
    expect((await keptRecord(db(), world.services.config)).faults).toEqual([])
    expect(await allFaults()).toEqual([])
    expect(await faultsIn(before), 'it proves itself for ever').toEqual([])
    expect(new Set((await compareReceipt(db(), before)).map(({ what }) => what))).toEqual(new Set(['LOG']))
    expect((await compareReceipt(db(), before)).length).toBe(before.events.length + before.roots.length)
  })
})
