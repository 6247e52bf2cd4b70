import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildUser, signedInAs, stepUp } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { newestCode } from '#testing/mailbox.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

/*
 * What one permitted party could do to another, in words. Each story makes the same call twice: as the party that would
 * do harm, where it is refused or harmless, and as the party that may, where it works. A call that was broken would so
 * fail its story.
 */

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const rowOf = (userId: string) =>
  world.services.database.primary.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

async function toSign() {
  const one = await anotherOrder(world, cast)
  await one.journey.choosePackage(one.orderId)
  await one.journey.answer(one.orderId)
  const { agreement } = await one.journey.order(cast.staff, one.orderId)
  const read = { version: agreement!.version, documentSha256: agreement!.documentSha256! }
  const askForCode = (as: Caller) =>
    world.call(signing.requestCode, { as, params: { id: agreement!.leasingAgreementId }, body: read })
  const signAs = async (as: Caller, party: 'EMPLOYEE' | 'EMPLOYER', code?: string) => {
    const row = await rowOf(as.userId)
    const typedName = `${row.first_name} ${row.last_name}`
    const body = { ...read, party, typedName, password: cast.password, ...(code ? { code } : {}) }
    return world.call(signing.sign, { as, params: { id: agreement!.leasingAgreementId }, body })
  }
  return { ...one, askForCode, signAs }
}

describe('an employer against an employee', () => {
  it('cannot make the employee’s signature: the code is the employee’s to ask for and goes to what is theirs', async () => {
    const { own, askForCode } = await toSign()
    expect((await askForCode(cast.employer)).status).toBe(403)
    expect(await (await askForCode(own.employee)).body).toMatchObject({ via: 'SMS' })
  })

  it('cannot sign for the employee with whatever code, and a code sent for another agreement signs nothing', async () => {
    const { own, askForCode, signAs } = await toSign()
    expect((await signAs(cast.employer, 'EMPLOYEE', '123456')).body.code).toBe('CODE_EXPIRED')
    const { userId } = own.employee
    const signWith = async (about: string | null) => {
      await askForCode(own.employee)
      if (about !== null)
        await sql`update verification_codes set payload = jsonb_set(payload, '{about}', to_jsonb(${about}::text))
                   where subject = ${userId} and purpose = 'SIGNING'`.execute(world.services.database.primary)
      return signAs(own.employee, 'EMPLOYEE', await newestCode(world, userId))
    }
    expect((await signWith('another')).body.code).toBe('CODE_EXPIRED')
    expect((await signWith(null)).status).toBe(200)
  })

  it('cannot rename the person whose typed name a signature has to match', async () => {
    const { own } = await toSign()
    const { userId } = own.employee
    const rename = async (as: Caller) =>
      world.call(accounts.update, {
        as,
        params: { userId },
        body: { firstName: 'Toinen', version: (await rowOf(userId)).version },
      })
    expect((await rename(cast.employer)).body.fields).toMatchObject([{ code: 'OWNER_ONLY' }])
    expect((await rename(own.employee)).body.user.firstName).toBe('Toinen')
  })

  it('cannot attach a person by their address: nothing of the account shows before its owner’s yes', async () => {
    const { companyId } = await buildCompany(world)
    const rival = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    const victim = await rowOf(cast.employee.userId)
    const body = { companyId, firstName: 'Kirjoitettu', lastName: 'Nimi', workEmail: victim.email }
    const added = await world.call(employees.create, { as: rival, body })
    expect(added.status).toBe(201)
    expect(added.raw.toString()).not.toMatch(new RegExp(`${victim.phone_number}|${victim.last_name}"`))
    const seen = async () => (await world.ok(accounts.list, { as: rival, query: { isForList: true } })).items
    expect((await seen()).map(({ userId }) => userId)).not.toContain(victim.id)
    const [invitation] = (await world.ok(memberships.mine, { as: cast.employee })).invitations
    await world.ok(memberships.acceptOwn, { as: cast.employee, params: { id: invitation!.invitationId } })
    expect((await seen()).map(({ userId }) => userId)).toContain(victim.id)
  })

  it('cannot move the person’s sign-in: it is a proposal that the person stops or confirms', async () => {
    const { own } = await toSign()
    const before = await rowOf(own.employee.userId)
    const params = { userId: before.id }
    const body = { workEmail: `siirto.${before.id}@yritys.example`, version: before.version }
    await world.ok(accounts.update, { as: cast.employer, params, body })
    expect((await rowOf(before.id)).email).toBe(before.email)
    const [waiting] = (await world.ok(identityChanges.mine, { as: own.employee })).items
    const stop = (as: Caller) =>
      world.call(identityChanges.refuseOwn, { as, params: { id: waiting!.identityChangeId } })
    expect((await stop(cast.employer)).status).toBe(404)
    expect((await stop(own.employee)).status).toBe(200)
  })
})

describe('an editor against an employer', () => {
  it('neither gives roles nor changes how people sign in', async () => {
    const editor = await stepUp(world, await signedInAs(world, 'EMPLOYER_EDITOR', cast))
    const { own } = await toSign()
    const calls = (as: Caller) => [
      world.call(companies.update, { as, params: { id: cast.companyId }, body: { twoFactor: 'EMPLOYER_ROLES' } }),
      world.call(roles.assign, {
        as,
        params: { userId: own.employee.userId, roleId: roleId('EMPLOYER_REPORTING') },
        body: { companyIds: [cast.companyId] },
      }),
    ]
    for (const reply of calls(editor)) expect((await reply).status).toBe(403)
    // Nor does whoever sits down at the employer's open screen: the password is asked once more.
    for (const reply of calls(cast.employer).slice(0, 1)) expect((await reply).body.code).toBe('STEP_UP_REQUIRED')
    for (const reply of calls(await stepUp(world, cast.employer))) expect((await reply).status).toBe(200)
  })
})

describe('an editor against an employer, at an agreement', () => {
  it('signs for the employer only when the employer has named the editor', async () => {
    const { password_hash } = await rowOf(cast.employer.userId)
    const { userId } = await buildUser(world, { password_hash })
    await assignRole(world, userId, 'EMPLOYER_EDITOR', cast)
    const editor = await world.signIn(userId)
    const { signAs } = await toSign()
    expect((await signAs(editor, 'EMPLOYER')).body.code).toBe('FORBIDDEN')
    const name = (signerUserIds: string[]) =>
      world.services.database.primary
        .updateTable('companies')
        .set({ signer_user_ids: signerUserIds })
        .where('id', '=', cast.companyId)
        .execute()
    await name([userId])
    expect((await signAs(editor, 'EMPLOYER')).status).toBe(200)
    await name([])
  })
})

describe('staff against an employer', () => {
  it('move nobody’s sign-in alone: a second of them confirms', async () => {
    const victim = await buildUser(world, { phone_number: '0405550001' })
    await assignRole(world, victim.userId, 'EMPLOYER_ADMIN', cast)
    const second = await signedInAs(world, 'INTERNAL_ADMIN')
    const params = { userId: victim.userId }
    const { version } = await rowOf(victim.userId)
    await world.ok(accounts.update, { as: cast.staff, params, body: { workEmail: 'sisapiiri@evil.example', version } })
    const confirm = (as: Caller) =>
      world.call(identityChanges.confirmAsSecond, { as, params, body: { kind: 'CONTACT' } })
    expect((await confirm(cast.staff)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await rowOf(victim.userId)).email).toBe(victim.email)
    expect((await confirm(second)).body).toEqual({ inEffect: true })
  })

  it('sign for neither side', async () => {
    const { orderId, journey } = await toSign()
    await expect(journey.sign(cast.staff, orderId, 'EMPLOYEE')).rejects.toThrow('403')
    await expect(journey.sign(cast.staff, orderId, 'EMPLOYER')).rejects.toThrow('403')
    await journey.sign(cast.employer, orderId, 'EMPLOYER')
  })
})

describe('a company against a company', () => {
  it('finds nothing of the other’s, by any id', async () => {
    const rival = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const { orderId, own } = await toSign()
    const statuses = async (as: Caller) => [
      (await world.call(orders.get, { as, params: { orderId } })).status,
      (await world.call(employees.details, { as, params: { id: own.employeeId } })).status,
      (await world.call(companies.recipients, { as, params: { id: cast.companyId } })).status,
    ]
    expect(await statuses(rival)).toEqual([404, 404, 404])
    expect(await statuses(cast.employer)).toEqual([200, 200, 200])
  })
})

describe('a store against a buyer', () => {
  const linksOf = async (orderId: string) => {
    const link = (purpose: 'store-order' | 'delivery') =>
      createLinkToken(world.services.database.primary, world.env, {
        purpose,
        days: 30,
        subjectId: orderId,
        seal: world.services.vault.seal,
      })
    return { page: (await link('store-order')).token, delivery: (await link('delivery')).token }
  }

  it('has no call but its links: a store’s account is nobody’s sign-in, and its register is the staff’s', async () => {
    const read = (as: Caller | null) => world.call(bikeStores.get, { as, params: { id: cast.bikeStoreId } })
    expect([(await read(null)).status, (await read(cast.employee)).status]).toEqual([401, 403])
    expect((await read(cast.staff)).status).toBe(200)
  })

  it('reads of the buyer a name and what to deliver: no address, number, employer or code', async () => {
    const { orderId, own } = await toSign()
    const { page, delivery } = await linksOf(orderId)
    const buyer = await rowOf(own.employee.userId)
    const { name: employer } = await world.services.database.primary
      .selectFrom('companies')
      .select('name')
      .where('id', '=', cast.companyId)
      .executeTakeFirstOrThrow()
    const asStore = await world.call(orderLinks.storePage, { params: { token: page } })
    const byDelivery = await world.call(orderLinks.deliveryPage, { params: { token: delivery } })
    expect([asStore.status, byDelivery.status]).toEqual([200, 200])
    expect(asStore.body.buyerName).toBe(`${buyer.first_name} ${buyer.last_name}`)
    for (const kept of [buyer.email, buyer.phone_number!, employer])
      expect(`${asStore.raw}${byDelivery.raw}`).not.toContain(kept)
    expect(String(byDelivery.raw)).not.toMatch(/price|amount/i)
    const asStaff = await world.call(orders.get, { as: cast.staff, params: { orderId } })
    for (const kept of [buyer.email, employer]) expect(String(asStaff.raw)).toContain(kept)
  })

  it('opens with one order’s link no other order, and with a page’s link no delivery', async () => {
    const { orderId } = await toSign()
    const { page, delivery } = await linksOf(orderId)
    const asDelivery = (token: string) => world.call(orderLinks.deliveryPage, { params: { token } })
    expect((await asDelivery(page)).status).toBe(404)
    const { status, body } = await asDelivery(delivery)
    expect(status).toBe(200)
    const number = (await journeyOf(world, cast).order(cast.staff, orderId)).orderNumber
    expect(body.orderNumber).toBe(number)
  })

  it('reports a delivery for its own order alone, and none before the order has been placed with it', async () => {
    const [one, other] = [await toSign(), await toSign()]
    const { delivery } = await linksOf(one.orderId)
    const body = { frameNumber: 'WTU 77 031', deliveryDay: helsinkiDay(world.env.now()) }
    const report = () => world.call(orderLinks.reportDelivery, { params: { token: delivery }, body })
    expect((await report()).body.code).toBe('DELIVERY_NOT_ALLOWED')
    await one.journey.sign(one.own.employee, one.orderId, 'EMPLOYEE')
    await one.journey.sign(cast.employer, one.orderId, 'EMPLOYER')
    await one.journey.confirm(one.orderId)
    await one.journey.process(one.orderId)
    // Who holds the link and not the buyer's code hands nothing over.
    expect((await report()).body).toMatchObject({
      code: 'DELIVERY_NOT_ALLOWED',
      details: { unmet: ['CODE_NOT_CHECKED'] },
    })
    const shown = { as: one.own.employee, params: { orderId: one.orderId }, body: { purpose: 'OWN' as const } }
    const { securityCode: code } = await world.ok(orders.revealSecurityCode, shown)
    await world.ok(orderLinks.checkDeliveryCode, { params: { token: delivery }, body: { code } })
    expect((await report()).body.frameNumber).toBe(body.frameNumber)
    const frames = await world.services.database.primary
      .selectFrom('orders')
      .select(['id', 'frame_number'])
      .where('id', 'in', [one.orderId, other.orderId])
      .where('frame_number', 'is not', null)
      .execute()
    expect(frames.map(({ id }) => id)).toEqual([one.orderId])
  })
})

describe('an employee against a colleague', () => {
  it('finds neither order nor agreement, and answers for nobody else', async () => {
    const [mine, theirs] = [await toSign(), await toSign()]
    const read = (as: Caller) => world.call(orders.get, { as, params: { orderId: theirs.orderId } })
    expect((await read(mine.own.employee)).status).toBe(404)
    expect((await theirs.askForCode(mine.own.employee)).status).toBe(404)
    expect((await read(theirs.own.employee)).status).toBe(200)
  })
})

describe('a stranger against everybody', () => {
  it('learns nothing from ids and links that they make up', async () => {
    const { orderId } = await toSign()
    expect((await world.call(orders.get, { as: null, params: { orderId } })).status).toBe(401)
    const token = randomUUID().repeat(2)
    expect((await world.call(identityChanges.look, { params: { token } })).status).toBe(404)
    expect((await world.call(memberships.look, { params: { token } })).status).toBe(404)
    expect((await world.call(orders.get, { as: cast.staff, params: { orderId } })).status).toBe(200)
  })
})
