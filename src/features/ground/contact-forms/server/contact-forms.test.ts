import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld({ variables: { OPERATOR_EMAIL: 'palvelu@testi.example' } })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

let made = 0
/** A new message; every one from an address of its own, so that no limit is met by accident. */
const message = (change: object = {}) => {
  made += 1
  const base = { role: 'EMPLOYER' as const, name: 'Testi Lähettäjä', message: 'Haluaisimme edun sadalle hengelle.' }
  return { ...base, email: `lahettaja${made}@testi.example`, website: '', ...change }
}
const formRows = () => world.services.database.primary.selectFrom('contact_forms').selectAll().execute()
const mails = () =>
  world.services.database.primary
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', 'palvelu@testi.example')
    .execute()

test('a message is stored and the operator hears of it without its contents', async () => {
  const body = message({ email: ' Lahettaja@Testi.Example ', phone: '040 123 4567', company: ' ', language: 'sv' })
  const { contactFormDataId } = await world.ok(contactForms.submit, { body })
  const { items } = await world.ok(contactForms.list, { as: staff, query: { search: 'sadalle' } })
  expect(items).toMatchObject([
    {
      contactFormDataId,
      email: 'lahettaja@testi.example',
      phone: '0401234567',
      company: null,
      language: 'sv',
      checked: false,
    },
  ])
  const [mail] = await mails()
  expect(mail?.links).toEqual([`${world.services.config.origin}/admin/contact-forms?open=${contactFormDataId}`])
  for (const personal of ['Testi Lähettäjä', 'lahettaja@testi.example', '0401234567', 'sadalle'])
    expect(`${mail?.subject} ${mail?.body_text}`).not.toContain(personal)
})

test('whoever writes gets a receipt with a number by which staff find it and our last day, in their language and without what was typed', async () => {
  world.env.setNow('2026-11-27T08:00:00Z')
  const as = await signedInAs(world, 'INTERNAL_ADMIN')
  const body = message({ name: 'Testi Kirjoittaja', language: 'sv' })
  const { contactFormDataId } = await world.ok(contactForms.submit, { body })
  const number = contactFormDataId.slice(-8).toUpperCase()
  const receipts = await world.services.database.primary
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', body.email)
    .execute()
  expect(receipts).toMatchObject([{ language: 'sv', subject: `Vi har fått ditt meddelande, nummer ${number}` }])
  expect(receipts[0]!.body_text).toContain('Vi svarar senast 1.12.2026')
  for (const typed of [body.name, body.message]) expect(receipts[0]!.body_text).not.toContain(typed)
  const found = await world.ok(contactForms.list, { as, query: { search: number } })
  expect(found.items.map((one) => one.contactFormDataId)).toEqual([contactFormDataId])
  const { data } = await world.ok(tasks.list, { as, query: { action: 'checkContactForm' } })
  expect(data.find(({ id }) => id.endsWith(contactFormDataId))).toMatchObject({ due: '2026-12-01' })
})

test('a filled trap looks like success and stores nothing', async () => {
  const before = [await formRows(), await mails()].map((rows) => rows.length)
  const reply = await world.call(contactForms.submit, { body: message({ website: 'https://mainos.example' }) })
  expect(reply.status).toBe(201)
  expect(reply.body.contactFormDataId).toMatch(/^[\da-f-]{36}$/)
  expect([await formRows(), await mails()].map((rows) => rows.length)).toEqual(before)
})

test('a wrong address, phone number or role is refused at its field and nothing is stored', async () => {
  const before = await formRows()
  const wrong = [
    [{ email: 'ei osoite' }, 'email'],
    [{ phone: '12345' }, 'phone'],
    [{ role: 'ADMIN' }, 'role'],
    [{ message: 'lyhyt' }, 'message'],
    [{ name: '  ' }, 'name'],
  ] as const
  for (const [change, path] of wrong) {
    const reply = await world.call(contactForms.submit, { body: message(change) })
    expect(reply.status).toBe(400)
    expect(reply.body.fields).toMatchObject([{ path }])
  }
  expect(await formRows()).toEqual(before)
})

test('pressing twice sends one message', async () => {
  const body = message()
  const first = await world.ok(contactForms.submit, { body, key: 'sama-viesti' })
  expect(await world.ok(contactForms.submit, { body, key: 'sama-viesti' })).toEqual(first)
  expect((await formRows()).filter(({ email }) => email === body.email)).toHaveLength(1)
})

test('one address sends five messages an hour', async () => {
  const email = 'innokas@testi.example'
  const statuses = []
  for (let round = 0; round < 6; round += 1)
    statuses.push((await world.call(contactForms.submit, { body: message({ email }) })).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('a message is marked as checked, noted and returned, each in the event log', async () => {
  world.env.advance(3_600_000)
  const { contactFormDataId } = await world.ok(contactForms.submit, { body: message() })
  const count = async () => (await world.ok(contactForms.uncheckedCount, { as: staff })).count
  const before = await count()
  const params = { contactFormDataId }
  const checked = await world.ok(contactForms.update, {
    as: staff,
    params,
    body: { checked: true, note: ' Soitettu ' },
  })
  expect(checked).toMatchObject({ checked: true, note: 'Soitettu', version: 2 })
  expect(checked.checkedBy).not.toBeNull()
  expect(await count()).toBe(before - 1)
  const old = await world.call(contactForms.update, { as: staff, params, body: { checked: false, version: 1 } })
  expect(old.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { version: 2 } } })
  expect(await count()).toBe(before - 1)
  const returned = await world.ok(contactForms.update, { as: staff, params, body: { checked: false, version: 2 } })
  expect(returned).toMatchObject({ checked: false, checkedAt: null, checkedBy: null, note: 'Soitettu' })
  const events = await world.services.database.primary
    .selectFrom('events')
    .select('data')
    .where('subject_id', '=', contactFormDataId)
    .orderBy('position')
    .execute()
  expect(events.map(({ data }) => data)).toMatchObject([
    { register: 'contact-forms', before: { checked: false }, after: { checked: true }, noteChanged: true },
    { before: { checked: true }, after: { checked: false }, noteChanged: false },
  ])
  const unknown = { contactFormDataId: world.env.id() }
  expect((await world.call(contactForms.update, { as: staff, params: unknown, body: { checked: true } })).status).toBe(
    404,
  )
})

test('an answer leaves once by mail whose replies go to the operator, stays in the thread, and a reply is put beside it', async () => {
  world.env.advance(3_600_000)
  const body = message({ language: 'sv' })
  const { contactFormDataId } = await world.ok(contactForms.submit, { body })
  const params = { contactFormDataId }
  const answer = { kind: 'SENT' as const, body: ' Hej!\n\nDet kostar ingenting. ', checked: true, version: 1 }
  const call = { as: staff, params, body: answer, key: 'vastaus' }
  const done = await world.ok(contactForms.answer, call)
  expect(done).toMatchObject({ checked: true, version: 2 })
  expect(await world.ok(contactForms.answer, call)).toEqual(done)
  const number = contactFormDataId.slice(-8).toUpperCase()
  const sent = await world.services.database.primary
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', body.email)
    .where('template', '=', 'contact-forms:mail.answer')
    .execute()
  expect(sent).toMatchObject([
    { language: 'sv', subject: `Svar på ditt meddelande ${number}`, reply_to: 'palvelu@testi.example' },
  ])
  expect(sent[0]!.body_text).toContain('Hej!\n\nDet kostar ingenting.')
  const came = { kind: 'CAME' as const, body: 'Tack!', checked: false, version: 2 }
  expect(await world.ok(contactForms.answer, { as: staff, params, body: came })).toMatchObject({ checked: false })
  const thread = await world.ok(contactForms.thread, { as: staff, params, query: {} })
  expect(thread).toMatchObject({ total: 2, replyTo: 'palvelu@testi.example' })
  expect(thread.items).toMatchObject([
    { kind: 'SENT', body: 'Hej!\n\nDet kostar ingenting.', mail: 'PENDING' },
    { kind: 'CAME', body: 'Tack!', mail: null },
  ])
  const second = await world.ok(contactForms.thread, { as: staff, params, query: { limit: 1, page: 2 } })
  expect(second.items.map((one) => one.body)).toEqual(['Tack!'])
  const events = await world.services.database.primary
    .selectFrom('events')
    .select('data')
    .where('subject_id', '=', contactFormDataId)
    .orderBy('position')
    .execute()
  expect(events.map(({ data }) => data)).toMatchObject([{ change: 'answered' }, { change: 'replied' }])
  expect(JSON.stringify(events)).not.toContain('kostar')
})

test('an answer to what a colleague has answered meanwhile, to nothing, or without the right is refused and nothing leaves', async () => {
  world.env.advance(3_600_000)
  const body = message()
  const { contactFormDataId } = await world.ok(contactForms.submit, { body })
  const params = { contactFormDataId }
  const answer = { kind: 'SENT' as const, body: 'Hei!', checked: true, version: 2 }
  const reader = await signedInAs(world, 'BOOKKEEPING_READER')
  const ask = (change: object, call: object = {}) =>
    world.call(contactForms.answer, { as: staff, params, body: { ...answer, ...change }, ...call })
  expect((await ask({})).body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { version: 1 } } })
  expect((await ask({ body: '   ', version: 1 })).status).toBe(400)
  expect((await ask({ version: 1 }, { params: { contactFormDataId: world.env.id() } })).status).toBe(404)
  expect((await ask({ version: 1 }, { as: reader })).status).toBe(403)
  const unknown = { contactFormDataId: world.env.id() }
  expect((await world.call(contactForms.thread, { as: staff, params: unknown, query: {} })).status).toBe(404)
  expect((await world.call(contactForms.thread, { as: reader, params, query: {} })).status).toBe(403)
  expect((await world.ok(contactForms.thread, { as: staff, params, query: {} })).total).toBe(0)
  const left = world.services.database.primary
    .selectFrom('outbox')
    .select('template')
    .where('recipient', '=', body.email)
  expect(await left.execute()).toEqual([{ template: 'contact-forms:mail.receipt' }])
})

test('messages are listed by page and by state, the unhandled first and of those the newest', async () => {
  world.env.advance(3_600_000)
  const ids = []
  for (const text of ['Ensimmäinen kysymys', 'Toinen kysymys', 'Kolmas kysymys'])
    ids.push((await world.ok(contactForms.submit, { body: message({ message: text }) })).contactFormDataId)
  const params = { contactFormDataId: ids[1]! }
  await world.ok(contactForms.update, { as: staff, params, body: { checked: true } })
  const list = async (query: object) =>
    world.ok(contactForms.list, { as: staff, query: { search: 'kysymys', ...query } })
  const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map((item) => item.contactFormDataId)
  const second = await list({ limit: 2, page: 2 })
  expect([idsOf(await list({ limit: 2 })), idsOf(second)]).toEqual([[ids[2], ids[0]], [ids[1]]])
  expect(second).toMatchObject({ total: 3, totalPages: 2, hasNext: false, hasPrevious: true })
  expect(idsOf(await list({ checked: false }))).toEqual([ids[2], ids[0]])
  // A link opens a message that stands on another page of the list.
  expect(idsOf(await list({ limit: 2, id: ids[1] }))).toEqual([ids[1]])
  expect(idsOf(await list({ search: '100%' }))).toEqual([])
})

test('their file holds what the list holds, with the note and without those that a filter leaves out', async () => {
  const fileOf = async (query: object) => {
    const reply = await world.call(contactForms.listFile, { as: staff, query: { format: 'csv', ...query } })
    return reply.raw.toString('utf8').trim().split('\r\n').slice(1)
  }
  const listOf = async (query: object) =>
    (await world.ok(contactForms.list, { as: staff, query: { limit: 100, ...query } })).items
  for (const query of [{}, { search: 'kysymys' }, { search: 'kysymys', checked: true }, { search: 'ei kukaan' }]) {
    const [lines, rows] = [await fileOf(query), await listOf(query)]
    expect(lines).toHaveLength(rows.length)
    for (const [at, { email, message: text }] of rows.entries()) {
      expect(lines[at]).toContain(email)
      expect(lines[at]).toContain(text)
    }
  }
  expect((await fileOf({ checked: false })).join()).toContain('Soitettu')
})

test('only staff reads and checks messages', async () => {
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  const { contactFormDataId } = (await world.ok(contactForms.list, { as: staff })).items[0]!
  const params = { contactFormDataId }
  const before = await formRows()
  expect((await world.call(contactForms.list, { as: employer })).status).toBe(403)
  expect((await world.call(contactForms.listFile, { as: employer, query: { format: 'csv' } })).status).toBe(403)
  expect((await world.call(contactForms.uncheckedCount, { as: employer })).status).toBe(403)
  expect((await world.call(contactForms.update, { as: employer, params, body: { checked: true } })).status).toBe(403)
  expect(await formRows()).toEqual(before)
})
