import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { terms } from '#features/ground/terms/contract.ts'
import { termsInForce } from '#features/ground/terms/server/queries.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { registerLinks } from '#features/people/companies/links/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { registration } from '#features/people/registration/contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildGroup, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { employerTerms } from '../contract.ts'
import { makeEmployerTermsPdf } from './paper.ts'
import { registerEmployerTerms } from './register-terms.ts'
import { tellOfNewTerms } from './tell-job.ts'

const password = 'Kampiakseli-1893'
let world: World
let staff: Caller
let password_hash: string
beforeAll(async () => {
  world = await openWorld()
  password_hash = await hashPassword(password)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  await registerEmployerTerms(db(), world.services)
})
afterAll(() => world.close())

const db = () => world.services.database.primary

interface Employer {
  readonly companyId: string
  readonly as: Caller
  readonly name: string
}

async function buildEmployer(values: Parameters<typeof buildCompany>[1] = {}): Promise<Employer> {
  const { companyId } = await buildCompany(world, values)
  const user = await buildUser(world, { password_hash, first_name: 'Paula', last_name: 'Malli' })
  await assignRole(world, user.userId, 'EMPLOYER_ADMIN', { companyId })
  return { companyId, as: await world.signIn(user.userId), name: 'Paula Malli' }
}

const read = ({ companyId, as }: Employer) => world.ok(employerTerms.get, { as, params: { id: companyId } })

async function documentsOf(employer: Employer) {
  const { kinds } = await read(employer)
  return kinds.flatMap(({ inForce }) => (inForce ? [{ termsId: inForce.termsId, sha256: inForce.sha256 }] : []))
}

async function accept(employer: Employer, more: Partial<{ typedName: string; password: string; key: string }> = {}) {
  const { key, ...typed } = more
  return world.call(employerTerms.accept, {
    as: employer.as,
    params: { id: employer.companyId },
    body: { documents: await documentsOf(employer), typedName: employer.name, password, ...typed },
    ...(key ? { key } : {}),
  })
}

const linkOf = ({ companyId, as }: Employer) => world.call(registerLinks.createForCompany, { as, body: { companyId } })
const acceptancesOf = (companyId: string) =>
  db().selectFrom('terms_acceptances').selectAll().where('company_id', '=', companyId).orderBy('kind').execute()

it('follows an owner who is named after the first start, until somebody has accepted', async () => {
  const fresh = await openWorld()
  const startAs = (legalName: string) =>
    registerEmployerTerms(fresh.services.database.primary, {
      ...fresh.services,
      brand: { ...fresh.services.brand, legalName },
    })
  const inForce = async () => (await termsInForce(fresh.services.database.primary, 'SERVICE'))[0]
  try {
    await startAs('Myöhempi Palvelu Oy')
    const named = await inForce()
    expect(named?.content).toContain('Myöhempi Palvelu Oy')
    await startAs('Myöhempi Palvelu Oy')
    expect((await inForce())?.number).toBe(named?.number)

    const { companyId } = await buildCompany(fresh)
    const { userId } = await buildUser(fresh)
    if (!named) throw new Error('no terms in force')
    await fresh.services.database.primary
      .insertInto('terms_acceptances')
      .values({
        id: fresh.env.id(),
        company_id: companyId,
        terms_id: named.id,
        kind: 'SERVICE',
        number: named.number,
        sha256: named.sha256,
        accepted_by: userId,
        typed_name: 'Paula Malli',
        accepted_at: fresh.env.now(),
      })
      .execute()
    await startAs('Kolmas Palvelu Oy')
    expect((await inForce())?.content).toContain('Myöhempi Palvelu Oy')
  } finally {
    await fresh.close()
  }
})

describe('before its first link', () => {
  let employer: Employer
  beforeEach(async () => {
    employer = await buildEmployer()
  })

  it('an employer has no link, no invitation and no group link without having accepted', async () => {
    const refused = { status: 409, body: { code: 'EMPLOYER_TERMS_MISSING' } }
    expect(await linkOf(employer)).toMatchObject(refused)
    expect(await linkOf({ ...employer, as: staff })).toMatchObject(refused)
    const person = { firstName: 'Uuno', lastName: 'Esimerkki', workEmail: 'uuno@testi.example' }
    const invited = await world.call(employees.create, {
      as: employer.as,
      body: { companyId: employer.companyId, ...person },
    })
    expect(invited).toMatchObject(refused)
    const pasted = await world.call(employees.inviteList, {
      as: employer.as,
      query: { companyId: employer.companyId, dryRun: true },
      anyBody: Buffer.from('Uuno\tEsimerkki\tuuno@testi.example\n'),
    })
    expect(pasted).toMatchObject(refused)
    const group = await buildGroup(world)
    await buildCompany(world, { group_company_id: group.groupCompanyId })
    const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group)
    const ofGroup = { as: groupAdmin, body: { groupCompanyId: group.groupCompanyId } }
    expect(await world.call(registerLinks.createForGroup, ofGroup)).toMatchObject(refused)
    const links = await db().selectFrom('link_tokens').select('id').where('purpose', '=', 'join').execute()
    expect(links).toEqual([])
  })

  it('its admin accepts what they have read, and the link is made', async () => {
    expect((await read(employer)).kinds.map(({ state }) => state)).toEqual(['MISSING', 'MISSING'])
    const reply = await accept(employer, { key: 'hyvaksynta' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ mayOpen: true, kinds: [{ state: 'ACCEPTED' }, { state: 'ACCEPTED' }] })
    expect((await accept(employer, { key: 'hyvaksynta' })).body).toEqual(reply.body)
    const rows = await acceptancesOf(employer.companyId)
    expect(rows.map(({ kind, number, typed_name }) => [kind, number, typed_name])).toEqual([
      ['DATA_PROCESSING', 1, 'Paula Malli'],
      ['SERVICE', 1, 'Paula Malli'],
    ])
    expect((await linkOf(employer)).status).toBe(201)
  })

  it('the record names version and hash, and a sealed paper is kept and mailed', async () => {
    await accept(employer)
    const [row] = await acceptancesOf(employer.companyId)
    const events = await db()
      .selectFrom('events')
      .select('data')
      .where('company_id', '=', employer.companyId)
      .where('type', '=', 'EMPLOYER_TERMS_ACCEPTED')
      .execute()
    const hash = row?.sha256.toString('hex')
    expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ number: 1, sha256: hash }))
    const mails = await db()
      .selectFrom('outbox')
      .select(['recipient', 'waits_for_file_id'])
      .where('template', '=', 'employer-terms:mail.accepted')
      .where('company_id', '=', employer.companyId)
      .execute()
    expect(mails.map((mail) => mail.waits_for_file_id)).toContain(row?.file_id)
    const made = await db()
      .selectFrom('documents_to_make')
      .select(['kind', 'facts'])
      .where('file_id', '=', row?.file_id ?? '')
      .executeTakeFirstOrThrow()
    expect(made.kind).toBe('EMPLOYER_TERMS')
    const pdf = await makeEmployerTermsPdf(world.services, { parentId: employer.companyId, facts: made.facts })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.includes('/ByteRange')).toBe(true)
  })

  it('refuses another name, a wrong password and a text that is not in force, and keeps nothing', async () => {
    expect((await accept(employer, { typedName: 'Joku Muu' })).status).toBe(400)
    expect((await accept(employer, { password: 'väärä salasana' })).body.code).toBe('PASSWORD_CHECK_FAILED')
    const [first] = await documentsOf(employer)
    const stale = await world.call(employerTerms.accept, {
      as: employer.as,
      params: { id: employer.companyId },
      body: {
        documents: [{ termsId: first?.termsId ?? '', sha256: '0'.repeat(64) }],
        typedName: employer.name,
        password,
      },
    })
    expect(stale.body.code).toBe('VERSION_CONFLICT')
    expect(await acceptancesOf(employer.companyId)).toEqual([])
  })

  it('neither the staff, nor an editor, nor another employer accepts for it', async () => {
    const stranger = await buildEmployer()
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', { companyId: employer.companyId })
    expect((await accept({ ...employer, as: staff })).status).toBe(403)
    expect((await accept({ ...employer, as: editor })).status).toBe(403)
    const foreign = { ...employer, as: stranger.as }
    const documents = await documentsOf(stranger)
    const reply = await world.call(employerTerms.accept, {
      as: foreign.as,
      params: { id: employer.companyId },
      body: { documents, typedName: 'Paula Malli', password },
    })
    expect(reply.status).toBe(404)
    expect((await world.call(employerTerms.get, { as: stranger.as, params: { id: employer.companyId } })).status).toBe(
      404,
    )
    expect(await acceptancesOf(employer.companyId)).toEqual([])
  })
})

it('a company that was there before is asked, and nothing waits for its answer', async () => {
  const employer = await buildEmployer()
  await db().insertInto('terms_waivers').values({ company_id: employer.companyId }).execute()
  expect(await read(employer)).toMatchObject({ waived: true, mayOpen: true })
  expect((await linkOf(employer)).status).toBe(201)
  await accept(employer)
  expect(await read(employer)).toMatchObject({ waived: false, mayOpen: true })
})

it('a group’s link of before does not open a company that has never accepted', async () => {
  const group = await buildGroup(world)
  const employer = await buildEmployer({ group_company_id: group.groupCompanyId })
  await accept(employer)
  const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group)
  const { token } = await world.ok(registerLinks.createForGroup, {
    as: groupAdmin,
    body: { groupCompanyId: group.groupCompanyId },
  })
  await buildCompany(world, { group_company_id: group.groupCompanyId })
  const { companies } = await world.ok(registration.look, { params: { token } })
  expect(companies.map(({ companyId }) => companyId)).toEqual([employer.companyId])
})

it('a new version asks again with a day, after which no link is made until it is accepted', async () => {
  const employer = await buildEmployer()
  await accept(employer)
  const text = { title: 'Palvelun ehdot, uudet', body: 'Uudet ehdot, jotka ovat tarpeeksi pitkät.' }
  const publish = (acceptBy: string, after: number) =>
    world.call(terms.addEmployer, {
      as: staff,
      body: { kind: 'SERVICE', acceptBy, fi: text, sv: text, en: text, after },
    })
  const today = helsinkiDay(world.env.now())
  expect((await publish(addDays(today, -1), 1)).status).toBe(400)
  expect((await publish(addDays(today, 30), 0)).body.code).toBe('VERSION_CONFLICT')
  expect((await publish(addDays(today, 30), 1)).status).toBe(201)
  expect((await read(employer)).kinds[0]).toMatchObject({
    state: 'TO_RENEW',
    inForce: { number: 2, acceptBy: addDays(today, 30) },
  })
  expect((await linkOf(employer)).status).toBe(201)
  world.env.advance(31 * 86_400_000)
  const later = { ...employer, as: await world.signIn(employer.as.userId) }
  expect((await read(later)).kinds[0]).toMatchObject({ state: 'OVERDUE' })
  expect((await linkOf(later)).body.code).toBe('EMPLOYER_TERMS_MISSING')
  expect((await accept(later)).status).toBe(201)
  expect((await linkOf(later)).status).toBe(201)
  expect((await acceptancesOf(later.companyId)).map(({ number }) => number).toSorted()).toEqual([1, 1, 2])
})

it('new terms are a task of each admin until they are accepted, and one mail tells of all their companies', async () => {
  const first = await buildEmployer()
  const second = await buildEmployer()
  await assignRole(world, first.as.userId, 'EMPLOYER_ADMIN', { companyId: second.companyId })
  const own = { ...first, as: await world.signIn(first.as.userId) }
  const taskOf = async (companyId: string) =>
    (await world.ok(tasks.list, { as: own.as })).data.find(({ id }) => id === `acceptTerms:${companyId}`)
  const mails = () => db().selectFrom('outbox').select('subject').where('user_id', '=', own.as.userId).execute()
  await tellOfNewTerms.run(world.services)
  const before = (await mails()).length
  expect(await taskOf(own.companyId)).toBeUndefined()
  world.env.advance(60_000)
  const text = { title: 'Käsittelyn ehdot, uudet', body: 'Uudet ehdot, jotka ovat tarpeeksi pitkät.' }
  const acceptBy = addDays(helsinkiDay(world.env.now()), 30)
  await world.ok(terms.addEmployer, {
    as: await signedInAs(world, 'INTERNAL_ADMIN'),
    body: { kind: 'DATA_PROCESSING', acceptBy, fi: text, sv: text, en: text, after: 1 },
  })
  expect(await taskOf(own.companyId)).toMatchObject({ due: acceptBy, link: `/tyonantaja/ehdot/${own.companyId}` })
  expect(await taskOf(second.companyId)).toBeDefined()
  await tellOfNewTerms.run(world.services)
  await tellOfNewTerms.run(world.services)
  const told = (await mails()).slice(before)
  expect(told).toHaveLength(1)
  expect(told[0]?.subject).toContain('Uudet ehdot hyväksyttävänä')
  expect((await accept(own)).status).toBe(201)
  expect(await taskOf(own.companyId)).toBeUndefined()
  expect(await taskOf(second.companyId)).toBeDefined()
})
