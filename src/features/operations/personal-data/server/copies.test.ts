import { Ajv } from 'ajv'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentMakers } from '#app/server/documents.ts'
import { forgetPerson } from '#features/operations/accounts/server/forget.ts'
import { makeDueDocuments } from '#platform/server/documents/later-documents.ts'
import { buildEmployee, buildUser, signedInAs, stepUp } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { handedOver } from '#testing/mailbox.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { ownData, personalData } from '../contract.ts'
import { COPY_DAYS, COPY_KNOWN_DAYS, isKey, labelKeyOf } from '../rules.ts'
import { copiedTables } from './copied-tables.ts'
import { removeOldCopies } from './job.ts'

const day = 86_400_000
let world: World
let cast: Cast
let employee: Caller
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  employee = await stepUp(world, own.employee)
  staff = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const makeDue = () => makeDueDocuments(world.services, documentMakers)
const order = (as: Caller) => world.ok(ownData.order, { as, body: {} })
const fileOf = (as: Caller, copyId: string) => world.call(ownData.file, { as, params: { id: copyId } })
const statesOf = async (as: Caller) => (await world.ok(ownData.copies, { as })).copies.map(({ state }) => state)

function opened(archive: Uint8Array) {
  const parts = unzipSync(archive)
  const read = (name: string) => strFromU8(parts[name]!)
  const data = JSON.parse(read('data.json')) as {
    tables: Record<string, Record<string, unknown>[]>
    codes: { table: string; column: string; code: string; label: string }[]
    files: { name: string | null; label: string }[]
    leftOut: { table: string; reason: string }[]
  }
  return { names: Object.keys(parts), data, schema: JSON.parse(read('schema.json')), page: read('index.html'), parts }
}

describe('a copy of one’s own data', () => {
  it('wants the password once more, is made after the call, told by one message with one act, and fits its schema', async () => {
    const other = await signedInAs(world, 'EMPLOYER_ADMIN')
    expect(await world.call(ownData.order, { as: other, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    })
    expect(await statesOf(other)).toEqual([])
    await handedOver(world)
    const { copyId, state } = await order(employee)
    expect([state, await statesOf(employee), (await fileOf(employee, copyId)).status]).toEqual([
      'MAKING',
      ['MAKING'],
      404,
    ])
    expect(await handedOver(world)).toEqual([])
    expect(await makeDue()).toBe(1)
    const told = await handedOver(world)
    expect(told.map(({ subject }) => subject)).toEqual(['Kopio tiedoistasi on valmis'])
    expect(told[0]!.text.match(/https?:\S+/g)).toEqual([expect.stringContaining('/kayttaja#copy')])
    expect(await statesOf(employee)).toEqual(['READY'])
    const reply = await fileOf(employee, copyId)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/zip'])
    const { data, schema, page, names, parts } = opened(reply.raw)
    expect(new Ajv().validate(schema, data)).toBe(true)
    const { tables, files } = data
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining(['users', 'orders', 'leasing_agreements', 'signatures', 'events']),
    )
    expect(tables.users).toHaveLength(1)
    expect(Object.keys(tables.users![0]!)).not.toEqual(expect.arrayContaining(['password_hash']))
    expect(tables.signatures, 'the employer’s is the employer’s').toHaveLength(1)
    const agreement = files.find(({ label }) => /\.pdf$/.test(label))!
    expect(names).toContain(agreement.name)
    expect(strFromU8(parts[agreement.name!]!.slice(0, 5), true)).toBe('%PDF-')
    expect(page).toContain('<html lang="fi">')
    expect(page).toContain('Mitä kopiossa ei ole ja miksi')
    expect(page.match(/<dd>[A-Z]{3,}[A-Z0-9_]*<\/dd>/g) ?? [], 'codes stand in the data alone').toEqual([])
    expect(data.codes).toContainEqual(expect.objectContaining({ table: 'orders', code: 'ALL_INFO_PROVIDED' }))
  })

  it('is nobody else’s, neither a colleague’s nor an admin’s nor a visitor’s', async () => {
    const [own] = (await world.ok(ownData.copies, { as: employee })).copies
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: cast.companyId })
    for (const as of [admin, staff]) expect((await fileOf(as, own!.copyId)).status).toBe(404)
    expect((await world.call(ownData.file, { params: { id: own!.copyId } })).status).toBe(401)
    expect((await world.call(personalData.file, { as: staff, params: { id: own!.copyId } })).status).toBe(404)
  })

  it('is refused while one is being made, also of two at once, and then takes the place of the one before', async () => {
    const [before] = (await world.ok(ownData.copies, { as: employee })).copies
    const both = await Promise.all([1, 2].map(() => world.call(ownData.order, { as: employee, body: {} })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'COPY_BEING_MADE' })
    expect((await fileOf(employee, before!.copyId)).status, 'the one before has ended').toBe(404)
    await makeDue()
    expect((await statesOf(employee))[0]).toBe('READY')
    await removeOldCopies.run(world.services)
    const { rows } = await sql`select from files where parent_type = 'personal-copy'`.execute(db())
    expect(rows).toHaveLength(1)
  })

  it('is ordered once by a call that is repeated with its key', async () => {
    const as = await stepUp(world, await signedInAs(world, 'EMPLOYER_ADMIN'))
    const headers = { 'idempotency-key': 'copy-of-mine-1' }
    const replies = [
      await world.call(ownData.order, { as, body: {}, headers }),
      await world.call(ownData.order, { as, body: {}, headers }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(await statesOf(as)).toEqual(['MAKING'])
    await makeDue()
  })

  it('can be downloaded for a week; then its file is gone, and after a year that it was given', async () => {
    const as = await stepUp(world, await signedInAs(world, 'EMPLOYER_ADMIN'))
    const { copyId } = await order(as)
    await makeDue()
    const row = () => db().selectFrom('personal_copies').select('file_id').where('id', '=', copyId).execute()
    const file = (await row())[0]!.file_id!
    const stored = await db().selectFrom('files').selectAll().where('id', '=', file).executeTakeFirstOrThrow()
    const isKept = () => world.services.files.isWhole(stored.storage_key!, stored.sha256!)
    expect(await isKept()).toBe(true)
    await db().updateTable('personal_copies').set({ expires_at: world.env.now() }).where('id', '=', copyId).execute()
    expect([(await fileOf(as, copyId)).status, await statesOf(as)]).toEqual([404, ['EXPIRED']])
    await removeOldCopies.run(world.services)
    expect([await row(), await isKept()]).toEqual([[{ file_id: null }], false])
    await db()
      .updateTable('personal_copies')
      .set({ created_at: new Date(world.env.now().getTime() - COPY_KNOWN_DAYS * day - 1) })
      .where('id', '=', copyId)
      .execute()
    await removeOldCopies.run(world.services)
    expect(await row()).toEqual([])
    expect(COPY_DAYS).toBe(7)
  })

  it('names every table and every field of the page in each language, none in the words of the database', async () => {
    const unnamed: string[] = []
    for (const [name, { table = name, without = [], only }] of Object.entries(copiedTables)) {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
        db(),
      )
      const shown = only ?? rows.map((one) => one.name).filter((column) => !without.includes(column))
      const keys = [
        `tables.${name}`,
        ...shown.filter((column) => !isKey(column)).map((column) => `fields.${labelKeyOf(column)}`),
      ]
      for (const language of ['fi', 'en', 'sv'] as const)
        unnamed.push(
          ...keys
            .filter((key) => !world.services.texts.has(language, `copy-labels:${key}`))
            .map((key) => `${language} ${table} ${key}`),
        )
    }
    expect(unnamed).toEqual([])
  })

  it('goes with the account', async () => {
    const person = await buildUser(world)
    const as = await stepUp(world, await world.signIn(person.userId))
    await order(as)
    await makeDue()
    await world.services.database.transaction((tx) => forgetPerson(tx, person.userId))
    expect(await db().selectFrom('users').select('id').where('id', '=', person.userId).execute()).toEqual([])
    expect(await removeOldCopies.run(world.services)).toMatchObject({ files: 1 })
  })

  it('holds nothing that came to an address which the person has only written down', async () => {
    const victim = await buildUser(world, { email: 'uhri@testi.example' })
    await world.services.database.primary
      .insertInto('contact_forms')
      .values({
        id: world.env.id(),
        sender_role: 'OTHER',
        name: 'Uhri Malli',
        email: victim.email,
        message: 'Salainen asia',
        language: 'fi',
        created_at: world.env.now(),
      })
      .execute()
    const curious = await buildUser(world, { work_email: victim.email, personal_email: victim.email })
    const as = await stepUp(world, await world.signIn(curious.userId))
    const { copyId } = await order(as)
    await makeDue()
    expect(JSON.stringify(opened((await fileOf(as, copyId)).raw).data)).not.toContain('Salainen asia')
    const own = await stepUp(world, await world.signIn(victim.userId))
    const mine = await order(own)
    await makeDue()
    expect(JSON.stringify(opened((await fileOf(own, mine.copyId)).raw).data)).toContain('Salainen asia')
  })
})

describe('a copy that staff make', () => {
  const make = (email: string, as = staff, reason = 'Pyysi kirjeellä, tunnistettu passista') =>
    world.call(personalData.make, { as, body: { email, reason } })

  it('is for whoever wrote and has no account, with the reason kept, and for its maker alone', async () => {
    const formId = world.env.id()
    await world.services.database.primary
      .insertInto('contact_forms')
      .values({
        id: formId,
        sender_role: 'OTHER',
        name: 'Kirjoittaja Malli',
        email: 'Kirjoittaja@testi.example',
        message: 'Kysyn hinnasta',
        language: 'fi',
        created_at: world.env.now(),
      })
      .execute()
    const { userId } = await buildUser(world)
    await world.services.database.primary
      .insertInto('contact_form_answers')
      .values({
        id: world.env.id(),
        contact_form_id: formId,
        kind: 'SENT',
        body: 'Se on ilmainen',
        written_by: userId,
        created_at: world.env.now(),
      })
      .execute()
    const reply = await make('kirjoittaja@testi.example')
    expect(reply.status).toBe(201)
    expect((await make('kirjoittaja@testi.example')).body).toMatchObject({ code: 'COPY_BEING_MADE' })
    await makeDue()
    const [copy] = (await world.ok(personalData.copies, { as: staff })).copies
    expect(copy).toMatchObject({
      email: 'kirjoittaja@testi.example',
      reason: 'Pyysi kirjeellä, tunnistettu passista',
      state: 'READY',
    })
    const file = await world.call(personalData.file, { as: staff, params: { id: copy!.copyId } })
    const { data } = opened(file.raw)
    expect(data.tables.contact_forms).toMatchObject([{ message: 'Kysyn hinnasta' }])
    expect(data.tables.contact_form_answers).toMatchObject([{ body: 'Se on ilmainen' }])
    const colleague = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await world.call(personalData.file, { as: colleague, params: { id: copy!.copyId } })).status).toBe(404)
  })

  it('is for an employee without a sign-in too', async () => {
    const invited = await buildEmployee(world, { companyId: cast.companyId })
    const { email } = await db()
      .selectFrom('users')
      .select('email')
      .where('id', '=', invited.userId)
      .executeTakeFirstOrThrow()
    expect((await make(email)).status).toBe(201)
    await makeDue()
    const [copy] = (await world.ok(personalData.copies, { as: staff })).copies
    const file = await world.call(personalData.file, { as: staff, params: { id: copy!.copyId } })
    expect(opened(file.raw).data.tables.beneficiary_employees).toHaveLength(1)
  })

  it('tells staff nothing about the health of somebody whose account was closed, and the copy says so', async () => {
    const sick = await buildEmployee(world, { companyId: cast.companyId })
    await db()
      .updateTable('beneficiary_employees')
      .set({ absence_reason: 'OTHER', absence_other: 'selkäleikkaus' })
      .where('user_id', '=', sick.userId)
      .execute()
    const account = db()
      .updateTable('users')
      .set({ last_signed_in_at: world.env.now(), deactivated_at: world.env.now() })
    const { email } = await account.where('id', '=', sick.userId).returning('email').executeTakeFirstOrThrow()
    expect((await make(email)).status).toBe(201)
    await makeDue()
    const [copy] = (await world.ok(personalData.copies, { as: staff })).copies
    const file = await world.call(personalData.file, { as: staff, params: { id: copy!.copyId } })
    const { data } = opened(file.raw)
    expect(data.tables.beneficiary_employees).toHaveLength(1)
    expect(JSON.stringify(data.tables)).not.toMatch(/absence_reason|selkäleikkaus/)
    expect(data.leftOut).toContainEqual(expect.objectContaining({ table: 'beneficiary_employees', reason: 'HEALTH' }))
  })

  it('is refused without a proof of oneself or a reason, of somebody who signs in, of nobody, and to employers', async () => {
    const signsIn = await db()
      .selectFrom('users')
      .select('email')
      .where('id', '=', employee.userId)
      .executeTakeFirstOrThrow()
    await db()
      .updateTable('users')
      .set({ last_signed_in_at: world.env.now() })
      .where('id', '=', employee.userId)
      .execute()
    const codeOf = async (reply: ReturnType<typeof make>) => {
      const { status, body } = await reply
      return [status, (body as { code: string }).code]
    }
    expect(await codeOf(make(signsIn.email))).toEqual([409, 'COPY_OWN_ORDER'])
    expect(await codeOf(make('tuntematon@testi.example'))).toEqual([409, 'NOTHING_KNOWN_OF'])
    expect(await codeOf(make('x@testi.example', await signedInAs(world, 'INTERNAL_ADMIN')))).toEqual([
      403,
      'STEP_UP_REQUIRED',
    ])
    expect((await make('x@testi.example', staff, 'ei')).status).toBe(400)
    expect((await make('x@testi.example', cast.employer)).status).toBe(403)
    expect(
      await db().selectFrom('personal_copies').select('id').where('email', '=', 'x@testi.example').execute(),
    ).toEqual([])
  })
})
