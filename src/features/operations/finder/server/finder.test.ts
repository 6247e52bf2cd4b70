import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { stableId } from '#platform/server/roles/role-ids.ts'
import { buildUser, signedInAs } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { finder } from '../contract.ts'
import { allFoundKinds, type FoundKind, SHOWN_MAX } from '../kinds.ts'

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
const find = (search: string, as: Caller = cast.staff) => world.ok(finder.find, { as, query: { search } })
const idsOf = async (kind: FoundKind, search: string, as?: Caller) =>
  (await find(search, as)).found.filter((one) => one.kind === kind).map(({ id }) => id)
const order = () => db().selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
const movement = async (values: { amount_cents: number; reference: string }) => {
  const id = world.env.id()
  const fileId = world.env.id()
  const at = world.env.now()
  await db()
    .insertInto('bank_files')
    .values({ id: fileId, kind: 'CAMT053', name: 'T', sha256: Buffer.from(id), created_at: at })
    .execute()
  await db()
    .insertInto('bank_entries')
    .values({
      id,
      bank_file_id: fileId,
      iban: 'FI2112345600000785',
      entry_key: id,
      direction: 'CREDIT',
      booked_day: '2026-11-20',
      created_at: at,
      ...values,
    })
    .execute()
  return id
}

describe('one search', () => {
  it('finds a person by the name in either order, by phone in groups and by address', async () => {
    const { userId } = await buildUser(world, {
      first_name: 'Kämmen',
      last_name: 'Hakuesimerkki',
      phone_number: '+358401239876',
      email: 'kammen@haku.example',
    })
    for (const search of ['kammen hakuesimerkki', 'Hakuesimerkki, Kämmen', '040 123 9876', 'kammen@haku.example'])
      expect(await idsOf('PERSON', search), search).toEqual([userId])
  })

  it('finds an order by its number, its frame and the store’s number of it', async () => {
    const { order_number, frame_number, bike_store_order_number } = await order()
    for (const search of [order_number, order_number.toLowerCase().replaceAll('-', ''), frame_number!])
      expect(await idsOf('ORDER', search), search).toEqual([orderId])
    if (bike_store_order_number) expect(await idsOf('ORDER', bike_store_order_number)).toContain(orderId)
  })

  it('finds an agreement by its number, with whose it is', async () => {
    const agreement = await db()
      .selectFrom('leasing_agreements')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { found } = await find(agreement.agreement_number)
    expect(found.filter(({ kind }) => kind === 'AGREEMENT')).toMatchObject([{ id: agreement.id }])
  })

  it('finds an invoice by its number, its reference in either form and its sum', async () => {
    const invoice = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('direction', '=', 'SALES')
      .executeTakeFirstOrThrow()
    const euros = (invoice.total_cents / 100).toFixed(2)
    const reference = invoice.reference_number
    for (const search of [invoice.number!, ...(reference ? [reference, `RF18 ${reference}`] : []), `${euros} €`])
      expect(await idsOf('INVOICE', search), search).toContain(invoice.id)
  })

  it('calls an invoice that has no number yet by the order that it is of', async () => {
    const invoice = await db()
      .selectFrom('invoices')
      .select(['id', 'total_cents'])
      .where('order_id', '=', orderId)
      .where('direction', '=', 'PURCHASE')
      .executeTakeFirstOrThrow()
    const unnumbered = { number: null, reference_number: null }
    await db().updateTable('invoices').set(unnumbered).where('id', '=', invoice.id).execute()
    const { found } = await find(`${(invoice.total_cents / 100).toFixed(2)} €`)
    expect(found.find(({ id }) => id === invoice.id)?.title).toBe((await order()).order_number)
  })

  it('finds a movement of the bank by its sum and its reference', async () => {
    const id = await movement({ amount_cents: 123_457, reference: '98765432103' })
    for (const search of ['1 234,57', '98765 43210 3']) expect(await idsOf('BANK_ENTRY', search), search).toEqual([id])
  })

  it('finds a company by its business id, a store by its name, a message by the number that its writer was told', async () => {
    const company = await db()
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', cast.companyId)
      .executeTakeFirstOrThrow()
    expect(await idsOf('COMPANY', company.business_id)).toEqual([cast.companyId])
    const store = await db()
      .selectFrom('bike_stores')
      .selectAll()
      .where('id', '=', cast.bikeStoreId)
      .executeTakeFirstOrThrow()
    expect(await idsOf('STORE', store.name)).toContain(cast.bikeStoreId)
    const body = {
      name: 'T',
      email: 'kysyja@haku.example',
      message: 'Kysymys pyörästä',
      role: 'EMPLOYEE',
      language: 'fi' as const,
    }
    const { contactFormDataId } = await world.ok(contactForms.submit, { anyBody: body })
    expect(await idsOf('MESSAGE', contactFormDataId.slice(-8))).toEqual([contactFormDataId])
    expect((await find('kysyja@haku.example')).found.map(({ kind }) => kind)).toEqual(['MESSAGE', 'MAIL'])
  })

  it('names at most five of a kind and says of which there are more', async () => {
    for (let n = 0; n < SHOWN_MAX; n += 1) await buildUser(world, { last_name: 'Montasamaa' })
    expect((await find('montasamaa')).more).toEqual([])
    await buildUser(world, { last_name: 'Montasamaa' })
    const { found, more } = await find('montasamaa')
    expect(found).toHaveLength(SHOWN_MAX)
    expect(more).toEqual(['PERSON'])
  })

  it('finds nothing of what bears no such word, and says what was searched', async () => {
    expect(await find('ei-mitään-tällaista')).toEqual({ found: [], more: [], kinds: allFoundKinds })
  })

  it('takes a wildcard of the user’s own literally', async () => {
    expect((await find('%%')).found).toEqual([])
  })
})

describe('who does not see a kind', () => {
  it('is told nothing of it: an employer, an employee and a stranger find nothing at all', async () => {
    for (const as of [cast.employer, cast.employee])
      expect((await world.call(finder.find, { as, query: { search: 'ma' } })).status).toBe(403)
    expect((await world.call(finder.find, { query: { search: 'ma' } })).status).toBe(401)
  })

  it('finds no orders, invoices or movements with a role that lacks their permissions', async () => {
    const boss = await signedInAs(world, 'SUPER_ADMIN')
    const role = await world.ok(roles.create, { as: boss, body: { name: 'Vain liikkeet', scopeKind: 'ALL' } })
    await db()
      .insertInto('role_permissions')
      .values(
        (['admin:access', 'bike-store:read', 'order:read'] as const).map((name) => ({
          role_id: role.id,
          permission_id: stableId('permission', name),
        })),
      )
      .execute()
    const as = await signedInAs(world, 'INTERNAL_ADMIN')
    await db().updateTable('user_roles').set({ role_id: role.id }).where('user_id', '=', as.userId).execute()
    const { order_number } = await order()
    expect(await find(order_number, as)).toEqual({ found: [], more: [], kinds: ['STORE'] })
  })

  it('refuses a search of one letter', async () => {
    expect((await world.call(finder.find, { as: cast.staff, query: { search: 'a' } })).status).toBe(400)
  })
})
