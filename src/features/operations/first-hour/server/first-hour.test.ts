import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerEmployerTerms } from '#features/people/companies/employer-terms/server/register-terms.ts'
import { buildLessor, buildStore, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { firstHour } from '../contract.ts'
import { type FirstHourCheck, firstHourChecks } from '../rules.ts'

let world: World
let boss: Caller
const folder = mkdtempSync(path.join(tmpdir(), 'poljin-bank-'))
beforeAll(async () => {
  world = await openWorld({
    variables: {
      DEMO: '0',
      BANK_INBOX_DIR: folder,
      SMTP_URL: 'smtps://mail.testi.example',
      MAIL_FROM: 'Testi <ei@testi.example>',
    },
  })
  boss = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const db = () => world.services.database.primary
const read = () => world.ok(firstHour.get, { as: boss })
const checkOf = async (check: FirstHourCheck) => (await read()).checks.find((one) => one.check === check)

describe('the first hour', () => {
  it('names all that an installation needs, in one order, and counts what is missing', async () => {
    const view = await read()
    expect(view.checks.map(({ check }) => check)).toEqual([...firstHourChecks])
    expect(view.missing).toBe(view.checks.filter(({ state }) => state === 'MISSING').length)
    expect(view.missing).toBeGreaterThan(0)
    expect(view.testMail).toBeNull()
  })

  it('names the made-up owner, the sender and the folder, and what cannot be opened any more', async () => {
    expect(await checkOf('BRAND')).toMatchObject({ state: 'MISSING', about: 'Poljin Oy, 9876543-0' })
    expect(await checkOf('MAIL')).toMatchObject({ state: 'DONE', about: 'Testi <ei@testi.example>' })
    expect(await checkOf('BANK_FOLDER')).toMatchObject({ state: 'DONE', about: folder })
    rmSync(folder, { recursive: true })
    expect(await checkOf('BANK_FOLDER')).toMatchObject({ state: 'MISSING', about: folder })
  })

  it('says what names another company once the owner is named, each by itself', async () => {
    const brand = { ...world.services.brand, legalName: 'Kiekko Testi Oy', businessId: '1234567-1' }
    const own = mkdtempSync(path.join(tmpdir(), 'poljin-brand-'))
    const file = path.join(own, 'brand.json')
    writeFileSync(file, JSON.stringify(brand))
    const named = await openWorld({ variables: { DEMO: '0', BRAND_FILE: file } })
    try {
      const as = await signedInAs(named, 'SUPER_ADMIN')
      const ownerOf = async () => (await named.ok(firstHour.get, { as })).checks.find(({ check }) => check === 'BRAND')
      expect(await ownerOf()).toMatchObject({ state: 'DONE', about: 'Kiekko Testi Oy, 1234567-1', still: [] })
      const primary = named.services.database.primary
      await registerEmployerTerms(primary, { ...named.services, brand: world.services.brand })
      await buildLessor(named, { kind: 'OPERATOR', business_id: '9876543-0' })
      expect(await ownerOf()).toMatchObject({ state: 'MISSING', still: ['TERMS', 'LESSOR'] })
    } finally {
      await named.close()
      rmSync(own, { recursive: true })
    }
  })

  it('advises of text messages that do not leave and of a missing store', async () => {
    expect(await checkOf('SMS')).toMatchObject({ state: 'ADVICE' })
    expect(await checkOf('STORE')).toMatchObject({ state: 'ADVICE', count: 0 })
    await buildStore(world)
    expect(await checkOf('STORE')).toMatchObject({ state: 'DONE', count: 1 })
  })

  it('tells who issued the seal and until when it holds', async () => {
    expect(await checkOf('SEAL')).toMatchObject({
      about: 'Poljin Oy',
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    })
  })

  it('has a lessor with a table once one may make agreements and has prices', async () => {
    expect(await checkOf('LESSOR')).toMatchObject({ state: 'MISSING' })
    expect(await checkOf('LESSOR_AUTHORITY')).toMatchObject({ state: 'MISSING', about: null })
    expect(await checkOf('BILLING_TABLE')).toMatchObject({ state: 'MISSING' })
    const name = 'Esimerkki Rahoitus Oy'
    const authority = { authority_reference: null, authority_day: null }
    const { leasingCompanyId } = await buildLessor(world, { name, kind: 'GRENKE', ...authority })
    expect(await checkOf('LESSOR')).toMatchObject({ state: 'DONE', about: name })
    expect(await checkOf('LESSOR_AUTHORITY')).toMatchObject({ state: 'MISSING', about: name })
    expect(await checkOf('BILLING_TABLE')).toMatchObject({ state: 'MISSING' })
    await db()
      .updateTable('leasing_companies')
      .set({ authority_reference: 'V-1', authority_day: '2026-01-01' })
      .where('id', '=', leasingCompanyId)
      .execute()
    expect(await checkOf('LESSOR_AUTHORITY')).toMatchObject({ state: 'DONE' })
    expect(await checkOf('BILLING_TABLE')).toMatchObject({ state: 'ADVICE', about: name })
  })

  it('calls a company ready by what its own place says', async () => {
    expect(await checkOf('COMPANY')).toMatchObject({ state: 'MISSING', about: null })
    const cast = await buildCast(world)
    expect(await checkOf('COMPANY')).toMatchObject({
      state: 'MISSING',
      count: expect.any(Number),
      companyId: cast.companyId,
    })
    expect(await journeyOf(world, cast).start()).toBeTruthy()
  })
})

describe('the test mail', () => {
  it('goes to the address of whoever asks, once for a repeated key, and its way is told', async () => {
    const send = { as: boss, body: {}, key: 'koeviesti' }
    const sent = await world.ok(firstHour.sendTestMail, send)
    expect(await world.ok(firstHour.sendTestMail, send)).toEqual(sent)
    const view = await read()
    expect(sent).toMatchObject({ recipient: view.testMailTo, status: 'PENDING', sentAt: null })
    const rows = await db().selectFrom('outbox').selectAll().where('template', '=', 'first-hour:mail.test').execute()
    expect(rows).toMatchObject([{ id: sent.messageId, recipient: view.testMailTo, user_id: boss.userId }])
    expect(await checkOf('TEST_MAIL')).toMatchObject({ state: 'MISSING', about: view.testMailTo })
    await db()
      .updateTable('outbox')
      .set({ status: 'DEAD', last_error: '550 no' })
      .where('id', '=', sent.messageId)
      .execute()
    expect((await read()).testMail).toMatchObject({ status: 'DEAD', lastError: '550 no' })
    await db()
      .updateTable('outbox')
      .set({ status: 'SENT', sent_at: world.env.now() })
      .where('id', '=', sent.messageId)
      .execute()
    expect(await checkOf('TEST_MAIL')).toMatchObject({ state: 'DONE', about: view.testMailTo })
    expect((await read()).testMail).toMatchObject({ status: 'SENT', lastError: null })
  })
})

it('is the super admin’s alone, and nothing is sent for anybody else', async () => {
  const before = await db().selectFrom('outbox').select('id').execute()
  for (const as of [await signedInAs(world, 'INTERNAL_ADMIN'), await signedInAs(world, 'BOOKKEEPING_READER')]) {
    expect((await world.call(firstHour.get, { as })).status).toBe(403)
    expect((await world.call(firstHour.sendTestMail, { as, body: {} })).status).toBe(403)
  }
  expect((await world.call(firstHour.get, { as: null })).status).toBe(401)
  expect(await db().selectFrom('outbox').select('id').execute()).toEqual(before)
})
