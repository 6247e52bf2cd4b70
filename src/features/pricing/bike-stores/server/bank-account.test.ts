import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { stepUp as proving } from '#features/ground/sessions/step-up/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { housekeeping } from '#platform/server/jobs/housekeeping.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { buildCompany, buildStore, buildUser, signedInAs, stepUp } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { settleBankAccounts } from './bank-account-job.ts'

const [old, other] = ['FI2112345600000785', 'FI5542345670000081']
let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

async function store() {
  const { bikeStoreId } = await buildStore(world, { iban: old })
  const params = { id: bikeStoreId }
  const now = () => world.ok(bikeStores.get, { as: staff, params })
  const change = async (body: object, as = staff) => {
    const { storeName, email, version } = await now()
    return world.call(bikeStores.update, { as, params, body: { storeName, email, version, ...body } })
  }
  const answer = async (call: 'confirmAccount' | 'refuseAccount', as: Caller) =>
    world.call(bikeStores[call], { as, params, body: { version: (await now()).version } })
  return { params, now, change, answer }
}

test('the password once more opens the change for ten minutes, to this session alone', async () => {
  const password = 'kolme kettua soutaa yössä'
  const me = await signedInAs(world, 'INTERNAL_ADMIN', {}, { password_hash: await hashPassword(password) })
  const one = await store()
  expect((await one.change({ iban: other }, me)).body.code).toBe('STEP_UP_REQUIRED')
  expect((await world.call(proving.prove, { as: me, body: { password: 'väärä' } })).body.code).toBe(
    'PASSWORD_CHECK_FAILED',
  )
  await world.ok(proving.prove, { as: me, body: { password } })
  expect((await one.change({ iban: other }, await world.signIn(me.userId))).body.code).toBe('STEP_UP_REQUIRED')
  world.env.advance(11 * 60_000)
  expect((await one.change({ iban: other }, me)).body.code).toBe('STEP_UP_REQUIRED')
  world.env.advance(-11 * 60_000)
  expect((await one.change({ iban: other }, me)).status).toBe(200)
})

test('a changed account waits for a second member of staff, and the store hears of it by its old address', async () => {
  const one = await store()
  const before = await one.now()
  const second = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
  const reply = await one.change({ iban: other, email: 'toinen@muualla.example' }, await stepUp(world, staff))
  expect(reply.body.bikeStore).toMatchObject({ iban: old, pendingIban: { iban: other, takesEffectAt: null } })
  const messages = await world.services.database.primary
    .selectFrom('outbox')
    .select('template')
    .where('recipient', '=', before.email)
    .execute()
  expect(messages.map(({ template }) => template).sort()).toEqual([
    'bike-stores:mail.bankAccount',
    'bike-stores:mail.emailChanged',
  ])
  expect((await one.answer('confirmAccount', staff)).body.code).toBe('NOT_FOR_ONESELF')
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  expect(
    (await world.call(bikeStores.confirmAccount, { as: employer, params: one.params, body: { version: 1 } })).status,
  ).toBe(403)
  expect((await one.answer('confirmAccount', second)).body).toMatchObject({ iban: other, pendingIban: null })
  expect((await one.answer('confirmAccount', second)).status).toBe(404)
})

test('every address that was changed before the account hears of the account all the same, for a month', async () => {
  const one = await store()
  const { email } = await one.now()
  const daysLater = (days: number) => world.env.advance(days * 24 * 3_600_000)
  const mails = async (recipient: string) => {
    const rows = world.services.database.primary.selectFrom('outbox').select('template')
    return (await rows.where('recipient', '=', recipient).orderBy('id').execute()).map(({ template }) => template)
  }
  await one.change({ email: 'eka@muualla.example' }, staff)
  daysLater(20)
  staff = await world.signIn(staff.userId)
  await one.change({ email: 'toka@muualla.example' })
  await one.change({ iban: other }, await stepUp(world, staff))
  expect([await mails(email), await mails('eka@muualla.example'), await mails('toka@muualla.example')]).toEqual([
    ['bike-stores:mail.emailChanged', 'bike-stores:mail.bankAccount'],
    ['bike-stores:mail.emailChanged', 'bike-stores:mail.bankAccount'],
    ['bike-stores:mail.bankAccount'],
  ])
  daysLater(11)
  await housekeeping.run(world.services)
  const kept = world.services.database.primary.selectFrom('former_addresses').select('email')
  expect(await kept.where('register_id', '=', one.params.id).execute()).toEqual([{ email: 'eka@muualla.example' }])
  staff = await world.signIn(staff.userId)
  await one.answer('confirmAccount', await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN')))
  expect((await mails(email)).length).toBe(2)
  for (const told of ['eka@muualla.example', 'toka@muualla.example'])
    expect((await mails(told)).at(-1)).toBe('bike-stores:mail.bankAccountDone')
})

test('nobody makes their own second person: a colleague whose role the proposer gave confirms after 30 days', async () => {
  const one = await store()
  const boss = await stepUp(world, await signedInAs(world, 'SUPER_ADMIN'))
  const puppet = (await buildUser(world)).userId
  await world.ok(roles.assign, { as: boss, params: { userId: puppet, roleId: roleId('INTERNAL_ADMIN') }, body: {} })
  await one.change({ iban: other }, boss)
  const confirm = async () => one.answer('confirmAccount', await stepUp(world, await world.signIn(puppet)))
  expect((await confirm()).body.code).toBe('NOT_FOR_ONESELF')
  expect(await one.now()).toMatchObject({ iban: old, pendingIban: { iban: other, proposedBy: boss.userId } })
  const longAgo = new Date(world.env.now().getTime() - 31 * 24 * 3_600_000)
  const held = world.services.database.primary.updateTable('user_roles').where('user_id', '=', puppet)
  await held.set({ created_at: longAgo }).execute()
  expect((await confirm()).body).toMatchObject({ iban: other, pendingIban: null })
})

test('an invited colleague does not make the second person either, nor does whoever invites stand beside them', async () => {
  const one = await store()
  const boss = await stepUp(world, await signedInAs(world, 'SUPER_ADMIN'))
  const invite = async (as: Caller, role: 'SUPER_ADMIN' | 'INTERNAL_ADMIN') => {
    const { userId } = await buildUser(world)
    await world.ok(roles.assign, { as, params: { userId, roleId: roleId(role) }, body: {} })
    return stepUp(world, await world.signIn(userId))
  }
  const first = await invite(boss, 'SUPER_ADMIN')
  const second = await invite(first, 'INTERNAL_ADMIN')
  await one.change({ iban: other }, boss)
  for (const as of [first, second]) expect((await one.answer('confirmAccount', as)).body.code).toBe('NOT_FOR_ONESELF')
  await one.answer('refuseAccount', boss)
  await one.change({ iban: other }, second)
  for (const as of [first, boss]) expect((await one.answer('confirmAccount', as)).body.code).toBe('NOT_FOR_ONESELF')
  expect((await one.answer('confirmAccount', await stepUp(world, staff))).body).toMatchObject({ iban: other })
})

test('a change that is stopped leaves the account as it was, and a file changes none at once', async () => {
  const one = await store()
  const { storeName, email } = await one.now()
  const file = Buffer.from(`storeName;email;iban\n${storeName};${email};${other}\n`)
  await stepUp(world, staff)
  await world.ok(bikeStores.importStores, { as: staff, query: { dryRun: false }, body: file })
  expect(await one.now()).toMatchObject({ iban: old, pendingIban: { iban: other } })
  expect((await one.answer('refuseAccount', staff)).body).toMatchObject({ iban: old, pendingIban: null })
  const added = Buffer.from(`storeName;email;iban\nUusi;uusi@tuonti.example;${other}\n`)
  const send = () => world.ok(bikeStores.importStores, { as: staff, query: { dryRun: false }, body: added })
  expect(await send()).toMatchObject({ created: 1 })
  const [read] = (await world.ok(bikeStores.list, { as: staff, query: { search: 'uusi@tuonti' } })).items
  expect(read).toMatchObject({ iban: null, pendingIban: { iban: other } })
  expect(await send()).toMatchObject({ unchanged: 1 })
})

test('with only one eligible it waits for 72 hours', async () => {
  const one = await store()
  await stepUp(world, staff)
  const db = world.services.database.primary
  const others = await db.selectFrom('users').select('id').where('id', '<>', staff.userId).execute()
  const ids = others.map(({ id }) => id)
  await db.updateTable('users').set({ deactivated_at: world.env.now() }).where('id', 'in', ids).execute()
  await one.change({ iban: other })
  world.env.advance(71 * 3_600_000)
  await settleBankAccounts.run(world.services)
  expect((await one.now()).iban).toBe(old)
  world.env.advance(2 * 3_600_000)
  await settleBankAccounts.run(world.services)
  expect(await one.now()).toMatchObject({ iban: other, pendingIban: null })
  await db.updateTable('users').set({ deactivated_at: null }).where('id', 'in', ids).execute()
  world.env.advance(-73 * 3_600_000)
})

test('whose second people were away while the time began asks them at its end, and is theirs to confirm', async () => {
  const one = await store()
  await stepUp(world, staff)
  const db = world.services.database.primary
  const ids = (await db.selectFrom('users').select('id').where('id', '<>', staff.userId).execute()).map(({ id }) => id)
  await db.updateTable('users').set({ deactivated_at: world.env.now() }).where('id', 'in', ids).execute()
  await one.change({ iban: other })
  await db.updateTable('users').set({ deactivated_at: null }).where('id', 'in', ids).execute()
  world.env.advance(73 * 3_600_000)
  await db.deleteFrom('outbox').execute()
  await settleBankAccounts.run(world.services)
  expect(await one.now()).toMatchObject({ iban: old, pendingIban: { takesEffectAt: null } })
  const told = await db.selectFrom('outbox').select(['template', 'user_id']).execute()
  expect(new Set(told.map(({ template }) => template))).toEqual(new Set(['bike-stores:mail.accountStaff']))
  expect(told.length).toBeGreaterThan(0)
  world.env.advance(-73 * 3_600_000)
})

test('that waits for a second person who has left is judged anew, when it is typed again and by the job', async () => {
  const db = world.services.database.primary
  const others = (await db.selectFrom('users').select('id').where('id', '<>', staff.userId).execute()).map(
    ({ id }) => id,
  )
  const present = async (are: boolean) => {
    const deactivated_at = are ? null : world.env.now()
    await db.updateTable('users').set({ deactivated_at }).where('id', 'in', others).execute()
  }
  const [typed, left] = [await store(), await store()]
  const me = await stepUp(world, staff)
  for (const one of [typed, left]) await one.change({ iban: other }, me)
  const told = async (one: typeof typed) => {
    const mails = db.selectFrom('outbox').select('id').where('template', '=', 'bike-stores:mail.bankAccount')
    return (await mails.where('recipient', '=', (await one.now()).email).execute()).length
  }
  await typed.change({ iban: other }, me)
  await settleBankAccounts.run(world.services)
  for (const one of [typed, left]) expect((await one.now()).pendingIban?.takesEffectAt).toBe(null)
  expect(await told(left)).toBe(1)
  await present(false)
  const hoursLeft = async (one: typeof typed) =>
    Math.round((Date.parse((await one.now()).pendingIban!.takesEffectAt!) - world.env.now().getTime()) / 3_600_000)
  await typed.change({ iban: other }, me)
  expect(await hoursLeft(typed)).toBe(72)
  await db.updateTable('bike_stores').set({ email: '' }).where('id', '=', left.params.id).execute()
  await settleBankAccounts.run(world.services)
  expect((await left.now()).pendingIban?.takesEffectAt).toBe(null)
  await db.updateTable('bike_stores').set({ email: 'kauppa@vasen.example' }).where('id', '=', left.params.id).execute()
  await settleBankAccounts.run(world.services)
  await settleBankAccounts.run(world.services)
  expect(await hoursLeft(left)).toBe(72)
  expect([await told(typed), await told(left)]).toEqual([2, 1])
  world.env.advance(73 * 3_600_000)
  await settleBankAccounts.run(world.services)
  await present(true)
  staff = await world.signIn(staff.userId)
  for (const one of [typed, left]) expect(await one.now()).toMatchObject({ iban: other, pendingIban: null })
})

test('for a store that its proposer has just added waits for a month more than 72 hours, where nobody could confirm it', async () => {
  const db = world.services.database.primary
  const me = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
  const others = db.updateTable('users').where('id', '<>', me.userId)
  await others.set({ deactivated_at: world.env.now() }).execute()
  const body = { storeName: 'Yksin lisätty', email: 'yksin@lisatty.example', iban: other }
  const { bikeStore } = await world.ok(bikeStores.create, { as: me, body })
  const waits = Date.parse(bikeStore.pendingIban!.takesEffectAt!) - world.env.now().getTime()
  expect(Math.round(waits / 3_600_000)).toBe(30 * 24 + 72)
  world.env.advance(73 * 3_600_000)
  await settleBankAccounts.run(world.services)
  const kept = db.selectFrom('bike_stores').select('iban').where('id', '=', bikeStore.bikeStoreId)
  expect(await kept.executeTakeFirst()).toEqual({ iban: null })
  world.env.advance(30 * 24 * 3_600_000)
  await settleBankAccounts.run(world.services)
  expect(await kept.executeTakeFirst()).toEqual({ iban: other })
  await housekeeping.run(world.services)
  expect(await db.selectFrom('young_addresses').select('email').where('email', '=', body.email).execute()).toEqual([])
  await others.set({ deactivated_at: null }).execute()
})
