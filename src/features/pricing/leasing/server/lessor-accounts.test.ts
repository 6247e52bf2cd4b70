import { describe, expect, test } from 'vitest'
import { buildCompany, buildLessor, signedInAs, stepUp } from '#testing/builders.ts'
import { prepareLeasing, staff, superAdmin, world } from '#testing/cases/leasing-cases.ts'
import type { Caller } from '#testing/world.ts'
import { leasing } from '../contract.ts'
import { settleLessorAccounts } from './bank-account-job.ts'

prepareLeasing()

describe('the bank account of a lessor', () => {
  const [first, next] = ['FI2112345600000785', 'FI5542345670000081']

  async function lessor() {
    const { leasingCompanyId } = await buildLessor(world, { iban: first, invoice_email: 'laskut@rahoitus.example' })
    const params = { id: leasingCompanyId }
    const now = (as = staff) => world.ok(leasing.company, { as, params })
    const change = async (as: Caller, body: object) => {
      const { companyName, invoiceEmail, version } = await now(as)
      return world.call(leasing.updateCompany, { as, params, body: { companyName, invoiceEmail, version, ...body } })
    }
    const answer = async (call: 'confirmAccount' | 'refuseAccount', as: Caller) =>
      world.call(leasing[call], { as, params, body: { version: (await now()).version } })
    return { params, now, change, answer }
  }

  const mailed = async (recipient: string) => {
    const rows = await world.services.database.primary
      .selectFrom('outbox')
      .select('template')
      .where('recipient', '=', recipient)
      .where('template', 'like', 'leasing:%')
      .orderBy('created_at')
      .execute()
    return rows.map(({ template }) => template).sort()
  }

  test('changes with the password and a second member of staff; the old address and the staff are told', async () => {
    const one = await lessor()
    const me = await signedInAs(world, 'INTERNAL_ADMIN')
    const { email } = await world.services.database.primary
      .selectFrom('users')
      .select('email')
      .where('id', '=', superAdmin.userId)
      .executeTakeFirstOrThrow()
    expect((await one.change(me, { iban: next })).body.code).toBe('STEP_UP_REQUIRED')
    expect(await one.now()).toMatchObject({ iban: first, pendingIban: null })
    const proven = await stepUp(world, me)
    const stolen = { iban: next, invoiceEmail: 'muualle@muualla.example' }
    expect((await one.change(proven, stolen)).body).toMatchObject({
      iban: first,
      pendingIban: { iban: next, takesEffectAt: null },
    })
    expect(await mailed('laskut@rahoitus.example')).toEqual(['leasing:mail.bankAccount', 'leasing:mail.emailChanged'])
    expect(await mailed('muualle@muualla.example')).toEqual([])
    expect(await mailed(email)).toEqual(['leasing:mail.accountStaff'])
    expect((await one.answer('confirmAccount', proven)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await one.answer('confirmAccount', staff)).body.code).toBe('STEP_UP_REQUIRED')
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await one.answer('confirmAccount', employer)).status).toBe(403)
    const second = await stepUp(world, superAdmin)
    expect((await one.answer('confirmAccount', second)).body).toMatchObject({ iban: next, pendingIban: null })
    expect((await one.answer('confirmAccount', second)).status).toBe(404)
  })

  test('that a change leaves out or that is stopped stays, and a new lessor has none before it is confirmed', async () => {
    const one = await lessor()
    const proven = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
    await one.change(proven, { iban: next })
    expect((await one.change(proven, {})).body).toMatchObject({ iban: first, pendingIban: { iban: next } })
    expect((await one.answer('refuseAccount', proven)).body).toMatchObject({ iban: first, pendingIban: null })
    expect((await one.change(proven, { iban: null })).body.fields).toMatchObject([{ path: 'iban', code: 'REQUIRED' }])
    expect((await one.change(proven, { iban: 'FI21 1' })).body.fields).toMatchObject([{ code: 'IBAN_INVALID' }])
    const added = { companyName: 'Tilillinen Rahoitus Oy', iban: next }
    const plain = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await world.call(leasing.createCompany, { as: plain, body: added })).body.code).toBe('STEP_UP_REQUIRED')
    const created = await world.ok(leasing.createCompany, { as: proven, body: added })
    expect(created).toMatchObject({ iban: null, pendingIban: { iban: next }, version: 1 })
    const { items } = await world.ok(leasing.companies, { as: staff })
    expect(items.filter((item) => 'companyName' in item && item.companyName === added.companyName)).toHaveLength(1)
  })

  test('takes effect after 72 hours where nobody else could confirm it, and not where nobody would be told', async () => {
    const one = await lessor()
    const silent = await buildLessor(world, { iban: first })
    const proven = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
    const db = world.services.database.primary
    const others = db.updateTable('users').where('id', '<>', proven.userId)
    await others.set({ deactivated_at: world.env.now() }).execute()
    await one.change(proven, { iban: next })
    const refused = { body: { fields: [{ path: 'invoiceEmail', code: 'REQUIRED' }] } }
    const added = { companyName: 'Osoitteeton Rahoitus Oy', iban: next }
    expect(await world.call(leasing.createCompany, { as: proven, body: added })).toMatchObject(refused)
    // An address that comes along with the account is nobody's who could object.
    const own = { companyName: silent.name, invoiceEmail: 'oma@muualla.example', iban: next, version: 1 }
    const params = { id: silent.leasingCompanyId }
    expect(await world.call(leasing.updateCompany, { as: proven, params, body: own })).toMatchObject(refused)
    const kept = db.selectFrom('leasing_companies').select(['name', 'pending_iban', 'invoice_email'])
    expect(await kept.where('name', 'in', [silent.name, added.companyName]).execute()).toEqual([
      { name: silent.name, pending_iban: null, invoice_email: null },
    ])
    world.env.advance(71 * 3_600_000)
    await settleLessorAccounts.run(world.services)
    const early = await db.selectFrom('leasing_companies').select('iban').where('id', '=', one.params.id).execute()
    expect(early).toEqual([{ iban: first }])
    world.env.advance(2 * 3_600_000)
    await settleLessorAccounts.run(world.services)
    const late = await db.selectFrom('leasing_companies').select('iban').where('id', '=', one.params.id).execute()
    expect(late).toEqual([{ iban: next }])
    await others.set({ deactivated_at: null }).execute()
    world.env.advance(-73 * 3_600_000)
  })

  test('is not told to an address alone that its proposer has just written, unless somebody else wrote it', async () => {
    const db = world.services.database.primary
    const [own, others] = [await buildLessor(world, { iban: first }), await buildLessor(world, { iban: first })]
    const proposer = await signedInAs(world, 'INTERNAL_ADMIN')
    const write = async (as: Caller, { leasingCompanyId: id }: typeof own, body: object) => {
      const { companyName, invoiceEmail, version } = await world.ok(leasing.company, { as, params: { id } })
      return world.ok(leasing.updateCompany, {
        as,
        params: { id },
        body: { companyName, invoiceEmail, version, ...body },
      })
    }
    await write(proposer, own, { invoiceEmail: 'oma@muualla.example' })
    await write(staff, others, { invoiceEmail: 'laskut@toinen.example' })
    const proven = await stepUp(world, proposer)
    const absent = db.updateTable('users').where('id', '<>', proven.userId)
    await absent.set({ deactivated_at: world.env.now() }).execute()
    const hours = async (lessor: typeof own) => {
      const { pendingIban } = await write(proven, lessor, { iban: next })
      return Math.round((Date.parse(pendingIban!.takesEffectAt!) - world.env.now().getTime()) / 3_600_000)
    }
    expect([await hours(own), await hours(others)]).toEqual([30 * 24 + 72, 72])
    const added = { companyName: 'Yksin Lisätty Rahoitus Oy', invoiceEmail: 'oma@muualla.example', iban: next }
    const created = await world.ok(leasing.createCompany, { as: proven, body: added })
    const waits = Date.parse(created.pendingIban!.takesEffectAt!) - world.env.now().getTime()
    expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
    await absent.set({ deactivated_at: null }).execute()
  })

  test.each([29, 31])(
    'is not heard sooner by an address that was taken away at once and is back after %i days',
    async (days) => {
      const db = world.services.database.primary
      const start = world.env.now()
      const one = await lessor()
      const { userId } = await signedInAs(world, 'INTERNAL_ADMIN')
      const absent = db.updateTable('users').where('id', '<>', userId)
      await absent.set({ deactivated_at: start }).execute()
      const write = async (invoiceEmail: string | null) => one.change(await world.signIn(userId), { invoiceEmail })
      await write('oma@palaava.example')
      await db.deleteFrom('former_addresses').where('register_id', '=', one.params.id).execute()
      await write(null)
      world.env.advance(days * 24 * 3_600_000)
      await write('oma@palaava.example')
      const { pendingIban } = (await one.change(await stepUp(world, await world.signIn(userId)), { iban: next })).body
      const waits = Date.parse(pendingIban!.takesEffectAt!) - world.env.now().getTime()
      expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
      await absent.set({ deactivated_at: null }).execute()
      world.env.setNow(start.toISOString())
    },
  )

  test('that nobody may confirm is told to colleagues who could stop it, and not heard by an address that one of them wrote', async () => {
    const db = world.services.database.primary
    const one = await lessor()
    const proposer = await signedInAs(world, 'SUPER_ADMIN')
    const puppet = await signedInAs(world, 'INTERNAL_ADMIN')
    const roles = db.updateTable('user_roles').where('user_id', '=', puppet.userId)
    await roles.set({ created_by: proposer.userId, created_at: world.env.now() }).execute()
    await one.change(puppet, { invoiceEmail: null })
    await one.change(puppet, { invoiceEmail: 'nukke@muualla.example' })
    await db.deleteFrom('former_addresses').where('register_id', '=', one.params.id).execute()
    const proven = await stepUp(world, proposer)
    const absent = db.updateTable('users').where('id', 'not in', [proven.userId, puppet.userId])
    await absent.set({ deactivated_at: world.env.now() }).execute()
    const { pendingIban } = (await one.change(proven, { iban: next })).body
    const waits = Date.parse(pendingIban!.takesEffectAt!) - world.env.now().getTime()
    expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
    await absent.set({ deactivated_at: null }).execute()
    const told = await db.selectFrom('outbox').select('template').where('user_id', '=', puppet.userId).execute()
    expect(told).toEqual([{ template: 'leasing:mail.accountStaff' }])
  })
})
