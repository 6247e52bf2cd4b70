import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QueryOf } from '#platform/contract/contract.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { agreements } from '../contract.ts'

type Query = Omit<QueryOf<typeof agreements.documents>, 'page' | 'limit'>

let world: World
let staff: Caller
let employer: Caller
let companyIds: string[]
let lease: Awaited<ReturnType<typeof buildRunningLease>>

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const companies = [await buildCompany(world), await buildCompany(world)] as const
  companyIds = companies.map(({ companyId }) => companyId)
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: companyIds[0]! })
  lease = await buildRunningLease(world, { company: companies[0] })
  const other = await buildEmployee(world, companies[1])
  await record(lease.employeeId, 'Ensimmäinen', '2025-12-01', lease.agreementId)
  await record(other.employeeId, 'Toinen', '2025-12-24')
  await record(other.employeeId, 'Kolmas', '2025-11-15')
  const db = world.services.database.primary
  await db.updateTable('signed_documents').set({ kind: 'CERTIFICATE' }).where('title', '=', 'Kolmas').execute()
})
afterAll(() => world.close())

const record = (beneficiaryEmployeeId: string, title: string, leasingSignDate: string, leasingAgreementId?: string) =>
  world.ok(agreements.createDocument, {
    as: staff,
    body: { beneficiaryEmployeeId, title, leasingSignDate, ...(leasingAgreementId ? { leasingAgreementId } : {}) },
  })
const listed = async (query: Query = {}, as = staff) => (await world.ok(agreements.documents, { as, query })).data
const titlesOf = async (query?: Query, as?: Caller) => (await listed(query, as)).map(({ title }) => title)
const titlesInFile = async (query: Query = {}, as = staff) => {
  const reply = await world.call(agreements.documentsFile, { as, query: { format: 'csv', ...query } })
  const lines = reply.raw.toString('utf8').trim().split('\r\n').slice(1)
  return lines.map((line) => line.split(';')[0]?.replaceAll('"', ''))
}

it.each([
  ['everything, newest first', {}, ['Kolmas', 'Toinen', 'Ensimmäinen']],
  ['the oldest first', { sort: 'createdAt' }, ['Ensimmäinen', 'Toinen', 'Kolmas']],
  ['the last signed first', { sort: '-leasingSignDate' }, ['Toinen', 'Ensimmäinen', 'Kolmas']],
  ['the first signed first', { sort: 'leasingSignDate' }, ['Kolmas', 'Ensimmäinen', 'Toinen']],
  ['certificates', { kind: 'CERTIFICATE' }, ['Kolmas']],
  ['a kind that there is none of', { kind: 'AGREEMENT' }, []],
  ['what a search finds', { search: 'toinen' }, ['Toinen']],
  ['what a search finds among certificates', { search: 'toinen', kind: 'CERTIFICATE' }, []],
] satisfies [string, Query, string[]][])('list and file hold %s', async (_, query, titles) => {
  expect(await titlesOf(query)).toEqual(titles)
  expect(await titlesInFile(query)).toEqual(titles)
})

it('documents are narrowed to a company, within the scope', async () => {
  const [own, foreign] = companyIds as [string, string]
  expect(await titlesOf({ companyId: own })).toEqual(['Ensimmäinen'])
  expect(await titlesInFile({ companyId: foreign })).toEqual(['Kolmas', 'Toinen'])
  expect(await titlesOf({ companyId: foreign }, employer)).toEqual([])
  expect(await titlesInFile({}, employer)).toEqual(['Ensimmäinen'])
})

it('a document names its company, its agreement and the order that it was made from', async () => {
  const [row] = await listed({ search: 'ensimmäinen' })
  expect(row).toMatchObject({ companyId: companyIds[0], leasingAgreementId: lease.agreementId, orderId: lease.orderId })
  expect(row?.companyName).toBeTruthy()
  const db = world.services.database.primary
  const known = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.agreement_number as agreementNumber', 'o.order_number as orderNumber'])
    .where('a.id', '=', lease.agreementId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject(known)
})

it('the file is for nobody who may not read documents', async () => {
  const reporting = await signedInAs(world, 'EMPLOYER_REPORTING', { companyId: companyIds[0]! })
  const reply = await world.call(agreements.documentsFile, { as: reporting, query: { format: 'csv' } })
  expect(reply.status).toBe(403)
})
