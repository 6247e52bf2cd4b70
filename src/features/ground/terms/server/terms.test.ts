import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { registerAgreementTerms } from '#features/leases/agreements/server/agreement-terms.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { terms } from '../contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const text = (words: string) => ({ title: `Ehdot ${words}`, body: `Pyörä lukitaan aina runkolukituksella. ${words}` })
const body = (after: number, change: object = {}) => ({
  insurer: 'Mallivakuutus Oy',
  businessId: '1234567-1',
  covers: { THEFT: true, DAMAGE: true, VANDALISM: false, LOSS: false },
  deductible: 150,
  limit: 3000,
  fi: text('suomeksi'),
  sv: text('på svenska'),
  en: text('in English'),
  after,
  ...change,
})
const listed = async () => (await world.ok(terms.list, { as: cast.staff })).items
const insurance = async () => (await listed()).filter(({ kind }) => kind === 'INSURANCE')

it('an order asks for no insurance while there are no terms to read', async () => {
  const { journey, orderId, own } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  expect(await journey.order(own.employee, orderId)).toMatchObject({ insuranceTerms: null })
  await journey.answer(orderId)
  expect(await journey.order(own.employee, orderId)).toMatchObject({
    orderStatus: 'ALL_INFO_PROVIDED',
    insuranceAcceptedAt: null,
  })
})

it('the wording of the release is kept as a version once, and again only when it changes', async () => {
  const keep = () => world.services.database.transaction((tx) => registerAgreementTerms(tx, world.services))
  const numbers = async () => (await listed()).filter(({ kind }) => kind === 'AGREEMENT').map(({ number }) => number)
  await keep()
  await keep()
  expect(await numbers()).toEqual([1])
  await db()
    .updateTable('terms_documents')
    .set({ sha256: Buffer.alloc(32) })
    .where('language', '=', 'sv')
    .execute()
  await keep()
  expect(await numbers()).toEqual([2, 1])
})

it('insurance terms are published by version in three languages, refused whole when something is wrong', async () => {
  const add = (change: object, as = cast.staff) => world.call(terms.addInsurance, { as, body: body(0, change) })
  expect((await add({}, cast.employer)).status).toBe(403)
  expect((await add({ businessId: '1234567-9' })).body.fields).toMatchObject([{ path: 'businessId' }])
  const nothing = { THEFT: false, DAMAGE: false, VANDALISM: false, LOSS: false }
  expect((await add({ covers: nothing })).body.fields).toMatchObject([{ path: 'covers.THEFT', code: 'REQUIRED' }])
  expect((await add({ after: 3 })).body.code).toBe('VERSION_CONFLICT')
  expect(await insurance()).toEqual([])
  const headers = { 'idempotency-key': 'terms-once' }
  const first = await world.call(terms.addInsurance, { as: cast.staff, body: body(0), headers })
  const again = await world.call(terms.addInsurance, { as: cast.staff, body: body(0), headers })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(await insurance()).toMatchObject([
    { number: 1, insurance: { covers: ['THEFT', 'DAMAGE'], deductible: 150, limit: 3000 } },
  ])
})

it('two people who publish at once: one version, the other is told', async () => {
  const [one, other] = await Promise.all(
    [cast.staff, await signedInAs(world, 'SUPER_ADMIN')].map((as) =>
      world.call(terms.addInsurance, { as, body: body(1, { deductible: 200 }) }),
    ),
  )
  expect([one!.status, other!.status].sort()).toEqual([201, 409])
  expect((await insurance()).map(({ number }) => number)).toEqual([2, 1])
})

it('everybody signed in reads the terms, and the file’s bytes have the hash that is named', async () => {
  const [{ documents }] = (await insurance()) as [Awaited<ReturnType<typeof insurance>>[number]]
  const fi = documents.find(({ language }) => language === 'fi')!
  const read = await world.ok(terms.get, { as: cast.employee, params: { id: fi.termsId } })
  expect(read.content).toContain('Vakuutus on voimassa varkauden ja vaurion varalta.')
  expect(read.content).toContain('Omavastuu: 200,00')
  const file = await world.call(terms.file, { as: cast.employee, params: { id: fi.termsId } })
  expect(file.status).toBe(200)
  expect(createHash('sha256').update(read.content).digest('hex')).toBe(fi.sha256)
  expect((await world.call(terms.get, { params: { id: fi.termsId } })).status).toBe(401)
  const unknown = { id: world.env.id() }
  expect((await world.call(terms.file, { as: cast.employee, params: unknown })).status).toBe(404)
})

it('an order accepts the terms in force by name; version and hash stay with it and with the agreement', async () => {
  const { journey, orderId, own } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  const { version, policy, insuranceTerms } = await journey.order(own.employee, orderId)
  const answer = (change: object) =>
    world.call(orders.setAnswers, {
      as: own.employee,
      params: { orderId },
      body: { delivery: 'PICKUP', acceptPolicy: true, policyId: policy?.policyId ?? null, version, ...change },
    })
  const unread = await answer({ insuranceTermsId: insuranceTerms!.termsId })
  expect(unread.body.fields).toMatchObject([{ path: 'acceptInsurance', code: 'REQUIRED' }])
  const [, earlier] = await insurance()
  const old = earlier!.documents.find(({ language }) => language === 'fi')!
  const stale = await answer({ acceptInsurance: true, insuranceTermsId: old.termsId })
  expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
  expect(await journey.order(own.employee, orderId)).toMatchObject({ orderStatus: 'PACKAGE_PROVIDED', version })
  await journey.answer(orderId)
  // What comes after the acceptance does not reach it.
  await world.ok(terms.addInsurance, { as: cast.staff, body: body(2) })
  const kept = await db()
    .selectFrom('orders as o')
    .innerJoin('leasing_agreements as a', 'a.id', 'o.agreement_id')
    .innerJoin('terms_documents as t', 't.id', 'a.terms_id')
    .select(['o.insurance_terms_id', 'o.insurance_terms_sha256', 't.kind', 't.number', 'a.id'])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ insurance_terms_id: insuranceTerms!.termsId, kind: 'AGREEMENT', number: 2 })
  const { sha256 } = await world.ok(terms.get, { as: own.employee, params: { id: insuranceTerms!.termsId } })
  expect(kept.insurance_terms_sha256!.toString('hex')).toBe(sha256)
  expect(await journey.order(own.employee, orderId)).toMatchObject({ insuranceTerms: { number: 2 } })
  const pdf = await world.call(agreements.document, { as: own.employee, params: { id: kept.id } })
  expect(pdf.status).toBe(200)
})
