import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { buildCompany, buildEmployee, buildGroup, buildUser, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { registration } from '../contract.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let other: Awaited<ReturnType<typeof buildCompany>>
let groupCompanyId: string
let token: string
let groupToken: string
let adminId: string

const read = () => world.services.database.primary

beforeAll(async () => {
  world = await openWorld()
  groupCompanyId = (await buildGroup(world)).groupCompanyId
  company = await buildCompany(world, { group_company_id: groupCompanyId })
  other = await buildCompany(world)
  token = (await createLinkToken(read(), world.env, { purpose: 'join', days: 90, companyId: company.companyId })).token
  groupToken = (await createLinkToken(read(), world.env, { purpose: 'join', days: 90, groupCompanyId })).token
  adminId = (await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })).userId
})
afterAll(() => world.close())

const person = {
  firstName: 'Testi',
  lastName: 'Liittyjä',
  phoneNumber: '40 123 4567',
  password: 'seitseman veljesta 7',
}
const apply = (workEmail: string, more = {}, link = token) =>
  world.call(registration.apply, { params: { token: link }, body: { ...person, workEmail, ...more } })
const verify = (workEmail: string, code: string, link = token) =>
  world.call(registration.verify, { params: { token: link }, body: { workEmail, code } })
const mailsTo = (email: string) =>
  read()
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
const codeOf = async (email: string) => /\d{6}/.exec((await mailsTo(email))[0]?.body_text ?? '')?.[0] ?? ''
const userOf = (email: string) => read().selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const rowsOf = (userId: string) =>
  read().selectFrom('beneficiary_employees').selectAll().where('user_id', '=', userId).execute()
const noticesOf = (userId: string) =>
  read()
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', 'EMPLOYEE_REGISTRATION')
    .execute()
const wrong = (code: string) => (code === '111111' ? '222222' : '111111')

describe('the link', () => {
  it('shows its company with the units, a group’s link the companies of the group', async () => {
    const one = await world.ok(registration.look, { params: { token } })
    expect(one).toMatchObject({
      kind: 'COMPANY',
      name: company.name,
      companies: [{ companyId: company.companyId, units: [{ unitName: 'Pääkonttori' }] }],
    })
    const group = await world.ok(registration.look, { params: { token: groupToken } })
    expect(group.kind).toBe('GROUP')
    expect(group.companies.map(({ companyId }) => companyId)).toEqual([company.companyId])
  })

  it('is refused when unknown, of another purpose, revoked or expired', async () => {
    const look = async (link: string) => (await world.call(registration.look, { params: { token: link } })).body.code
    expect(await look('x'.repeat(43))).toBe('NOT_FOUND')
    const reset = await createLinkToken(read(), world.env, { purpose: 'reset', days: 1, userId: adminId })
    expect(await look(reset.token)).toBe('NOT_FOUND')
    const revoked = await createLinkToken(read(), world.env, {
      purpose: 'join',
      days: 90,
      companyId: company.companyId,
    })
    await read().updateTable('link_tokens').set({ revoked_at: world.env.now() }).where('id', '=', revoked.id).execute()
    expect(await look(revoked.token)).toBe('TOKEN_NOT_VALID')
    expect((await apply('peruttu@yritys.example', {}, revoked.token)).body.code).toBe('TOKEN_NOT_VALID')
    const expired = await createLinkToken(read(), world.env, {
      purpose: 'join',
      days: -1,
      companyId: company.companyId,
    })
    expect(await look(expired.token)).toBe('TOKEN_NOT_VALID')
  })

  it('stops working when its company is closed', async () => {
    const closed = await buildCompany(world, { active: false })
    const link = await createLinkToken(read(), world.env, { purpose: 'join', days: 90, companyId: closed.companyId })
    expect((await world.call(registration.look, { params: { token: link.token } })).body.code).toBe('TOKEN_NOT_VALID')
  })
})

describe('joining', () => {
  it('creates nothing before the code and everything with it', async () => {
    const email = 'liittyja@yritys.example'
    const reply = await apply(` Liittyja@Yritys.example`, {
      unitId: company.unitId,
      employeeNumber: ' 10482 ',
      language: 'sv',
    })
    expect(reply.status).toBe(200)
    expect(await userOf(email)).toBeUndefined()
    const kept = await read()
      .selectFrom('verification_codes')
      .select('payload')
      .where('subject', '=', email)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(kept.payload)).not.toContain(person.password)

    const code = await codeOf(email)
    const done = await verify(email, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(done.status).toBe(201)
    expect(done.body).toMatchObject({ companyId: company.companyId, status: 'PENDING' })
    expect(String(done.headers['set-cookie'])).toContain('accessToken=')
    expect(JSON.stringify(done.body)).not.toContain('oken')
    const user = (await userOf(email))!
    expect(user).toMatchObject({ language: 'sv', phone_number: '0401234567', first_name: 'Testi' })
    expect(user.password_hash).toMatch(/^\$argon2id\$/)
    expect(await rowsOf(user.id)).toMatchObject([
      { status: 'PENDING', unit_id: company.unitId, employee_number: '10482' },
    ])
    const roles = await read().selectFrom('user_roles').select('company_id').where('user_id', '=', user.id).execute()
    expect(roles).toEqual([{ company_id: company.companyId }])
    expect((await noticesOf(adminId)).some((notice) => notice.link?.includes(done.body.beneficiaryEmployeeId))).toBe(
      true,
    )
    const after = await read()
      .selectFrom('verification_codes')
      .select('payload')
      .where('subject', '=', email)
      .executeTakeFirstOrThrow()
    expect(after.payload).toEqual({})
  })

  it('takes a code once, however often it is sent at the same moment', async () => {
    const email = 'kahdesti@yritys.example'
    await apply(email)
    const code = await codeOf(email)
    const replies = await Promise.all([verify(email, code), verify(email, code), verify(email, code)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 400, 400])
    expect(await rowsOf((await userOf(email))!.id)).toHaveLength(1)
  })

  it('counts five tries, in parallel too, and then takes not even the right code', async () => {
    const email = 'arvaaja@yritys.example'
    await apply(email)
    const code = await codeOf(email)
    const guesses = await Promise.all(Array.from({ length: 8 }, () => verify(email, wrong(code))))
    expect(guesses.filter((reply) => reply.body.code === 'CODE_WRONG')).toHaveLength(5)
    expect(guesses.filter((reply) => reply.body.code === 'CODE_EXPIRED')).toHaveLength(3)
    expect((await verify(email, code)).body.code).toBe('CODE_EXPIRED')
    expect(await userOf(email)).toBeUndefined()
  })

  it('takes the newest code only, on its own link only, for ten minutes only', async () => {
    const email = 'vanhakoodi@yritys.example'
    await apply(email)
    const first = await codeOf(email)
    await apply(email)
    const second = await codeOf(email)
    if (first !== second) expect((await verify(email, first)).body.code).toBe('CODE_WRONG')
    expect((await verify(email, second, groupToken)).body.code).toBe('CODE_EXPIRED')
    world.env.advance(11 * 60_000)
    expect((await verify(email, second)).body.code).toBe('CODE_EXPIRED')
    expect(await userOf(email)).toBeUndefined()
  })

  it('refuses weak passwords, wrong addresses, wrong numbers and places that the link does not open', async () => {
    const field = async (reply: ReturnType<typeof apply>) => (await reply).body.fields?.[0]?.path
    expect((await apply('heikko@yritys.example', { password: 'polkupyora' })).body.code).toBe('PASSWORD_TOO_WEAK')
    expect(await field(apply('heikko..@yritys.example'))).toBe('workEmail')
    for (const firstName of [
      'Matti\n\nTilisi on lukittu',
      'Voitit! https://evil.example',
      'a@b.example',
      'x'.repeat(61),
    ])
      expect(await field(apply('kirje@yritys.example', { firstName }))).toBe('firstName')
    expect(await field(apply('numero@yritys.example', { phoneNumber: '12' }))).toBe('phoneNumber')
    expect(await field(apply('yksikko@yritys.example', { unitId: other.unitId }))).toBe('unitId')
    expect(await field(apply('ryhma@yritys.example', {}, groupToken))).toBe('companyId')
    expect(await field(apply('ryhma@yritys.example', { companyId: other.companyId }, groupToken))).toBe('companyId')
    expect((await apply('ryhma@yritys.example', { companyId: company.companyId }, groupToken)).status).toBe(200)
  })

  it('sends five codes an hour to an address and then no more', async () => {
    const email = 'ahkera@yritys.example'
    for (let i = 0; i < 5; i += 1) expect((await apply(email)).status).toBe(200)
    expect((await apply(email)).status).toBe(429)
    expect(await mailsTo(email)).toHaveLength(5)
  })
})

describe('an address that has an account', () => {
  it('gets the same answer, and a mail without a code', async () => {
    await buildUser(world, { email: 'tuttu@yritys.example' })
    const known = await apply('tuttu@yritys.example')
    const unknown = await apply('tuntematon@yritys.example')
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    const [mail] = await mailsTo('tuttu@yritys.example')
    expect(mail?.template).toBe('registration:mail.known')
    expect(mail?.links[0]).toContain(`/kirjaudu?next=${encodeURIComponent(`/liity/${token}`)}`)
    expect((await verify('tuttu@yritys.example', '000000')).body).toMatchObject({
      code: 'CODE_WRONG',
      details: { triesLeft: 4 },
    })
  })

  it('joins through a session, once, and again after a rejection', async () => {
    const user = await buildUser(world, { email: 'toisesta@yritys.example' })
    await buildEmployee(world, other, { user_id: user.userId })
    const me = await world.signIn(user.userId)
    const confirm = () =>
      world.ok(registration.confirm, { as: me, params: { token }, body: { unitId: company.unitId } })
    const before = (await noticesOf(adminId)).length
    const first = await confirm()
    expect(first.status).toBe('PENDING')
    expect(await confirm()).toEqual(first)
    expect((await noticesOf(adminId)).length).toBe(before + 1)
    expect(await rowsOf(user.userId)).toHaveLength(2)

    await read()
      .updateTable('beneficiary_employees')
      .set({ status: 'REJECTED', reject_reason: 'Ei vielä' })
      .where('id', '=', first.beneficiaryEmployeeId)
      .execute()
    expect((await confirm()).status).toBe('PENDING')
    expect((await noticesOf(adminId)).length).toBe(before + 2)
    const row = (await rowsOf(user.userId)).find(({ id }) => id === first.beneficiaryEmployeeId)
    expect(row).toMatchObject({ reject_reason: null, version: 2 })
  })

  it('does not join without a session, or when it is deactivated', async () => {
    expect((await world.call(registration.confirm, { params: { token }, body: {} })).status).toBe(401)
    const user = await buildUser(world, { deactivated_at: world.env.now() })
    const reply = await world.call(registration.confirm, {
      as: await world.signIn(user.userId),
      params: { token },
      body: {},
    })
    expect(reply.body.code).toBe('USER_DEACTIVATED')
    expect(await rowsOf(user.userId)).toEqual([])
  })
})
