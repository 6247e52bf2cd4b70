import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tellEarlierRows } from '#app/server/earlier-rows.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { setPayment } from '#features/leases/agreements/server/changes.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { keyEventChains, unkeyedHash } from '#platform/server/events/event-chain.ts'
import { keepEventHeads, keptRecord } from '#platform/server/events/event-heads.ts'
import { keyEventChainsOf, openEventLog } from '#platform/server/events/event-keys.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import { chainKeysOf, sha256 } from '#platform/server/runtime/secrets.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { verifyLog, verifyRecord } from './verify.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const hash = () => sha256(world.env.id())

const write = (id: string, steps: readonly number[]) =>
  world.services.database.transaction(async (tx) => {
    for (const step of steps)
      await logEvent(tx, world.env, systemActor, 'REGISTER_CHANGED', {
        subject: { type: 'register', id },
        data: { step },
      })
  })

/** A chain of three events, and the ends of all chains kept outside. */
async function chain(): Promise<string> {
  const id = world.env.id()
  await write(id, [1, 2, 3])
  await keepAnew()
  return id
}

const folder = () => path.join(world.services.config.dataDir, 'event-heads')
const kept = () => readdirSync(folder()).sort()

/** Begins to keep the ends of the chains anew: what the test before has forged is forgotten. */
async function keepAnew(hours = 1): Promise<void> {
  rmSync(folder(), { recursive: true, force: true })
  await db().deleteFrom('settings').where('key', '=', 'event-heads').execute()
  for (let hour = 0; hour < hours; hour += 1) {
    world.env.advance(3_600_000)
    await keepEventHeads.run(world.services)
  }
}

const guarded = ['events', 'event_chains', 'payments', 'ledger_rows']

/** What somebody does who owns the database and has no key: the trigger is no wall to them. */
async function forge(statement: ReturnType<typeof sql>): Promise<void> {
  await world.services.database.transaction(async (tx) => {
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await statement.execute(tx)
    for (const table of guarded) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
const faultsAt = async (id: string) =>
  (await verifyLog(db(), (await keptRecord(db(), world.services.config)).heads)).faults
    .filter((fault) => fault.subjectId === id)
    .map(({ fault }) => fault)

/** An agreement that both have signed, with its sealed file. */
const signedAgreement = async () => {
  const cast = await buildCast(world)
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  const { leasingAgreementId: agreementId } = (await journey.order(cast.staff, orderId)).agreement!
  const file = await db()
    .selectFrom('signed_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['f.id', 'f.storage_key', 'f.sha256'])
    .where('d.leasing_agreement_id', '=', agreementId)
    .executeTakeFirstOrThrow()
  const download = () => world.call(agreements.document, { as: own.employee, params: { id: agreementId } })
  return { agreementId, file, download }
}

describe('the event log, forged by the owner of the database without the key', () => {
  it('is found intact before, and its forger is a superuser', async () => {
    expect(await faultsAt(await chain())).toEqual([])
    const role = await sql<{ rolsuper: boolean }>`select rolsuper from pg_roles where rolname = current_user`.execute(
      db(),
    )
    expect(role.rows).toEqual([{ rolsuper: true }])
  })

  it.each([
    [
      'a changed event',
      (id: string) => sql`update events set data = '{"step":9}' where subject_id = ${id} and position = 2`,
      'CHANGED',
    ],
    [
      'a re-dated event',
      (id: string) =>
        sql`update events set occurred_at = occurred_at - interval '1 day' where subject_id = ${id} and position = 3`,
      'CHANGED',
    ],
    ['a gap', (id: string) => sql`delete from events where subject_id = ${id} and position = 2`, 'MISSING'],
    [
      'a chain whose head row is gone',
      (id: string) => sql`delete from event_chains where subject_id = ${id}`,
      'ORPHAN',
    ],
    [
      'a cut tail with its head set back',
      (id: string) => sql`with cut as (delete from events where subject_id = ${id} and position = 3)
        update event_chains set length = 2, head = (select hash from events where subject_id = ${id} and position = 2) where subject_id = ${id}`,
      'HEAD',
    ],
    [
      'a chain that was removed whole',
      (id: string) =>
        sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
      'CUT',
    ],
  ])('shows %s', async (_, forgery, fault) => {
    const id = await chain()
    await forge(forgery(id))
    expect(await faultsAt(id)).toContain(fault)
  })

  it('shows a chain that was recomputed by the log’s own code with another key, without any head kept outside', async () => {
    const id = await chain()
    await forge(
      sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
    )
    keyEventChains({ keys: [randomBytes(32)], unkeyedUntil: new Date(0) })
    try {
      await write(id, [1, 9])
    } finally {
      keyEventChainsOf(world.services.config)
    }
    const { faults } = await verifyLog(db(), [])
    const found = faults
      .filter(({ subjectId }) => subjectId === id)
      .map(({ position, fault }) => `${fault} ${position}`)
    expect(found).toEqual(['CHANGED 1', 'CHANGED 2', 'HEAD 2'])
    expect(await faultsAt(id)).toContain('CUT')
  })

  it('shows a chain that was rewritten without a key, whatever the note says of since when there is one', async () => {
    const id = await chain()
    const { config } = world.services
    const note = path.join(config.dataDir, 'events-keyed-since')
    await openEventLog(db(), config)
    const [, seal] = readFileSync(note, 'utf8').trim().split('\n')
    const rows = await db().selectFrom('events').selectAll().where('subject_id', '=', id).orderBy('position').execute()
    let head: Buffer = Buffer.alloc(32)
    for (const row of rows) {
      const data = { step: 9 }
      const hash = unkeyedHash(head, { ...row, data })
      await forge(sql`update events set data = ${data}, previous_hash = ${head}, hash = ${hash} where id = ${row.id}`)
      head = hash
    }
    await forge(sql`update event_chains set head = ${head} where subject_id = ${id}`)
    try {
      writeFileSync(note, `2099-01-01T00:00:00.000Z\n${seal}`)
      expect(() => keyEventChainsOf(config)).toThrow('does not bear a seal')
      rmSync(note)
      await openEventLog(db(), config)
      expect(await faultsAt(id)).toContain('CHANGED')
    } finally {
      rmSync(note)
      keyEventChainsOf(config)
    }
  })

  it('is found intact under a new key while the key before is still at hand, and not without it', async () => {
    const id = await chain()
    const { secretKey, previousSecretKey } = world.services.config
    const next = randomBytes(32)
    const faultsUnder = async (keys: readonly Buffer[]) => {
      keyEventChains({ keys, unkeyedUntil: new Date(0) })
      const { faults } = await verifyLog(db(), [])
      return faults.filter(({ subjectId }) => subjectId === id).length
    }
    try {
      expect(await faultsUnder([next, ...chainKeysOf(secretKey, previousSecretKey)])).toBe(0)
      expect(await faultsUnder([next])).toBeGreaterThan(0)
    } finally {
      keyEventChainsOf(world.services.config)
    }
  })

  it('believes no kept heads whose seal is not the key’s, and takes the hour before them', async () => {
    const id = await chain()
    const { dataDir } = world.services.config
    const folder = path.join(dataDir, 'event-heads')
    world.env.advance(3_600_000)
    await keepEventHeads.run(world.services)
    world.env.advance(-3_600_000)
    const newest = path.join(folder, readdirSync(folder).sort().at(-1)!)
    const [seal, body] = readFileSync(newest, 'utf8').split('\n')
    expect(body).toContain(id)
    await forge(
      sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
    )
    const { heads, ...rest } = JSON.parse(body!) as { heads: { subjectId: string }[] }
    const without = JSON.stringify({ ...rest, heads: heads.filter(({ subjectId }) => subjectId !== id) })
    expect(without).not.toContain(id)
    chmodSync(newest, 0o600)
    writeFileSync(newest, `${seal}\n${without}`)
    expect(await faultsAt(id)).toEqual(['CUT'])
    expect(keepEventHeads.cron).toMatch(/^\d+ \* \* \* \*$/)
  })

  it('shows a row that a plain INSERT put in', async () => {
    const id = world.env.id()
    await sql`insert into events (id, subject_type, subject_id, position, type, actor_kind, occurred_at, previous_hash, hash)
      values (${world.env.id()}, 'register', ${id}, 1, 'REGISTER_CHANGED', 'SYSTEM', now(), ${hash()}, ${hash()})`.execute(
      db(),
    )
    expect(await faultsAt(id)).toEqual(['ORPHAN'])
  })
})

describe('the ends of the chains, kept each hour', () => {
  const alarms = async () =>
    (await db().selectFrom('record_alarms').select('id').where('closed_at', 'is', null).execute()).length
  const missed = async () => (await keptRecord(db(), world.services.config)).faults.map(({ fault }) => fault)

  it('are kept one after the other where two ask at the same moment, without an alarm', async () => {
    await chain()
    world.env.advance(3_600_000)
    const both = await Promise.all([keepEventHeads.run(world.services), keepEventHeads.run(world.services)])
    expect(both.map(({ number }) => number).sort()).toEqual([2, 3])
    expect(await alarms()).toBe(0)
    expect(await missed()).toEqual([])
  })

  it('are not kept over a chain that was cut with its own earlier end put back, which is an alarm until it is whole', async () => {
    const id = world.env.id()
    await write(id, [1, 2])
    const end = await db().selectFrom('event_chains').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow()
    await write(id, [3])
    await keepAnew(2)
    const last = db().selectFrom('events').selectAll().where('subject_id', '=', id).where('position', '=', 3)
    const event = await last.executeTakeFirstOrThrow()
    const chain = await db()
      .selectFrom('event_chains')
      .selectAll()
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    await forge(sql`with cut as (delete from events where subject_id = ${id} and position = 3)
      update event_chains set length = 2, head = ${end.head}, seal = ${end.seal} where subject_id = ${id}`)
    const { faults } = await verifyLog(db(), [])
    expect(
      faults.filter(({ subjectId }) => subjectId === id),
      'the chain alone is in order',
    ).toEqual([])
    const files = kept()
    world.env.advance(3_600_000)
    await expect(keepEventHeads.run(world.services)).rejects.toThrow('shorter')
    await expect(keepEventHeads.run(world.services)).rejects.toThrow('shorter')
    expect([kept(), await alarms(), await faultsAt(id)]).toEqual([files, 1, ['CUT']])
    await forge(
      sql`with back as (insert into events select * from jsonb_populate_record(null::events, ${JSON.stringify({
        ...event,
        hash: `\\x${event.hash.toString('hex')}`,
        previous_hash: `\\x${event.previous_hash.toString('hex')}`,
      })}::jsonb)) update event_chains set length = 3, head = ${chain.head}, seal = ${chain.seal} where subject_id = ${id}`,
    )
    expect(await keepEventHeads.run(world.services)).toMatchObject({ number: 3 })
    expect([await alarms(), await faultsAt(id)]).toEqual([0, []])
  })

  it('name the file before and count on: one that is taken away, changed or put in another’s place is missed', async () => {
    await keepAnew(4)
    expect(await missed()).toEqual([])
    const [first, second, , newest] = kept().map((name) => path.join(folder(), name))
    const whole = readFileSync(newest!)
    rmSync(newest!)
    expect(await missed(), 'the newest is gone').toEqual(['KEPT'])
    world.env.advance(3_600_000)
    await expect(keepEventHeads.run(world.services)).rejects.toThrow('a kept file')
    writeFileSync(newest!, whole)
    expect(await missed()).toEqual([])
    const older = readFileSync(second!)
    chmodSync(second!, 0o600)
    writeFileSync(second!, readFileSync(first!))
    expect((await missed()).length, 'a file in another’s place').toBeGreaterThan(0)
    rmSync(second!)
    expect(await missed(), 'a gap').toEqual(['KEPT'])
    writeFileSync(second!, older)
    rmSync(folder(), { recursive: true })
    expect(await missed(), 'all are gone').toEqual(['KEPT'])
    await keepAnew()
  })
})

describe('a payment, forged in its own row by the owner of the database', () => {
  const pay = (source: string) =>
    world.services.database.transaction((tx) =>
      recordPayment(tx, world.services, {
        actor: systemActor,
        payment: {
          invoiceId: null,
          direction: 'IN',
          amountCents: 1_000,
          paidDay: '2026-11-10',
          method: 'BANK',
          source,
        },
      }),
    )

  it.each([
    [
      'of another amount',
      (id: string) => sql`update payments set amount_cents = amount_cents + 100000 where id = ${id}`,
    ],
    ['re-dated', (id: string) => sql`update payments set paid_day = paid_day - 1 where id = ${id}`],
    ['of another payer', (id: string) => sql`update payments set payer_kind = 'INSURER' where id = ${id}`],
  ])('is found when it is %s', async (name, forgery) => {
    const id = (await pay(name))!
    expect(await faultsAt(id)).toEqual([])
    await forge(forgery(id))
    expect(await faultsAt(id)).toEqual(['PAYMENT'])
  })

  it('is found when it was put in by hand, and when it was taken out', async () => {
    const id = (await pay('gone'))!
    const byHand = world.env.id()
    await forge(sql`insert into payments (id, payer_kind, direction, amount_cents, paid_day, method, source, created_at)
      values (${byHand}, 'UNKNOWN', 'IN', 100, '2026-11-10', 'BANK', 'by hand', ${world.env.now()})`)
    await forge(sql`with rows as (delete from ledger_rows where payment_id = ${id}) select 1`)
    await forge(sql`delete from payments where id = ${id}`)
    expect([await faultsAt(byHand), await faultsAt(id)]).toEqual([['PAYMENT'], ['PAYMENT']])
  })
})

describe('the terms of a signed agreement, forged in its own row by the owner of the database', () => {
  let agreement: string
  beforeAll(async () => {
    agreement = (await signedAgreement()).agreementId
  })

  it.each([
    [
      'of another instalment',
      sql`instalment_cents = instalment_cents * 2`,
      sql`instalment_cents = instalment_cents / 2`,
    ],
    ['of another buy-out', sql`buy_out_cents = buy_out_cents || 1`, sql`buy_out_cents = trim_array(buy_out_cents, 1)`],
    ['of another length', sql`lease_months = lease_months + 1`, sql`lease_months = lease_months - 1`],
    ['no more signed', sql`status = 'PENDING'`, sql`status = 'SIGNED'`],
  ])('are found when they are %s', async (_, change, back) => {
    const alter = (set: typeof change) =>
      sql`update leasing_agreements set ${set} where id = ${agreement}`.execute(db())
    expect(await faultsAt(agreement)).toEqual([])
    await alter(change)
    expect(await faultsAt(agreement)).toEqual(['TERMS'])
    await alter(back)
    expect(await faultsAt(agreement)).toEqual([])
  })

  it('are not made true by a change of others that comes after', async () => {
    await sql`update leasing_agreements set residual_cents = residual_cents + 1 where id = ${agreement}`.execute(db())
    const payment = {
      agreementId: agreement,
      serviceShareCents: 100,
      instalmentCents: 5_000,
      lastInstalmentCents: 5_000,
    }
    await world.services.database.transaction((tx) => setPayment(tx, world.services, payment))
    expect(await faultsAt(agreement)).toEqual(['TERMS'])
    await sql`update leasing_agreements set residual_cents = residual_cents - 1 where id = ${agreement}`.execute(db())
    expect(await faultsAt(agreement)).toEqual([])
  })

  it('are taken as they are from a release that told nothing of them, once', async () => {
    const told = () => world.services.database.transaction((tx) => tellEarlierRows(tx, world.services))
    const doubled = sql`update leasing_agreements set instalment_cents = instalment_cents * 2 where id = ${agreement}`
    await doubled.execute(db())
    await told()
    expect(await faultsAt(agreement)).toEqual(['TERMS'])
    await sql`update leasing_agreements set instalment_cents = instalment_cents / 2 where id = ${agreement}`.execute(
      db(),
    )
  })
})

describe('a signature, forged in its own row by the owner of the database', () => {
  let agreement: string
  beforeAll(async () => {
    agreement = (await signedAgreement()).agreementId
  })

  it('is found intact before', async () => {
    expect(await faultsAt(agreement)).toEqual([])
  })

  it.each([
    ['re-dated', sql`signed_at = signed_at - interval '1 day'`, sql`signed_at = signed_at + interval '1 day'`],
    ['given another name', sql`typed_name = typed_name || 'n'`, sql`typed_name = left(typed_name, -1)`],
    ['said to be of an older proof', sql`proof = 'TOTP'`, sql`proof = 'SMS'`],
    ['moved to another document', sql`document_sha256 = sha256(document_sha256)`, null],
  ])('is found when %s', async (_, change, back) => {
    const employees = sql`where leasing_agreement_id = ${agreement} and party = 'EMPLOYEE'`
    const alter = (set: typeof change) => sql`update signatures set ${set} ${employees}`.execute(db())
    await alter(change)
    expect(await faultsAt(agreement)).toEqual(['SIGNATURE'])
    if (!back) return
    await alter(back)
    expect(await faultsAt(agreement)).toEqual([])
  })

  it('is found when it was taken out', async () => {
    await forge(sql`delete from signatures where leasing_agreement_id = ${agreement} and party = 'EMPLOYER'`)
    expect(await faultsAt(agreement)).toContain('SIGNATURE')
  })
})

describe('the sealed document of an agreement', () => {
  const placeOf = (key: string | null) =>
    path.join(world.services.config.dataDir, 'files', key!.slice(0, 2), key!.slice(2, 4), key!)
  const found = async () =>
    (await verifyRecord(db(), world.services)).faults.map(({ fault, subjectType, subjectId }) => [
      fault,
      subjectType,
      subjectId,
    ])

  it('is handed out to nobody once it is another sealed one, and is found so, its row changed along or not', async () => {
    const [own, other] = [await signedAgreement(), await signedAgreement()]
    const before = await found()
    expect((await own.download()).status).toBe(200)
    copyFileSync(placeOf(other.file.storage_key), placeOf(own.file.storage_key))
    expect(await own.download()).toMatchObject({ status: 500, body: { code: 'FILE_CHANGED' } })
    expect(await found()).toEqual([...before, ['FILE', 'file', own.file.id]])
    await db().updateTable('files').set({ sha256: other.file.sha256 }).where('id', '=', own.file.id).execute()
    expect(await found()).toContainEqual(['FILE', 'agreement', own.agreementId])
    await db().updateTable('files').set({ sha256: own.file.sha256 }).where('id', '=', own.file.id).execute()
    const swap = (fileId: string) =>
      db()
        .updateTable('signed_documents')
        .set({ file_id: fileId })
        .where('leasing_agreement_id', '=', own.agreementId)
        .execute()
    await swap(other.file.id)
    expect(await found(), 'the row names another file').toContainEqual(['FILE', 'agreement', own.agreementId])
    await swap(own.file.id)
    rmSync(placeOf(own.file.storage_key))
    expect(await found()).toEqual([...before, ['FILE', 'file', own.file.id]])
  })
})
