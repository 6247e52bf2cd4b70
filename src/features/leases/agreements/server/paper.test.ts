import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { agreements } from '../contract.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let person: Awaited<ReturnType<typeof buildEmployee>>
let staff: Caller
let employer: Caller
let foreign: Caller

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

beforeAll(async () => {
  world = await openWorld()
  company = await buildCompany(world)
  person = await buildEmployee(world, company)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const other = await buildCompany(world)
  foreign = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.companyId })
})
afterAll(() => world.close())

const today = () => helsinkiDay(world.env.now())
const record = (
  as: Caller | null,
  more: { leasingSignDate?: string; leasingAgreementId?: string } = {},
  key?: string,
) =>
  world.call(agreements.createDocument, {
    as,
    body: {
      beneficiaryEmployeeId: person.employeeId,
      title: 'Vuokrasopimus, paperi',
      leasingSignDate: today(),
      ...more,
    },
    ...(key ? { key } : {}),
  })
const attach = (as: Caller | null, id: string, body = pdf, fileName = 'skannaus.pdf') =>
  world.call(agreements.attachFile, { as, params: { id }, query: { fileName }, body })
const recorded = async () =>
  (
    await world.ok(agreements.createDocument, {
      as: staff,
      body: { beneficiaryEmployeeId: person.employeeId, title: 'Vuokrasopimus, paperi', leasingSignDate: today() },
    })
  ).data
const count = async () => (await world.ok(agreements.documents, { as: staff })).total

describe('a document signed on paper', () => {
  it('is found by its title, person, employee number and company, by nobody whom it does not concern', async () => {
    const { signedDocumentId } = await recorded()
    const db = world.services.database.primary
    const { last_name, employee_number, name } = await db
      .selectFrom('beneficiary_employees as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .innerJoin('companies as c', 'c.id', 'e.company_id')
      .select(['u.last_name', 'e.employee_number', 'c.name'])
      .where('e.id', '=', person.employeeId)
      .executeTakeFirstOrThrow()
    const found = async (as: Caller, search: string) =>
      (await world.ok(agreements.documents, { as, query: { search } })).data.map((row) => row.signedDocumentId)
    for (const search of ['VUOKRA paperi', last_name, employee_number!, `${name} ${last_name}`]) {
      expect(await found(staff, search), search).toContain(signedDocumentId)
      expect(await found(employer, search), search).toContain(signedDocumentId)
      expect(await found(foreign, search), search).toEqual([])
    }
    expect(await found(staff, 'vuokra olematon')).toEqual([])
  })

  it('is recorded by staff, stands in the lists of those it concerns, and in the log', async () => {
    const document = await recorded()
    expect(document).toMatchObject({ kind: 'OTHER', sealed: false, hasFile: false, paymentStatus: 'NOT_PAID' })
    const seen = await world.ok(agreements.documents, { as: employer })
    expect(seen.data.map((row) => row.signedDocumentId)).toContain(document.signedDocumentId)
    expect((await world.ok(agreements.documents, { as: foreign })).total).toBe(0)
    const events = await world.services.database.primary
      .selectFrom('events')
      .select(['type', 'data'])
      .where('beneficiary_employee_id', '=', person.employeeId)
      .execute()
    expect(events).toContainEqual({
      type: 'SIGNED_DOCUMENT_RECORDED',
      data: { documentId: document.signedDocumentId },
    })
  })

  it('is offered as a PDF and as nothing else, whatever name it came with', async () => {
    for (const fileName of ['gnp.exe', 'a.html']) {
      const { signedDocumentId: id } = await recorded()
      expect((await attach(staff, id, pdf, fileName)).status).toBe(200)
      const kept = world.services.database.primary.selectFrom('files').select(['label', 'content_type'])
      const { label, content_type } = await kept.orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect([label, content_type]).toEqual([`${fileName}.pdf`, 'application/pdf'])
    }
  })

  it('is refused to employers, for a day to come, for another person’s agreement, and recorded once per key', async () => {
    const before = await count()
    expect((await record(employer)).status).toBe(403)
    expect((await record(null)).status).toBe(401)
    expect((await record(staff, { leasingSignDate: addDays(today(), 1) })).status).toBe(400)
    const lease = await buildRunningLease(world, { company })
    expect((await record(staff, { leasingAgreementId: lease.agreementId })).status).toBe(404)
    expect(await count()).toBe(before)
    const key = world.env.id()
    await record(staff, {}, key)
    await record(staff, {}, key)
    expect(await count()).toBe(before + 1)
  })

  it('takes its scanned PDF once and gives it back to those whom it concerns', async () => {
    const { signedDocumentId: id } = await recorded()
    expect((await world.call(agreements.file, { as: employer, params: { id } })).status).toBe(404)
    expect((await attach(employer, id)).status).toBe(403)
    expect((await attach(staff, id, Buffer.from('MZ'))).status).toBe(400)
    expect((await attach(staff, world.env.id())).status).toBe(404)
    const attached = await attach(staff, id)
    expect(attached.status).toBe(200)
    expect(attached.body).toMatchObject({ data: { hasFile: true, version: 2 } })
    const again = await attach(staff, id)
    expect([again.status, again.body]).toMatchObject([409, { code: 'FILE_EXISTS' }])
    const file = await world.call(agreements.file, { as: employer, params: { id } })
    expect(file.status).toBe(200)
    expect(file.raw.equals(pdf)).toBe(true)
    expect((await world.call(agreements.file, { as: foreign, params: { id } })).status).toBe(404)
  })
})

it('tells the person and the employer when a paper has been added and when it is taken out of the lists', async () => {
  const root = await signedInAs(world, 'SUPER_ADMIN')
  const { signedDocumentId: id } = await recorded()
  const since = world.env.now()
  const told = async (userId: string) => {
    const notices = world.services.database.primary
      .selectFrom('notifications')
      .select('template')
      .where('user_id', '=', userId)
      .where('template', 'like', 'agreements:%')
      .where('created_at', '>=', since)
      .orderBy('id')
    return (await notices.execute()).map(({ template }) => template)
  }
  const before = [await told(person.userId), await told(employer.userId), await told(foreign.userId)]
  await attach(staff, id)
  const remove = (as: Caller) => world.call(agreements.deleteDocument, { as, params: { id }, query: {} })
  expect((await remove(staff)).status).toBe(403)
  expect((await remove(root)).status).toBe(200)
  const added = async (userId: string, at: number) => (await told(userId)).slice(before[at]!.length)
  expect(await added(person.userId, 0)).toEqual(['agreements:notice.added', 'agreements:notice.removed'])
  expect(await added(employer.userId, 1)).toEqual([
    'agreements:employerNotice.added',
    'agreements:employerNotice.removed',
  ])
  expect(await added(foreign.userId, 2)).toEqual([])
  const events = world.services.database.primary
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'SIGNED_DOCUMENT_REMOVED')
  expect((await events.execute()).map(({ data }) => data)).toEqual([{ documentId: id }])
})
