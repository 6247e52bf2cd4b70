import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { storeHome } from '#features/homes/store/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payable } from '#features/money/invoices/rules/payable.ts'
import { payableFacts } from '#features/money/invoices/server/payable.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { buildStore } from '#testing/builders.ts'
import { db, type Leased, leased, prepareClaims, sent, staff, world } from '#testing/cases/claim-cases.ts'
import { handedOver } from '#testing/mailbox.ts'
import { bikeServices } from '../contract.ts'

prepareClaims()

const IBAN = 'FI2112345600000785'

/** A running lease whose terms include 400.00 of service. */
async function serviced(more: object = {}) {
  const of = await leased()
  await db()
    .updateTable('leasing_agreements')
    .set({ service_terms: JSON.stringify({ cents: 40_000, months: 48, release: 'WHOLE', daysAfter: 0, ...more }) })
    .where('id', '=', of.agreementId)
    .execute()
  return of
}

const make = (of: Leased, key?: string) =>
  world.call(bikeServices.make, {
    as: of.person,
    body: { leasingAgreementId: of.agreementId },
    ...(key ? { key } : {}),
  })
const service = (of: Leased) =>
  world.ok(bikeServices.get, { as: of.person, params: { leasingAgreementId: of.agreementId } })

const codeOf = (shown: { code: string } | null) => shown!.code.replace(' ', '')

async function storeWithAccount() {
  const store = await buildStore(world)
  await db()
    .updateTable('bike_stores')
    .set({ iban: IBAN, email: `${store.bikeStoreId}@liike.example` })
    .where('id', '=', store.bikeStoreId)
    .execute()
  return { ...store, email: `${store.bikeStoreId}@liike.example` }
}

/** A voucher that a store has taken: its link's token. */
async function atStore(of: Leased, store?: Awaited<ReturnType<typeof storeWithAccount>>) {
  const shop = store ?? (await storeWithAccount())
  const { shown } = await world.ok(bikeServices.make, {
    as: of.person,
    body: { leasingAgreementId: of.agreementId },
  })
  const params = { code: codeOf(shown) }
  const { sentTo } = await world.ok(bikeServices.take, { as: null, params, body: { store: shop.email } })
  expect(sentTo).toContain('@liike.example')
  const mail = (await handedOver(world)).findLast(
    ({ recipient, text }) => recipient === shop.email && text.includes('/liike/'),
  )!
  return { shop, code: params.code, token: /liike\/([\w-]+)/.exec(mail.text)![1]! }
}

let numbers = 0
const bill = (token: string, more: Partial<BodyOf<typeof bikeServices.bill>> = {}, key?: string) =>
  world.call(bikeServices.bill, {
    as: null,
    params: { token },
    body: { work: 'Vuosihuolto', total: 120, number: `H-${++numbers}`, issueDay: '2026-12-10', ...more },
    ...(key ? { key } : {}),
  })

describe('a voucher', () => {
  it('is made once, shows its code to its person alone, and is made anew when it was taken back', async () => {
    const of = await serviced()
    const made = await make(of, 'key-voucher-1')
    expect(made).toMatchObject({ status: 201, body: { balance: { total: 400, left: 400 }, obstacle: null } })
    expect(await make(of, 'key-voucher-1')).toMatchObject({ status: 201, body: made.body })
    expect(await make(of)).toMatchObject({ status: 409, body: { code: 'SERVICE_VOUCHER_EXISTS' } })
    const seen = await world.ok(bikeServices.get, { as: staff, params: { leasingAgreementId: of.agreementId } })
    expect(seen).toMatchObject({ shown: null, vouchers: [{ state: 'OPEN' }] })
    const [open] = (await service(of)).vouchers
    const cancelled = await world.ok(bikeServices.cancel, {
      as: of.person,
      params: { id: open!.serviceVoucherId },
      body: { version: open!.version },
    })
    expect(cancelled).toMatchObject({ shown: null, vouchers: [{ state: 'CANCELLED' }] })
    expect((await make(of)).status).toBe(201)
  })

  it('is refused without service in the terms, to strangers, and while the bicycle is lost', async () => {
    const without = await leased()
    expect(await make(without)).toMatchObject({ status: 409, body: { code: 'SERVICE_NOT_IN_TERMS' } })
    expect(await service(without)).toMatchObject({ balance: null, obstacle: null, vouchers: [] })
    const of = await serviced()
    const foreign = { as: without.person, body: { leasingAgreementId: of.agreementId } }
    expect((await world.call(bikeServices.make, foreign)).status).toBe(404)
    expect((await world.call(bikeServices.make, { ...foreign, as: of.employer })).status).toBe(403)
    await sent(of, 'LOSS')
    expect(await make(of)).toMatchObject({
      status: 409,
      body: { code: 'SERVICE_NOT_NOW', details: { obstacle: 'NOT_WITH_PERSON' } },
    })
  })

  it('runs out after thirty days and makes room for the next', async () => {
    const of = await serviced()
    const first = await make(of)
    const code = codeOf((first.body as { shown: { code: string } }).shown)
    world.env.setNow('2027-01-10T08:00:00Z')
    expect(await world.ok(bikeServices.page, { as: null, params: { code } })).toMatchObject({
      state: 'EXPIRED',
      left: null,
    })
    const late = await world.call(bikeServices.take, { as: null, params: { code }, body: { store: 'x@liike.example' } })
    expect(late).toMatchObject({ status: 409, body: { code: 'SERVICE_VOUCHER_NOT_VALID' } })
    expect((await make({ ...of, person: await world.signIn(of.person.userId) })).status).toBe(201)
  })
})

describe('a store', () => {
  it('sees the bicycle by the code, and gets its link at the address of the register alone', async () => {
    const of = await serviced()
    const { shown } = (await make(of)).body as { shown: { code: string } }
    const params = { code: codeOf(shown) }
    expect(await world.ok(bikeServices.page, { as: null, params })).toMatchObject({ state: 'OPEN', left: 400 })
    const take = (store: string) => world.call(bikeServices.take, { as: null, params, body: { store } })
    expect(await take('somebody@else.example')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'store', code: 'NOT_IN_REGISTER' }] },
    })
    const store = await storeWithAccount()
    expect((await take(store.email)).status).toBe(200)
    const other = await storeWithAccount()
    expect(await take(other.email)).toMatchObject({ status: 409, body: { code: 'SERVICE_VOUCHER_TAKEN' } })
  })

  it('is stopped at the eleventh wrong code within an hour', async () => {
    await db().deleteFrom('rate_limits').execute()
    const tried = []
    for (let n = 0; n < 11; n++)
      tried.push((await world.call(bikeServices.page, { as: null, params: { code: `AAAAAAA${2 + (n % 8)}` } })).status)
    expect(tried.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404))
    expect(tried[10]).toBe(429)
    await db().deleteFrom('rate_limits').execute()
  })

  it('bills at most the balance, once, and is paid to the account of the register when the staff have checked it', async () => {
    const of = await serviced()
    const { token, shop } = await atStore(of)
    expect(await bill(token, { total: 400.01 })).toMatchObject({
      status: 409,
      body: { code: 'SERVICE_OVER_BALANCE', details: { left: 400 } },
    })
    expect(await bill(token, { issueDay: '2026-12-09' })).toMatchObject({ status: 400 })
    expect(await bill(token, { issueDay: '2026-12-11' })).toMatchObject({ status: 400 })
    expect(await bill(token, { referenceNumber: '12345' })).toMatchObject({
      body: { fields: [{ path: 'referenceNumber', code: 'WRONG_REFERENCE' }] },
    })
    const billed = await bill(token, { total: 150, number: 'H-900' }, 'key-bill-900')
    expect(billed).toMatchObject({ status: 201, body: { state: 'BILLED', receipt: { sum: 150, number: 'H-900' } } })
    expect(await bill(token, { total: 150, number: 'H-900' }, 'key-bill-900')).toMatchObject({ status: 201 })
    expect(await bill(token)).toMatchObject({ status: 409, body: { code: 'SERVICE_VOUCHER_NOT_VALID' } })
    expect(await service(of)).toMatchObject({ balance: { used: 150, left: 250 }, vouchers: [{ invoice: 'TO_CHECK' }] })

    const row = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('agreement_id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ party: 'STORE', bike_store_id: shop.bikeStoreId, iban: IBAN, stage: 'RECEIVED' })
    const paying = { db: db(), brand: world.services.brand }
    const asked = async () => payable((await payableFacts(paying, [row.id])).get(row.id)!, 'APPROVE')
    expect(await asked()).toBe('NOT_VERIFIED')
    const before = await world.ok(tasks.list, { as: staff })
    expect(before.data.map(({ id }) => id)).toContain(`checkInvoice:${row.id}`)
    await world.ok(invoices.setStatus, {
      as: staff,
      params: { id: row.id },
      body: { status: 'VERIFIED', version: row.version },
    })
    expect(await asked()).toBeNull()
    const after = await world.ok(tasks.list, { as: staff })
    expect(after.data.map(({ id }) => id)).not.toContain(`checkInvoice:${row.id}`)
    const posted = await sql<{ account: string; cents: number }>`
      select account, sum(amount_cents)::bigint as cents from ledger_rows where voucher like ${`%${row.id}%`}
       group by account order by account`.execute(db())
    expect(posted.rows).toEqual([
      { account: 'PAYABLES', cents: -15_000 },
      { account: 'PURCHASES', cents: 11_952 },
      { account: 'VAT_INPUT', cents: 3_048 },
    ])
    const mails = await db()
      .selectFrom('outbox')
      .select('template')
      .where('company_id', '=', of.company.companyId)
      .execute()
    expect(mails.map(({ template }) => template)).toContain('bike-services:mail.receipt')
  })

  it('is not paid for a service that its person says was not had', async () => {
    const of = await serviced()
    const { token } = await atStore(of)
    await bill(token)
    const [voucher] = (await service(of)).vouchers
    const disputed = await world.ok(bikeServices.dispute, {
      as: of.person,
      params: { id: voucher!.serviceVoucherId },
      body: { reason: 'En ole vienyt pyörää huoltoon.', version: voucher!.version },
    })
    expect(disputed.vouchers).toMatchObject([{ invoice: 'DISPUTED' }])
    const row = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('agreement_id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    await world.ok(invoices.setStatus, {
      as: staff,
      params: { id: row.id },
      body: { status: 'VERIFIED', version: row.version },
    })
    const facts = (await payableFacts({ db: db(), brand: world.services.brand }, [row.id])).get(row.id)!
    expect(payable(facts, 'APPROVE')).toBe('DISPUTED')
    // Whoever has checked it waits for nobody: the staff settle what the person says.
    const waiting = async () => (await world.ok(tasks.list, { as: staff })).data.map(({ id }) => id)
    expect(await waiting()).toContain(`checkInvoice:${row.id}`)
    const { version } = await db()
      .selectFrom('invoices')
      .select('version')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    await world.ok(invoices.setTerms, {
      as: staff,
      params: { id: row.id },
      body: { isDisputed: false, reason: 'Työ on tehty.', version },
    })
    expect(await waiting()).not.toContain(`checkInvoice:${row.id}`)
  })

  it('gets back into the balance what a void invoice took, and no more than it', async () => {
    const of = await serviced()
    const first = await atStore(of)
    expect((await bill(first.token, { total: 400 })).status).toBe(201)
    expect(await make(of)).toMatchObject({ body: { details: { obstacle: 'NOTHING_LEFT' } } })
    const row = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('agreement_id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    await world.ok(invoices.setStatus, {
      as: staff,
      params: { id: row.id },
      body: { status: 'INVALIDATED', version: row.version, reason: 'Työtä ei tehty.' },
    })
    expect(await service(of)).toMatchObject({ balance: { used: 0, left: 400 }, vouchers: [{ invoice: 'VOID' }] })
    expect((await make(of)).status).toBe(201)
  })

  it('has one link to a bicycle for all its services, which shows what it billed before', async () => {
    const of = await serviced()
    const first = await atStore(of)
    expect((await bill(first.token, { number: 'H-first' })).status).toBe(201)
    const second = await atStore(of, first.shop)
    expect(second.token).toBe(first.token)
    const page = (token: string) => world.call(bikeServices.billPage, { as: null, params: { token } })
    expect((await page(first.token)).body).toMatchObject({ receipt: null, earlier: [{ number: 'H-first', sum: 120 }] })
    const parts = async () =>
      (await world.ok(storeHome.get, { as: null, params: { token: first.token } })).parts.map(({ kind, isOpen }) => [
        kind,
        isOpen,
      ])
    expect(await parts()).toEqual([['SERVICE', true]])
    const [open] = (await service(of)).vouchers
    const params = { id: open!.serviceVoucherId }
    await world.ok(bikeServices.cancel, { as: of.person, params, body: { version: open!.version } })
    expect(await parts()).toEqual([['SERVICE', false]])
    expect((await page(first.token)).body).toMatchObject({ receipt: { number: 'H-first' }, earlier: [] })
    const other = await atStore(of)
    expect((await page(other.token)).body).toMatchObject({ receipt: null, earlier: [] })
  })

  it('bills what it did before the bicycle was stolen, and nothing after', async () => {
    const of = await serviced()
    const { token } = await atStore(of)
    world.env.setNow('2026-12-14T08:00:00Z')
    await sent(of, 'THEFT', '2026-12-12')
    expect(await bill(token, { issueDay: '2026-12-13' })).toMatchObject({
      status: 409,
      body: { code: 'SERVICE_NOT_NOW', details: { obstacle: 'NOT_WITH_PERSON' } },
    })
    expect((await bill(token, { issueDay: '2026-12-11' })).status).toBe(201)
  })
})

describe('the database', () => {
  it('refuses a bill above the balance and a change of a billed voucher, whoever writes', async () => {
    const of = await serviced()
    const { token } = await atStore(of)
    await bill(token, { total: 100 })
    const row = await db()
      .selectFrom('service_vouchers')
      .selectAll()
      .where('agreement_id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    await expect(
      db().updateTable('service_vouchers').set({ billed_cents: 1 }).where('id', '=', row.id).execute(),
    ).rejects.toMatchObject({ constraint: 'service_vouchers_stay' })
    await db()
      .updateTable('leasing_agreements')
      .set({ service_terms: JSON.stringify({ cents: 10_000, months: 48, release: 'WHOLE', daysAfter: 0 }) })
      .where('id', '=', of.agreementId)
      .execute()
    const more = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', row.invoice_id!)
      .executeTakeFirstOrThrow()
    const id = world.env.id()
    const { open_cents: _open, ...copied } = more
    await db()
      .insertInto('invoices')
      .values({ ...copied, id, number: 'H-twice', buyer: null })
      .execute()
    await expect(
      db()
        .insertInto('service_vouchers')
        .values({ ...row, id: world.env.id(), code: 'ZZZZZZZ9', invoice_id: id })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'service_vouchers_balance' })
  })
})
