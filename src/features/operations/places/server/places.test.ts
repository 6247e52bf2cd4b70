import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerAgreementTerms } from '#features/leases/agreements/server/agreement-terms.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { stableId } from '#platform/server/roles/role-ids.ts'
import { assignRole, buildCompany, buildUser, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { places } from '../contract.ts'
import { LINES_MAX, type PlacePart, partsOfPlaces } from '../parts.ts'

let world: World
let cast: Cast
let orderId: string
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  orderId = await journeyOf(world, cast).toBilled()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const person = (userId: string, as: Caller = cast.staff) => world.ok(places.person, { as, params: { userId } })
const company = (companyId: string, as: Caller = cast.staff) => world.ok(places.company, { as, params: { companyId } })
const linesOf = (place: { parts: { part: PlacePart; lines: readonly { id: string }[] }[] }, part: PlacePart) =>
  place.parts.find((one) => one.part === part)?.lines ?? []

describe('a person’s place', () => {
  it('tells where they work and names their order and lease, and nobody else’s', async () => {
    const place = await person(cast.employee.userId)
    expect(place.employments).toMatchObject([{ companyId: cast.companyId, status: 'ACCEPTED', lastWorkingDay: null }])
    expect(linesOf(place, 'ORDERS')).toMatchObject([{ id: orderId, state: 'GRENKE_INVOICE_SENT' }])
    expect(linesOf(place, 'LEASES')).toHaveLength(1)
    const other = await buildUser(world)
    const empty = await person(other.userId)
    expect(empty.employments).toEqual([])
    expect(empty.parts.flatMap(({ lines }) => lines)).toEqual([])
  })

  it('names the staff’s notes and the mails that went to them', async () => {
    await world.ok(orders.addNote, { as: cast.staff, params: { orderId }, body: { text: 'Soitto iltapäivällä' } })
    const place = await person(cast.employee.userId)
    expect(linesOf(place, 'NOTES')).toMatchObject([{ title: 'Soitto iltapäivällä', orderId }])
    const { rows } = await sql<{ id: string }>`select id from outbox where user_id = ${cast.employee.userId}`.execute(
      db(),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(
      linesOf(place, 'MAILS')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(rows.map(({ id }) => id).toSorted())
  })

  it('names twenty of a register and says that there are more', async () => {
    const { userId } = await buildUser(world)
    await sql`insert into outbox (id, channel, recipient, template, language, subject, body_text, user_id, created_at)
      select gen_random_uuid(), 'EMAIL', 'x@testi.example', 't', 'fi', 's', 'b', ${userId}::uuid, now() from generate_series(1, ${LINES_MAX + 1})`.execute(
      db(),
    )
    const mails = (await person(userId)).parts.find(({ part }) => part === 'MAILS')
    expect(mails?.lines).toHaveLength(LINES_MAX)
    expect(mails?.isMore).toBe(true)
    const page = (number: number) =>
      world.ok(places.personLines, { as: cast.staff, params: { userId }, query: { part: 'MAILS', page: number } })
    expect(await page(1)).toEqual(mails)
    const rest = await page(2)
    expect([rest.lines.length, rest.isMore]).toEqual([1, false])
    expect(mails?.lines.map(({ id }) => id)).not.toContain(rest.lines[0]!.id)
  })

  it('pages a part for whoever may read it, of a place that is there', async () => {
    const [id, as] = [world.env.id(), cast.staff]
    const ask = (caller: Caller | null, userId: string, part: PlacePart = 'NOTES') =>
      world.call(places.personLines, { as: caller, params: { userId }, query: { part } })
    const { userId } = cast.employee
    expect((await ask(as, userId)).status).toBe(200)
    expect((await ask(as, id)).status).toBe(404)
    // A person has no files of a lessor.
    expect((await ask(as, userId, 'FILES')).status).toBe(404)
    expect((await ask(cast.employer, userId)).status).toBe(403)
    expect((await ask(null, userId)).status).toBe(401)
    const query = { part: 'MAILS' as const }
    expect((await world.call(places.companyLines, { as, params: { companyId: id }, query })).status).toBe(404)
    expect((await world.call(places.storeLines, { as, params: { bikeStoreId: id }, query })).status).toBe(404)
    expect((await world.call(places.lessorLines, { as, params: { leasingCompanyId: id }, query })).status).toBe(404)
    const ofCompany = await world.ok(places.companyLines, { as, params: { companyId: cast.companyId }, query })
    expect(ofCompany).toEqual((await company(cast.companyId)).parts.find(({ part }) => part === 'MAILS'))
  })

  it('records no reading of what is protected, for it holds nothing of it', async () => {
    const reads = () =>
      db()
        .selectFrom('events')
        .select('id')
        .where('type', 'in', ['ABSENCE_REASON_READ', 'SECURITY_CODE_READ'])
        .execute()
    const before = await reads()
    const text = JSON.stringify(await person(cast.employee.userId))
    expect(text).not.toMatch(/absence|securityCode/i)
    expect(await reads()).toEqual(before)
  })

  it('is not there for a foreign id, and closed to an employer and to the person', async () => {
    const params = { userId: cast.employee.userId }
    expect((await world.call(places.person, { as: cast.staff, params: { userId: world.env.id() } })).status).toBe(404)
    for (const as of [cast.employer, cast.employee])
      expect((await world.call(places.person, { as, params })).status).toBe(403)
    expect((await world.call(places.person, { as: null, params })).status).toBe(401)
  })

  it('is changed with the version that was seen, and refuses an older one', async () => {
    const { userId } = await buildUser(world)
    const read = async () => (await world.ok(accounts.list, { as: cast.staff, query: { id: userId } })).items[0]!
    const change = async (version: number, language: 'sv' | 'en') =>
      (await world.call(accounts.update, { as: cast.staff, params: { userId }, body: { language, version } })).status
    const { version } = await read()
    expect(await change(version, 'sv')).toBe(200)
    expect(await change(version, 'en')).toBe(409)
    expect((await read()).language).toBe('sv')
  })
})

describe('a company’s place', () => {
  it('says what is missing before the first order of one that was just made', async () => {
    const { companyId } = await buildCompany(world)
    const missing = (await company(companyId)).readiness.filter(({ isDone }) => !isDone).map(({ check }) => check)
    expect(missing).toEqual(expect.arrayContaining(['ADMIN', 'SIGNER', 'JOIN_LINK', 'PAYROLL_RECIPIENT']))
    const { userId } = await buildUser(world, { invited: true, email: 'tuleva@invited.invalid' })
    await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId })
    const invited = (await company(companyId)).readiness.filter(({ isInvited }) => isInvited)
    expect(invited.map(({ check, isDone }) => [check, isDone])).toEqual([
      ['ADMIN', false],
      ['SIGNER', false],
    ])
    await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    const after = (await company(companyId)).readiness.filter(({ isDone }) => !isDone).map(({ check }) => check)
    expect(after).not.toContain('ADMIN')
    expect(after).not.toContain('SIGNER')
    expect(after).toContain('JOIN_LINK')
  })

  it('names its people, orders, bicycles and bills', async () => {
    const place = await company(cast.companyId)
    expect(place.people).toBeGreaterThan(0)
    expect(linesOf(place, 'PEOPLE').map(({ id }) => id)).toContain(cast.employee.userId)
    expect(linesOf(place, 'ORDERS').map(({ id }) => id)).toEqual([orderId])
    expect(linesOf(place, 'LEASES')).toHaveLength(1)
    expect(place.parts.map(({ part }) => part)).toEqual([...partsOfPlaces.company])
  })

  it('names what waits in it, with where the staff do it or see how it stands', async () => {
    const fresh = await buildCast(world)
    const started = await journeyOf(world, fresh).start()
    const [one] = (await company(fresh.companyId)).waiting.filter(({ action }) => action === 'choosePackage')
    expect(one).toMatchObject({ awaited: 'EMPLOYEE', link: `/admin/tilaukset/${started}` })
    const own = (await person(fresh.employee.userId)).waiting
    expect(own.map(({ action }) => action)).toContain('choosePackage')
  })

  it('names what the staff have to do with a person’s order, also on the person’s page', async () => {
    const fresh = await buildCast(world)
    const way = journeyOf(world, fresh)
    const started = await way.start()
    await way.choosePackage(started, {})
    await way.answer(started)
    await way.sign(fresh.employee, started, 'EMPLOYEE')
    await way.sign(fresh.employer, started, 'EMPLOYER')
    await way.confirm(started)
    const ofStaff = (waiting: readonly { action: string; awaited: string }[]) =>
      waiting.filter(({ awaited }) => awaited === 'STAFF').map(({ action }) => action)
    const inCompany = ofStaff((await company(fresh.companyId)).waiting)
    expect(inCompany).toContain('processOrder')
    expect(ofStaff((await person(fresh.employee.userId)).waiting)).toEqual(inCompany)
  })

  it('is not there for a foreign id, and closed to its own admin', async () => {
    const params = { companyId: cast.companyId }
    expect((await world.call(places.company, { as: cast.staff, params: { companyId: world.env.id() } })).status).toBe(
      404,
    )
    expect((await world.call(places.company, { as: cast.employer, params })).status).toBe(403)
  })

  it('leaves out the registers that a role may not read, and a person whom it may not see is not there', async () => {
    const boss = await signedInAs(world, 'SUPER_ADMIN')
    const role = await world.ok(roles.create, { as: boss, body: { name: 'Vain tilaukset', scopeKind: 'ALL' } })
    await db()
      .insertInto('role_permissions')
      .values(
        (['admin:access', 'company:read', 'order:read'] as const).map((name) => ({
          role_id: role.id,
          permission_id: stableId('permission', name),
        })),
      )
      .execute()
    const as = await signedInAs(world, 'INTERNAL_ADMIN')
    await db().updateTable('user_roles').set({ role_id: role.id }).where('user_id', '=', as.userId).execute()
    const place = await company(cast.companyId, as)
    expect(place.parts.map(({ part }) => part)).toEqual(['ORDERS'])
    expect(place.waiting).toEqual([])
    const { userId } = cast.employee
    expect((await world.call(places.person, { as, params: { userId } })).status).toBe(404)
  })
})

describe('the registration link by mail', () => {
  const send = (companyId: string, as: Caller = cast.staff, key?: string) =>
    world.call(places.sendJoinLink, {
      as,
      params: { companyId },
      body: { email: ' Henkilosto@Testi.example ', language: 'sv' },
      ...(key ? { key } : {}),
    })
  const mailsTo = (companyId: string) =>
    db()
      .selectFrom('outbox')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('template', '=', 'places:mail.join')
      .execute()
  const linksOf = (companyId: string) =>
    db()
      .selectFrom('link_tokens')
      .select('id')
      .where('company_id', '=', companyId)
      .where('purpose', '=', 'join')
      .execute()

  /** A company that lacks nothing but its link. */
  async function ready(): Promise<Cast> {
    const fresh = await buildCast(world)
    await db()
      .insertInto('payroll_recipients')
      .values({ company_id: fresh.companyId, user_id: fresh.employer.userId, created_at: world.env.now() })
      .execute()
    await registerAgreementTerms(db(), world.services)
    return fresh
  }

  it('is refused before the company is ready, with what it lacks, and nothing is made', async () => {
    const { companyId } = await buildCompany(world)
    const reply = await send(companyId)
    expect(reply).toMatchObject({ status: 409, body: { code: 'COMPANY_NOT_READY' } })
    expect(reply.body.details).toMatchObject({ missing: expect.arrayContaining(['ADMIN', 'SIGNER']) })
    expect(await mailsTo(companyId)).toEqual([])
    expect(await linksOf(companyId)).toEqual([])
  })

  it('goes to the address in its language, makes one link, and once for a repeated key', async () => {
    const { companyId } = await ready()
    const first = await send(companyId, cast.staff, 'linkki-postiin')
    expect(first).toMatchObject({ status: 201, body: { recipient: 'henkilosto@testi.example' } })
    expect((await send(companyId, cast.staff, 'linkki-postiin')).body).toEqual(first.body)
    expect(await mailsTo(companyId)).toMatchObject([{ recipient: 'henkilosto@testi.example', language: 'sv' }])
    expect((await send(companyId)).body.registerLinkId).toBe(first.body.registerLinkId)
    expect(await linksOf(companyId)).toHaveLength(1)
    const { rows } = await sql<{
      type: string
    }>`select type from events where company_id = ${companyId} and type like 'REGISTER_LINK%' order by occurred_at, type`.execute(
      db(),
    )
    expect(rows.map(({ type }) => type)).toEqual(['REGISTER_LINK_CREATED', 'REGISTER_LINK_SENT', 'REGISTER_LINK_SENT'])
  })

  it('makes a new link where the one before was revoked', async () => {
    const { companyId } = await ready()
    const { body } = await send(companyId)
    await db()
      .updateTable('link_tokens')
      .set({ revoked_at: world.env.now() })
      .where('id', '=', body.registerLinkId)
      .execute()
    expect((await send(companyId)).body.registerLinkId).not.toBe(body.registerLinkId)
  })

  it('is the staff’s, knows its own companies and real addresses alone', async () => {
    const { companyId, employer } = await ready()
    expect((await send(world.env.id())).status).toBe(404)
    expect((await send(companyId, employer)).status).toBe(403)
    const wrong = { as: cast.staff, params: { companyId }, body: { email: 'ei osoite', language: 'fi' as const } }
    expect((await world.call(places.sendJoinLink, wrong)).status).toBe(400)
    expect(await mailsTo(companyId)).toEqual([])
  })
})
