import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { tellEarlierRows } from '#app/server/earlier-rows.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { setPayment } from '#features/leases/agreements/server/changes.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildCompany } from '#testing/builders.ts'
import { db, faultsAt, forge, prepareForgery, world } from '#testing/cases/forgery-cases.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { verifyRecord } from './verify.ts'

prepareForgery()

/** An agreement that both have signed, with its sealed file. */
const signedAgreement = async () => {
  const cast = await buildCast(world)
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  const { leasingAgreementId: agreementId } = (await journey.order(cast.staff, orderId)).agreement!
  const file = await db()
    .selectFrom('signed_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['f.id', 'f.storage_key', 'f.sha256'])
    .where('d.leasing_agreement_id', '=', agreementId)
    .executeTakeFirstOrThrow()
  const download = () => world.call(agreements.document, { as: own.employee, params: { id: agreementId } })
  return { agreementId, file, download }
}

describe('a payment, forged in its own row by the owner of the database', () => {
  const pay = (source: string) =>
    world.services.database.transaction((tx) =>
      recordPayment(tx, world.services, {
        actor: systemActor,
        payment: {
          invoiceId: null,
          direction: 'IN',
          amountCents: 1_000,
          paidDay: '2026-11-10',
          method: 'BANK',
          source,
        },
      }),
    )

  it.each([
    [
      'of another amount',
      (id: string) => sql`update payments set amount_cents = amount_cents + 100000 where id = ${id}`,
    ],
    ['re-dated', (id: string) => sql`update payments set paid_day = paid_day - 1 where id = ${id}`],
    ['of another payer', (id: string) => sql`update payments set payer_kind = 'INSURER' where id = ${id}`],
  ])('is found when it is %s', async (name, forgery) => {
    const id = (await pay(name))!
    expect(await faultsAt(id)).toEqual([])
    await forge(forgery(id))
    expect(await faultsAt(id)).toEqual(['PAYMENT'])
  })

  it('is found when it was put in by hand, and when it was taken out', async () => {
    const id = (await pay('gone'))!
    const byHand = world.env.id()
    await forge(sql`insert into payments (id, payer_kind, direction, amount_cents, paid_day, method, source, created_at)
      values (${byHand}, 'UNKNOWN', 'IN', 100, '2026-11-10', 'BANK', 'by hand', ${world.env.now()})`)
    await forge(sql`with rows as (delete from ledger_rows where payment_id = ${id}) select 1`)
    await forge(sql`delete from payments where id = ${id}`)
    expect([await faultsAt(byHand), await faultsAt(id)]).toEqual([['PAYMENT'], ['PAYMENT']])
  })
})

describe('the terms of a signed agreement, forged in its own row by the owner of the database', () => {
  let agreement: string
  beforeAll(async () => {
    agreement = (await signedAgreement()).agreementId
  })

  it.each([
    [
      'of another instalment',
      sql`instalment_cents = instalment_cents * 2`,
      sql`instalment_cents = instalment_cents / 2`,
    ],
    ['of another buy-out', sql`buy_out_cents = buy_out_cents || 1`, sql`buy_out_cents = trim_array(buy_out_cents, 1)`],
    ['of another length', sql`lease_months = lease_months + 1`, sql`lease_months = lease_months - 1`],
    ['no more signed', sql`status = 'PENDING'`, sql`status = 'SIGNED'`],
  ])('are found when they are %s', async (_, change, back) => {
    const alter = (set: typeof change) =>
      sql`update leasing_agreements set ${set} where id = ${agreement}`.execute(db())
    expect(await faultsAt(agreement)).toEqual([])
    await alter(change)
    expect(await faultsAt(agreement)).toEqual(['TERMS'])
    await alter(back)
    expect(await faultsAt(agreement)).toEqual([])
  })

  it('are not made true by a change of others that comes after', async () => {
    await sql`update leasing_agreements set residual_cents = residual_cents + 1 where id = ${agreement}`.execute(db())
    const payment = {
      agreementId: agreement,
      serviceShareCents: 100,
      instalmentCents: 5_000,
      lastInstalmentCents: 5_000,
    }
    await world.services.database.transaction((tx) => setPayment(tx, world.services, payment))
    expect(await faultsAt(agreement)).toEqual(['TERMS'])
    await sql`update leasing_agreements set residual_cents = residual_cents - 1 where id = ${agreement}`.execute(db())
    expect(await faultsAt(agreement)).toEqual([])
  })

  it('are taken as they are from a release that told nothing of them, once', async () => {
    const told = () => world.services.database.transaction((tx) => tellEarlierRows(tx, world.services))
    const doubled = sql`update leasing_agreements set instalment_cents = instalment_cents * 2 where id = ${agreement}`
    await doubled.execute(db())
    await told()
    expect(await faultsAt(agreement)).toEqual(['TERMS'])
    await sql`update leasing_agreements set instalment_cents = instalment_cents / 2 where id = ${agreement}`.execute(
      db(),
    )
  })
})

describe('a signature, forged in its own row by the owner of the database', () => {
  let agreement: string
  beforeAll(async () => {
    agreement = (await signedAgreement()).agreementId
  })

  it('is found intact before', async () => {
    expect(await faultsAt(agreement)).toEqual([])
  })

  it.each([
    ['re-dated', sql`signed_at = signed_at - interval '1 day'`, sql`signed_at = signed_at + interval '1 day'`],
    ['given another name', sql`typed_name = typed_name || 'n'`, sql`typed_name = left(typed_name, -1)`],
    ['said to be of an older proof', sql`proof = 'TOTP'`, sql`proof = 'SMS'`],
    ['moved to another document', sql`document_sha256 = sha256(document_sha256)`, null],
  ])('is found when %s', async (_, change, back) => {
    const employees = sql`where leasing_agreement_id = ${agreement} and party = 'EMPLOYEE'`
    const alter = (set: typeof change) => sql`update signatures set ${set} ${employees}`.execute(db())
    await alter(change)
    expect(await faultsAt(agreement)).toEqual(['SIGNATURE'])
    if (!back) return
    await alter(back)
    expect(await faultsAt(agreement)).toEqual([])
  })

  it('is found when it was taken out', async () => {
    await forge(sql`delete from signatures where leasing_agreement_id = ${agreement} and party = 'EMPLOYER'`)
    expect(await faultsAt(agreement)).toContain('SIGNATURE')
  })
})

describe('the sealed document of an agreement', () => {
  const placeOf = (key: string | null) =>
    path.join(world.services.config.dataDir, 'files', key!.slice(0, 2), key!.slice(2, 4), key!)
  const found = async () =>
    (await verifyRecord(db(), world.services)).faults.map(({ fault, subjectType, subjectId }) => [
      fault,
      subjectType,
      subjectId,
    ])

  it('is handed out to nobody once it is another sealed one, and is found so, its row changed along or not', async () => {
    const [own, other] = [await signedAgreement(), await signedAgreement()]
    const before = await found()
    expect((await own.download()).status).toBe(200)
    copyFileSync(placeOf(other.file.storage_key), placeOf(own.file.storage_key))
    expect(await own.download()).toMatchObject({ status: 500, body: { code: 'FILE_CHANGED' } })
    expect(await found()).toEqual([...before, ['FILE', 'file', own.file.id]])
    await db().updateTable('files').set({ sha256: other.file.sha256 }).where('id', '=', own.file.id).execute()
    expect(await found()).toContainEqual(['FILE', 'agreement', own.agreementId])
    await db().updateTable('files').set({ sha256: own.file.sha256 }).where('id', '=', own.file.id).execute()
    const swap = (fileId: string) =>
      db()
        .updateTable('signed_documents')
        .set({ file_id: fileId })
        .where('leasing_agreement_id', '=', own.agreementId)
        .execute()
    await swap(other.file.id)
    expect(await found(), 'the row names another file').toContainEqual(['FILE', 'agreement', own.agreementId])
    await swap(own.file.id)
    rmSync(placeOf(own.file.storage_key))
    expect(await found()).toEqual([...before, ['FILE', 'file', own.file.id]])
  })
})

describe('an invoice, a row of the ledger and a payment to come, forged by the owner of the database', () => {
  it('are found by nothing here', async () => {
    const { companyId } = await buildCompany(world)
    const id = await buildFeeInvoice(world, { companyId, dueDay: '2026-12-10', lines: [{ cents: 5_000 }] })
    const before = (await verifyRecord(db(), world.services)).faults
    await forge(sql`update invoices set due_day = due_day + 30 where id = ${id}`)
    await forge(sql`update ledger_rows set amount_cents = amount_cents * 2 where invoice_id = ${id}`)
    await forge(sql`
      insert into payment_changes (id, company_id, agreement_id, number, from_day, service_share_cents, instalment_cents,
        last_instalment_cents, earlier_service_share_cents, earlier_instalment_cents, earlier_last_instalment_cents, reason)
      select gen_random_uuid(), company_id, id, 1, date '2099-01-01', 0, 1, 1, 0, 2, 2, 'Oma' from leasing_agreements limit 1`)
    expect((await db().selectFrom('payment_changes').select('reason').execute()).map(({ reason }) => reason)).toContain(
      'Oma',
    )
    expect((await verifyRecord(db(), world.services)).faults).toEqual(before)
  })
})
