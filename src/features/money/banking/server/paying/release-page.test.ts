import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { freshCode, signedInAs, stepUp } from '#testing/builders.ts'
import { openPurchases, storeIban } from '#testing/money/purchases.ts'
import { openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

const otherIban = 'FI1410093000123458'
let world: World
let office: Awaited<ReturnType<typeof openPurchases>>
beforeAll(async () => {
  world = await openWorld()
  office = await openPurchases(world)
})
afterAll(() => world.close())

async function madeFile(cents: number) {
  const invoiceId = await office.approved(cents)
  await office.queue(invoiceId)
  return { invoiceId, file: (await office.make()).body }
}
const page = (paymentFileId: string, as = office.releaser) =>
  world.ok(banking.paymentFile, { as, params: { id: paymentFileId } })
const setDisputed = async (invoiceId: string, isDisputed: boolean) => {
  const { version } = await office.get(invoiceId)
  await world.ok(invoices.setTerms, {
    as: office.maker,
    params: { id: invoiceId },
    body: { version, isDisputed, reason: 'Virhe summassa' },
  })
}
/** Two members of the staff give the store another account. */
async function changeAccount(iban: string) {
  const params = { id: office.bikeStoreId }
  const now = () => world.ok(bikeStores.get, { as: office.maker, params })
  const { storeName, email, version } = await now()
  const as = await stepUp(world, office.maker)
  await world.ok(bikeStores.update, { as, params, body: { storeName, email, version, iban } })
  const second = await stepUp(world, office.releaser)
  await world.ok(bikeStores.confirmAccount, { as: second, params, body: { version: (await now()).version } })
}

describe('the page of a file for the bank', () => {
  it('tells of each payment its payee, account and whose word that is, its match and who approved it', async () => {
    await changeAccount(otherIban)
    await changeAccount(storeIban)
    const { invoiceId, file } = await madeFile(120_000)
    const { name } = await world.services.database.primary
      .selectFrom('users')
      .select(({ fn, ref, val }) => fn<string>('concat_ws', [val(' '), ref('last_name'), ref('first_name')]).as('name'))
      .where('id', '=', office.maker.userId)
      .executeTakeFirstOrThrow()
    const { payments, ...shown } = await page(file.paymentFileId)
    expect(shown).toMatchObject({ state: 'MADE', unmet: [], total: 1200, madeBy: name })
    expect(payments).toMatchObject([
      {
        invoiceId,
        amount: 1200,
        iban: storeIban,
        problem: null,
        account: { from: 'REGISTER', namedBy: name, confirmedAt: expect.any(String), isNewer: false, movement: null },
        matchedAt: expect.any(String),
        approvedBy: name,
        changes: [],
      },
    ])
    expect(payments[0]!.account.confirmedBy).not.toBe(name)
    const employee = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: office.companyId })
    const calls = [employee, office.maker].map((as) =>
      world.call(banking.paymentFile, { as, params: { id: file.paymentFileId } }),
    )
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 200])
    const strange = { as: office.releaser, params: { id: world.env.id() } }
    expect((await world.call(banking.paymentFile, strange)).status).toBe(404)
    await office.release(file)
  })

  it('names what has changed since, and keeps from the bank what may not be paid any more', async () => {
    const { invoiceId, file } = await madeFile(33_000)
    await setDisputed(invoiceId, true)
    const disputed = await page(file.paymentFileId)
    expect(disputed).toMatchObject({ unmet: ['NOT_PAYABLE'], payments: [{ problem: 'DISPUTED' }] })
    expect(disputed.payments[0]!.changes).toMatchObject([
      { type: 'INVOICE_TERMS_CHANGED', actor: 'STAFF', reason: 'Virhe summassa' },
    ])
    expect((await office.release(file)).body).toMatchObject({
      code: 'PAYMENT_FILE_NOT_RELEASABLE',
      details: { unmet: ['NOT_PAYABLE'] },
    })
    expect(await office.get(invoiceId)).toMatchObject({ status: 'PAYMENT_QUEUED' })
    await setDisputed(invoiceId, false)
    expect((await page(file.paymentFileId)).payments[0]!.changes).toHaveLength(2)

    await changeAccount(otherIban)
    const changed = await page(file.paymentFileId)
    expect(changed).toMatchObject({ unmet: ['PAYEE_CHANGED'], payments: [{ account: { isNewer: true } }] })
    expect(changed.payments[0]!.changes.at(-1)).toMatchObject({ type: 'REGISTER_CHANGED' })
    expect((await office.release(file)).body).toMatchObject({ details: { unmet: ['PAYEE_CHANGED'] } })
    await changeAccount(storeIban)
    expect((await office.release(file)).body).toMatchObject({ state: 'RELEASED' })
  })
})

describe('a release', () => {
  it('asks for the password once more and a code that nobody has used, and leaves the file as it was until then', async () => {
    const { invoiceId, file } = await madeFile(44_000)
    const params = { id: file.paymentFileId }
    const release = (code: string) =>
      world.call(banking.release, { as: office.releaser, params, body: { version: file.version, code } })
    world.env.advance(11 * 60_000)
    const code = await freshCode(world, office.releaser)
    expect((await release(code)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await stepUp(world, office.releaser)
    expect((await release(code === '000000' ? '000001' : '000000')).body).toMatchObject({ code: 'CODE_WRONG' })
    expect(await office.get(invoiceId)).toMatchObject({ status: 'PAYMENT_QUEUED' })
    expect((await release(code)).body).toMatchObject({ state: 'RELEASED' })
    const next = await madeFile(45_000)
    const again = { as: office.releaser, params: { id: next.file.paymentFileId } }
    const body = { version: next.file.version, code }
    expect((await world.call(banking.release, { ...again, body })).body).toMatchObject({ code: 'CODE_WRONG' })
    await office.release(next.file)
  })
})

describe('our own account', () => {
  const own = () => world.services.brand.iban

  it('is nobody’s in a register, by hand or by a file, and on no invoice that is entered', async () => {
    const refused = { fields: [{ path: 'iban', code: 'IBAN_OWN' }] }
    const as = await stepUp(world, office.maker)
    const store = { storeName: 'Esimerkki Oma', email: 'oma@liike.example', iban: own() }
    expect((await world.call(bikeStores.create, { as, body: store })).body).toMatchObject(refused)
    const params = { id: office.bikeStoreId }
    const { storeName, email, version } = await world.ok(bikeStores.get, { as, params })
    const body = { storeName, email, version, iban: own() }
    expect((await world.call(bikeStores.update, { as, params, body })).body).toMatchObject(refused)
    const file = Buffer.from(`storeName;email;iban\nEsimerkki Oma;oma@liike.example;${own()}\n`)
    const read = await world.call(bikeStores.importStores, { as, query: { dryRun: true }, body: file })
    expect(read.body).toMatchObject({ problems: [{ line: 2, column: 'iban' }] })
  })

  it('is paid by no gate, wherever it stands already', async () => {
    const db = world.services.database.primary
    const invoiceId = await office.approved(5_000)
    const set = (iban: string) =>
      Promise.all([
        db.updateTable('bike_stores').set({ iban }).where('id', '=', office.bikeStoreId).execute(),
        db.updateTable('invoices').set({ iban }).where('id', '=', invoiceId).execute(),
        db.updateTable('payment_orders').set({ payee_iban: iban }).where('invoice_id', '=', invoiceId).execute(),
      ])
    await set(own())
    expect(await office.get(invoiceId)).toMatchObject({ unpayable: { problem: 'OWN_ACCOUNT' } })
    expect(await office.queue(invoiceId)).toMatchObject({ queued: 0, items: [{ problem: 'OWN_ACCOUNT' }] })
    await set(storeIban)
    await office.queue(invoiceId)
    await set(own())
    expect((await office.make()).body).toMatchObject({ details: { problem: 'OWN_ACCOUNT' } })
    await set(storeIban)
    const file = (await office.make()).body
    await set(own())
    expect((await office.release(file)).body).toMatchObject({ details: { unmet: ['NOT_PAYABLE'] } })
    await set(storeIban)
    expect((await office.release(file)).body).toMatchObject({ state: 'RELEASED' })
  })
})
