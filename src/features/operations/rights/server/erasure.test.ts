import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentMakers } from '#app/server/documents.ts'
import { verifyLog } from '#features/operations/event-log/server/verify.ts'
import { ownData } from '#features/operations/personal-data/contract.ts'
import { makeDueDocuments } from '#platform/server/documents/later-documents.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { addMonths, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, signedInAs, stepUp } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { photographFrame } from '#testing/lists/tenant-cases.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { ownRights, rights } from '../contract.ts'
import { eraseConfirmed, replayErasures } from './jobs.ts'
import { newSearch, searchFurther } from './search-files.ts'

const hour = 3_600_000
let world: World
let cast: Cast
let staff: Caller
let second: Caller
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const userOf = (id: string) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Somebody who has signed an agreement, with a name of their own. */
async function signer(name: string) {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await db()
    .updateTable('users')
    .set({ first_name: name, last_name: 'Mallinen', personal_email: `${name.toLowerCase()}@koti.example` })
    .where('id', '=', own.employee.userId)
    .execute()
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await makeDueDocuments(world.services, documentMakers)
  return { as: own.employee, orderId, userId: own.employee.userId }
}

/** Lets the lease of an order be over, and the order with it. */
async function endLease(orderId: string, day: string) {
  await sql`update leasing_agreements set lease_state = 'ENDED', end_reason = 'REDEEMED', ended_day = ${day}::date, bike_at = 'SOLD'
    where order_id = ${orderId}`.execute(db())
}

async function askErasure(as: Caller) {
  const proven = await stepUp(world, as)
  const { requestId, version } = await world.ok(ownRights.ask, { as: proven, body: { kind: 'ERASURE' } })
  const proposed = await world.ok(rights.erase, { as: staff, params: { id: requestId }, body: { version } })
  await confirmProposed(world, second, proposed)
  return requestId
}

async function eraseNow(as: Caller) {
  const requestId = await askErasure(as)
  await eraseDue()
  return requestId
}

async function eraseDue() {
  world.env.advance(25 * hour)
  staff = await world.signIn(staff.userId)
  second = await world.signIn(second.userId)
  cast = { ...cast, employer: await world.signIn(cast.employer.userId) }
  await eraseConfirmed.run(world.services)
}

/** Whose lease an order has become, as a row of theirs names them. */
const agreementOf = (orderId: string) =>
  db()
    .selectFrom('leasing_agreements')
    .select(['id as agreement_id', 'company_id', 'beneficiary_employee_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()

/** A bill that the person has not paid. */
async function billOf(orderId: string) {
  const { company_id, beneficiary_employee_id } = await agreementOf(orderId)
  const day = helsinkiDay(world.env.now())
  const days = { issue_day: day, due_day: day, sent_at: world.env.now() }
  const sums = { net_cents: 100, vat_cents: 0, total_cents: 100 }
  const kind = { direction: 'SALES', status: 'SENT', purpose: 'REDEMPTION', party: 'PERSON', stage: 'SENT' } as const
  const bill = {
    id: world.env.id(),
    company_id,
    beneficiary_employee_id,
    buyer: JSON.stringify({ name: 'Kesken Mallinen' }),
  }
  await db()
    .insertInto('invoices')
    .values({ ...bill, ...days, ...sums, ...kind })
    .execute()
}

/** A claim that nobody has decided. */
async function claimOf(orderId: string) {
  const { beneficiary_employee_id, ...ofLease } = await agreementOf(orderId)
  const ending = { ...ofLease, id: world.env.id() }
  await db()
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'CLAIM' })
    .execute()
  await db()
    .insertInto('insurance_claims')
    .values({ ...ending, beneficiary_employee_id, type: 'DAMAGE', step: 'OPEN' })
    .execute()
}

const reportOf = async (id: string) => (await world.ok(rights.details, { as: staff, params: { id } })).report!

/** Every table and column that says one of the values, as the database has it. */
async function placesThatSay(values: readonly string[]) {
  const columns = await sql<{
    t: string
    c: string
  }>`select table_name as t, column_name as c from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY') order by 1, 2`.execute(db())
  const found: string[] = []
  for (const { t, c } of columns.rows) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(t)} x
      where ${sql.ref(c)}::text ilike any(${values.map((value) => `%${value}%`)}::text[])`.execute(db())
    if (rows[0]!.n > 0) found.push(`${t}.${c}`)
  }
  return found
}

describe('an erasure', () => {
  it('while a lease runs takes messages and keeps account, employment, agreement and books, with why', async () => {
    const { as, userId } = await signer('Juokseva')
    const { plan } = await world.ok(ownRights.list, { as })
    expect(plan.running).toContain('ORDER')
    const id = await eraseNow(as)
    expect((await userOf(userId)).first_name).toBe('Juokseva')
    const { classes } = await reportOf(id)
    const keptOf = (name: string) => classes.find((one) => one.class === name)?.kept
    expect(keptOf('account')).toEqual({ reason: 'RUNNING', until: null })
    expect(keptOf('contract')).toEqual({ reason: 'RUNNING', until: null })
    expect(keptOf('message')).toBeNull()
    const messages = await db().selectFrom('outbox').select('id').where('user_id', '=', userId).execute()
    expect(messages).toEqual([])
  })

  it.each([
    ['a bill open', ['BILL'], billOf, 'Kesken: maksamaton lasku.'],
    ['a claim under way', ['CLAIM', 'END'], claimOf, 'Kesken: vahinkoasia, sopimuksen päättäminen.'],
  ] as const)('with %s is answered with what is kept and why: the account stays', async (_, things, begin, told) => {
    const { as, userId, orderId } = await signer('Kesken')
    await endLease(orderId, helsinkiDay(world.env.now()))
    await begin(orderId)
    expect((await world.ok(ownRights.list, { as })).plan.running).toEqual(things)
    const id = await askErasure(as)
    const letters = await db().selectFrom('outbox').select('body_text').where('user_id', '=', userId).execute()
    for (const words of [told, 'Käyttäjätili ja yhteystiedot: säilyy, kunnes kesken oleva asia on päättynyt'])
      expect(letters.map(({ body_text }) => body_text).join()).toContain(words)
    await eraseDue()
    expect((await userOf(userId)).first_name).toBe('Kesken')
    const { classes } = await reportOf(id)
    for (const name of ['account', 'contract'])
      expect(classes.find((one) => one.class === name)?.kept, name).toEqual({ reason: 'RUNNING', until: null })
  })

  it('after a lease leaves nothing findable but what is kept by its time, closes the account, and the log verifies', async () => {
    const { as, userId, orderId } = await signer('Poistuva')
    const copying = await stepUp(world, as)
    await world.ok(ownData.order, { as: copying, body: {} })
    await makeDueDocuments(world.services, documentMakers)
    const before = await userOf(userId)
    const today = helsinkiDay(world.env.now())
    await endLease(orderId, today)
    const values = [
      'Poistuva Mallinen',
      'Mallinen Poistuva',
      before.email,
      before.phone_number!,
      'poistuva@koti.example',
    ]
    const faultsBefore = (await verifyLog(db(), world.services, [])).faults
    const id = await eraseNow(as)
    const { found, classes, searched, files } = await reportOf(id)
    expect(searched).toBeGreaterThanOrEqual(4)
    expect(files, 'the archive of the copy').toBe(1)
    expect(found.filter((one) => one.class === null)).toEqual([])
    const inFiles = found.filter(({ table }) => table === 'files')
    expect(inFiles, 'the agreement is kept as proof').toContainEqual(
      expect.objectContaining({ column: 'signed-document', class: 'contract', keptAs: 'PROOF' }),
    )
    const places = await placesThatSay(values)
    expect(places).toContain('signatures.typed_name')
    expect(places.filter((place) => !['contract', 'bookkeeping'].includes(classOf(found, place)!))).toEqual([])
    const end = addMonths(today, 36)
    expect(classes.find((one) => one.class === 'contract')?.kept).toEqual({ reason: 'LIMITATION', until: end })
    expect((await userOf(userId)).email).toBe(`erased-${userId}@erased.invalid`)
    expect((await world.call(ownRights.list, { as })).status).toBe(401)
    expect((await verifyLog(db(), world.services, [])).faults).toEqual(faultsBefore)
    expect(JSON.stringify(await reportOf(id))).not.toMatch(/Poistuva|koti\.example/)
  })

  it('finds a file that names the person and that nothing keeps', async () => {
    const { as, orderId } = await signer('Unohdettu')
    const page = await createPdf({
      title: 'Muistio',
      language: 'fi',
      brand: world.services.brand,
      at: world.env.now(),
      headline: 'M-1',
    })
    page.paragraph('Puhelu: Unohdettu Mallinen, unohdettu@koti.example')
    await keepFile(db(), world.services, {
      companyId: null,
      parentType: 'stray',
      parentId: orderId,
      label: 'muistio.pdf',
      contentType: 'application/pdf',
      content: await page.finish(),
    })
    await endLease(orderId, helsinkiDay(world.env.now()))
    const { found, searchedFiles } = await reportOf(await eraseNow(as))
    expect(found.filter((one) => one.class === null)).toEqual([
      { table: 'files', column: 'stray', rows: 1, class: null },
    ])
    expect(searchedFiles).toMatchObject({ unread: 0, left: 0 })
  })

  it('searches the files of every company, part by part, and goes on where a stop has left it', async () => {
    const { as, userId } = await signer('Toisaalla')
    const elsewhere = await buildCompany(world)
    const note = (text: string) =>
      keepFile(db(), world.services, {
        companyId: elsewhere.companyId,
        parentType: 'stray',
        parentId: userId,
        label: 'muistio.txt',
        contentType: 'text/plain',
        content: Buffer.from(text),
      })
    for (let count = 0; count < 205; count += 1) await note(`Muistio ${count}`)
    await note('Soitti Toisaalla Mallinen')
    const texts = await db().selectFrom('files').select('id').where('storage_key', 'is not', null).execute()
    const values = ['Toisaalla Mallinen', (await userOf(userId)).email]
    const begun = await searchFurther(db(), world.services, values, newSearch('', world.env.now()))
    expect([begun.isWhole, begun.read + begun.unread + begun.textless]).toEqual([false, 200])
    const whole = await searchFurther(db(), world.services, values, begun)
    expect([whole.isWhole, whole.read + whole.unread + whole.textless]).toEqual([true, texts.length])
    expect(whole.found.filter(({ parentType }) => parentType === 'stray')).toHaveLength(1)
    const { searchedFiles } = await reportOf(await eraseNow(as))
    expect(searchedFiles, 'while something runs the account is kept, and nothing is searched for').toBeUndefined()
    await db().deleteFrom('files').where('parent_type', '=', 'stray').execute()
  })

  it('looks again at what was kept once its day has come, and then keeps no more of the agreement', async () => {
    const { as, orderId } = await signer('Odottava')
    await db().updateTable('orders').set({ case_reason: 'Soitti pyörästä' }).where('id', '=', orderId).execute()
    await photographFrame(world, { companyId: cast.companyId, orderId })
    const photos = () => db().selectFrom('files').select('id').where('parent_type', '=', 'frame-photo').execute()
    await endLease(orderId, helsinkiDay(world.env.now()))
    const id = await eraseNow(as)
    expect(await photos()).toHaveLength(1)
    const reason = async () =>
      (await db().selectFrom('orders').select('case_reason').where('id', '=', orderId).executeTakeFirstOrThrow())
        .case_reason
    expect(await reason()).not.toBeNull()
    const today = world.env.now()
    world.env.advance(3 * 366 * 24 * hour)
    await eraseConfirmed.run(world.services)
    expect(await reason()).toBeNull()
    expect(await photos()).toEqual([])
    staff = await world.signIn(staff.userId)
    const { classes } = await reportOf(id)
    expect(classes.find((one) => one.class === 'contract')?.kept).toBeNull()
    expect(classes.find((one) => one.class === 'bookkeeping')?.kept).toMatchObject({ reason: 'BOOKKEEPING' })
    world.env.setNow(today.toISOString())
    staff = await world.signIn(staff.userId)
    second = await world.signIn(second.userId)
    cast = { ...cast, employer: await world.signIn(cast.employer.userId) }
  })

  it('is taken back by the person within the day, and then does not happen', async () => {
    const { as, userId, orderId } = await signer('Epaileva')
    await endLease(orderId, helsinkiDay(world.env.now()))
    const requestId = await askErasure(as)
    const [request] = (await world.ok(ownRights.list, { as })).requests
    await world.ok(ownRights.withdraw, { as, params: { id: requestId }, body: { version: request!.version } })
    world.env.advance(25 * hour)
    staff = await world.signIn(staff.userId)
    second = await world.signIn(second.userId)
    await eraseConfirmed.run(world.services)
    expect((await userOf(userId)).first_name).toBe('Epaileva')
  })
})

const classOf = (found: readonly { table: string; column: string; class: string | null }[], place: string) =>
  found.find(({ table, column }) => `${table}.${column}` === place)?.class

describe('the ledger of erasures', () => {
  it('erases again whom older rows bring back, by ids and hashes alone', async () => {
    cast = { ...cast, employer: await world.signIn(cast.employer.userId) }
    const { as, userId, orderId } = await signer('Palaava')
    await endLease(orderId, helsinkiDay(world.env.now()))
    const before = await userOf(userId)
    const form = {
      id: world.env.id(),
      sender_role: 'OTHER' as const,
      name: 'Palaava Mallinen',
      email: before.email,
      message: 'Kysyn pyörästä',
      language: 'fi' as const,
      created_at: world.env.now(),
    }
    await db().insertInto('contact_forms').values(form).execute()
    const id = await eraseNow(as)
    const file = path.join(world.services.config.dataDir, 'erasures', `${id}.json`)
    expect(existsSync(file)).toBe(true)
    const [entry] = await db().selectFrom('erasures').selectAll().where('request_id', '=', id).execute()
    expect(JSON.stringify(entry)).not.toContain(before.email)
    // The rows of a backup from before: the account, the message, and no word of the erasure.
    const { search_text: _, ...row } = before
    await db().updateTable('users').set(row).where('id', '=', userId).execute()
    await db().insertInto('contact_forms').values(form).execute()
    await db().deleteFrom('erasures').where('request_id', '=', id).execute()
    await db().deleteFrom('rights_requests').where('id', '=', id).execute()
    const newer = { ...form, id: world.env.id(), created_at: new Date(world.env.now().getTime() + hour) }
    await db().insertInto('contact_forms').values(newer).execute()
    expect(await replayErasures.run(world.services)).toMatchObject({ again: 1 })
    expect((await userOf(userId)).email).toBe(`erased-${userId}@erased.invalid`)
    const forms = await db().selectFrom('contact_forms').select('id').where('email', '=', before.email).execute()
    expect(forms, 'what came later is a matter of its own').toEqual([{ id: newer.id }])
    expect(await replayErasures.run(world.services)).toMatchObject({ again: 0 })
  })
})
