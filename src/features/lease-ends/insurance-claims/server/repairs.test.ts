import { describe, expect, it } from 'vitest'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildStore } from '#testing/builders.ts'
import {
  accounts,
  type Claimed,
  db,
  type Leased,
  leased,
  prepareClaims,
  sent,
  signInOthers,
  staff,
  take,
  taken,
  world,
} from '#testing/cases/claim-cases.ts'
import type { Caller } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'

prepareClaims()

/** A picture from its beginning to its end. */
const PROOF = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const bill = { number: 'K-1', issueDay: '2026-12-08', dueDay: '2026-12-22', total: 640, vatPercent: 25.5 }

/** A damage of which the insurer pays the repair, at a shop with a limit of 700.00. */
async function atRepair(of: Leased) {
  const store = await buildStore(world)
  const decided = await taken(staff, await damaged(of), 'decide', { compensation: 440 })
  const claim = await taken(staff, decided, 'repair', { repairStoreId: store.bikeStoreId, repairLimit: 700 })
  return { claim, store }
}

async function damaged(of: Leased) {
  const claim = await world.ok(insuranceClaims.create, {
    as: of.person,
    body: { beneficiaryEmployeeId: of.employeeId, type: 'DAMAGE' },
  })
  const told = await world.ok(insuranceClaims.report, {
    as: of.person,
    params: { id: claim.insuranceId },
    body: { version: claim.version, happenedDay: '2026-12-05', place: 'Pasila', description: 'Etupyörä on vääntynyt.' },
  })
  const whole = await taken(staff, told, 'waive', { piece: 'PHOTO', reason: 'Kuva ei onnistunut.' })
  return taken(staff, whole, 'send')
}

const invoicesOf = (of: Leased) =>
  db()
    .selectFrom('invoices')
    .select(['direction', 'party', 'purpose', 'total_cents', 'vat_cents'])
    .where('agreement_id', '=', of.agreementId)
    .orderBy('direction')
    .execute()

describe('a repair', () => {
  it('is done at a shop that sees bicycle, damage and limit alone, and closes with its invoice and one deductible', async () => {
    const of = await leased()
    const { claim, store } = await atRepair(of)
    expect(claim).toMatchObject({
      step: 'AT_REPAIR',
      waitingFor: ['STORE', 'STAFF', 'INSURER'],
      repair: { limit: 700 },
    })
    const mail = await db()
      .selectFrom('outbox')
      .selectAll()
      .where('template', '=', 'insurance-claims:mail.repair')
      .where('company_id', '=', of.company.companyId)
      .executeTakeFirstOrThrow()
    expect(mail.recipient).toBe(
      (
        await db()
          .selectFrom('bike_stores')
          .select('email')
          .where('id', '=', store.bikeStoreId)
          .executeTakeFirstOrThrow()
      ).email,
    )
    const unread = await take(staff, claim, 'completeRepair', { bill: { ...bill, referenceNumber: '12345' } })
    expect(unread.body).toMatchObject({
      fields: [{ path: 'bill.referenceNumber', message: expect.stringContaining('maksutiedoissa') }],
    })
    const over = await take(staff, claim, 'completeRepair', { bill: { ...bill, total: 700.01 } })
    expect(over.body).toMatchObject({ fields: [{ path: 'reason', code: 'OVER_LIMIT' }] })
    expect((await take(staff, claim, 'completeRepair')).body).toMatchObject({ details: { unmet: ['COST_MISSING'] } })
    const once = await take(staff, claim, 'completeRepair', { bill }, 'bill')
    expect(once.body).toMatchObject({
      step: 'REPAIRED',
      status: 'COMPLETED',
      leaseEffect: 'GOES_ON',
      repair: { cost: 640, isReceipt: false, invoiceNumber: 'K-1' },
      deductible: { amount: 200, payer: 'EMPLOYEE' },
    })
    expect((await take(staff, claim, 'completeRepair', { bill }, 'bill')).body).toEqual(once.body)
    expect(await invoicesOf(of)).toEqual([
      { direction: 'PURCHASE', party: 'STORE', purpose: 'OTHER', total_cents: 64_000, vat_cents: 13_004 },
      { direction: 'SALES', party: 'PERSON', purpose: 'DEDUCTIBLE', total_cents: 20_000, vat_cents: 0 },
    ])
    const events = await db()
      .selectFrom('events')
      .select('type')
      .where('company_id', '=', of.company.companyId)
      .where('type', 'like', 'INSURANCE%')
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'INSURANCE_CASE_STARTED',
      'INSURANCE_REPAIR_BIKE_SUBMITTED',
      'INSURANCE_REPAIR_INVOICE_SENT',
      'INSURANCE_CASE_COMPLETED',
    ])
  })

  it('is settled by the shop’s own link, within the limit and once', async () => {
    const of = await leased()
    const { claim } = await atRepair(of)
    const link = { purpose: 'repair' as const, days: 30, companyId: of.company.companyId, subjectId: claim.insuranceId }
    const { token } = await createLinkToken(db(), world.env, link)
    const params = { token }
    const body = { number: 'L-77', issueDay: '2026-12-08', total: 640 }
    const over = await world.call(insuranceClaims.repaired, { params, body: { ...body, total: 700.01 } })
    expect(over.body).toMatchObject({ fields: [{ path: 'total', code: 'TOO_LARGE' }] })
    const later = await world.call(insuranceClaims.repaired, { params, body: { ...body, issueDay: '2027-12-08' } })
    expect(later.body).toMatchObject({ fields: [{ path: 'issueDay', code: 'TOO_LARGE' }] })
    expect(await invoicesOf(of)).toEqual([])
    const done = await world.ok(insuranceClaims.repaired, { params, body })
    expect(done).toMatchObject({ isOpen: false, invoice: { number: 'L-77', total: 640, paidDay: null } })
    expect(await invoicesOf(of)).toMatchObject([
      { direction: 'PURCHASE', party: 'STORE', total_cents: 64_000 },
      { direction: 'SALES', party: 'PERSON', purpose: 'DEDUCTIBLE', total_cents: 20_000 },
    ])
    const again = await world.call(insuranceClaims.repaired, { params, body: { ...body, number: 'L-78' } })
    expect(again.body.code).toBe('CLAIM_STEP_NOT_ALLOWED')
    const unknown = { params: { token: 'x'.repeat(40) }, body }
    expect((await world.call(insuranceClaims.repaired, unknown)).status).toBe(404)
  })

  it('that the person has paid is given back whole, and a small cost is all deductible', async () => {
    const of = await leased()
    const { claim } = await atRepair(of)
    const receipt = { ...bill, number: 'R-1', total: 120, iban: 'FI2112345600000785' }
    const shown = await world.ok(insuranceClaims.addReceipt, {
      as: staff,
      params: { id: claim.insuranceId },
      query: { fileName: 'kuitti.png' },
      body: PROOF,
    })
    expect(await taken(staff, shown, 'reimburse', { bill: receipt })).toMatchObject({
      step: 'REPAIRED',
      repair: { cost: 120, isReceipt: true },
      deductible: { amount: 120 },
    })
    expect(await invoicesOf(of)).toMatchObject([
      { direction: 'PURCHASE', party: 'PERSON', total_cents: 12_000 },
      { direction: 'SALES', party: 'PERSON', purpose: 'DEDUCTIBLE', total_cents: 12_000 },
    ])
  })

  it('is refused for a theft, at a sum that the cover does not carry, and at a store that is none', async () => {
    const of = await leased()
    const theft = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    const at = { repairStoreId: (await buildStore(world)).bikeStoreId, repairLimit: 500 }
    expect((await take(staff, theft, 'repair', at)).body).toMatchObject({ details: { unmet: ['NOT_REPAIRABLE'] } })
    const damage = await taken(staff, await damaged(of), 'decide', { compensation: 440 })
    const tooHigh = await take(staff, damage, 'repair', { ...at, repairLimit: 2640 })
    expect(tooHigh.body).toMatchObject({ details: { unmet: ['LIMIT_TOO_HIGH'] } })
    const nowhere = await take(staff, damage, 'repair', { ...at, repairStoreId: of.agreementId })
    expect(nowhere.body).toMatchObject({ fields: [{ path: 'repairStoreId', code: 'NO_ACTIVE_STORE' }] })
    expect((await take(staff, damage, 'repair')).body).toMatchObject({ details: { unmet: ['REPAIR_STORE_MISSING'] } })
  })

  it('that finds a total loss goes back to a new sum, and the lease may end', async () => {
    const of = await leased()
    const { claim } = await atRepair(of)
    const received = await taken(staff, claim, 'receive', { amount: 440, paidDay: '2026-12-10' })
    const less = await take(staff, received, 'findTotalLoss', { compensation: 439 })
    expect(less.body).toMatchObject({ fields: [{ path: 'compensation', code: 'TOO_SMALL', limit: 440 }] })
    expect((await take(staff, received, 'findTotalLoss')).body).toMatchObject({ details: { unmet: ['SUM_MISSING'] } })
    const found = await taken(staff, received, 'findTotalLoss', { compensation: 2440 })
    expect(found).toMatchObject({ step: 'INSURER_DECIDED', isTotalLoss: true, compensation: 2440, received: 440 })
    expect(await accounts(claim.insuranceId)).toEqual({
      BANK: 44_000,
      INSURANCE_COMPENSATIONS: -244_000,
      INSURANCE_RECEIVABLES: 200_000,
    })
    expect((await take(staff, found, 'repair')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
    expect(await taken(staff, found, 'endLease')).toMatchObject({ step: 'LEASE_ENDED', closing: { left: 0 } })
    expect(await invoicesOf(of)).toEqual([])
  })
})

describe('another shop', () => {
  const linkedTo = async (storeId: string) => {
    const { email } = await db()
      .selectFrom('bike_stores')
      .select('email')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const { links } = await db()
      .selectFrom('outbox')
      .select('links')
      .where('recipient', '=', email)
      .where('template', '=', 'insurance-claims:mail.repair')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return links[0]!.split('/').at(-1)!
  }
  const pageOf = (token: string) => world.call(insuranceClaims.repairPage, { params: { token } })

  it('gets the bicycle under a link of its own; the first one hears of it, and its link shows nothing any more', async () => {
    const of = await leased()
    await signInOthers()
    const { claim, store } = await atRepair(of)
    const first = await linkedTo(store.bikeStoreId)
    expect((await pageOf(first)).body).toMatchObject({ isOpen: true, damage: 'Etupyörä on vääntynyt.', limit: 700 })
    const other = await buildStore(world)
    const to = { repairStoreId: other.bikeStoreId, repairLimit: 800 }
    expect((await take(staff, claim, 'changeShop')).body).toMatchObject({ fields: [{ path: 'repairStoreId' }] })
    expect((await take(staff, claim, 'changeShop', { ...to, repairLimit: 2640 })).body).toMatchObject({
      details: { unmet: ['LIMIT_TOO_HIGH'] },
    })
    expect((await take(of.person, claim, 'changeShop', to)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const moved = await taken(staff, claim, 'changeShop', to)
    expect(moved).toMatchObject({ step: 'AT_REPAIR', repair: { limit: 800 } })
    expect((await pageOf(first)).body).toMatchObject({ code: 'TOKEN_NOT_VALID' })
    const second = await linkedTo(other.bikeStoreId)
    expect((await pageOf(second)).body).toMatchObject({ isOpen: true, limit: 800 })
    const told = await db()
      .selectFrom('outbox')
      .select('template')
      .where('company_id', '=', of.company.companyId)
      .where('template', 'like', 'insurance-claims:mail.repair%')
      .orderBy('template')
      .execute()
    expect(told.map(({ template }) => template.split('.').at(-1))).toEqual(['repair', 'repair', 'repairElsewhere'])

    await taken(staff, moved, 'completeRepair', { bill: { ...bill, number: 'K-2' } })
    const closed = await pageOf(second)
    expect(closed.body).toMatchObject({ isOpen: false, damage: null, frameNumber: null, firstName: null, limit: null })
    expect(closed.body).toMatchObject({ invoice: { number: 'K-2', expectedPayDay: null, paidDay: null } })
    const dueDay = addDays(helsinkiDay(world.env.now()), 9)
    await db()
      .updateTable('invoices')
      .set({ status: 'VERIFIED', due_day: dueDay })
      .where('company_id', '=', of.company.companyId)
      .where('number', '=', 'K-2')
      .execute()
    expect((await pageOf(second)).body).toMatchObject({ invoice: { expectedPayDay: dueDay } })
  })
})

describe('the receipt of a repair', () => {
  const addReceipt = (as: Caller, claim: Claimed, body = PROOF) =>
    world.call(insuranceClaims.addReceipt, {
      as,
      params: { id: claim.insuranceId },
      query: { fileName: 'kuitti.png' },
      body,
    })
  const receiptFor = (as: Caller, claim: Claimed) =>
    world.call(insuranceClaims.receipt, { as, params: { id: claim.insuranceId } })

  it('is shown by its person, read by nobody beside the staff, and goes with the invoice that pays it back', async () => {
    const of = await leased()
    await signInOthers()
    const { claim } = await atRepair(of)
    const receipt = { ...bill, number: 'R-2', total: 120, iban: 'FI2112345600000785' }
    expect((await take(staff, claim, 'reimburse', { bill: receipt })).body).toMatchObject({
      details: { unmet: ['RECEIPT_MISSING'] },
    })
    expect((await addReceipt(of.person, claim, Buffer.from('ei mikään'))).body).toMatchObject({
      code: 'FILE_NOT_ACCEPTED',
    })
    expect((await addReceipt(of.employer, claim)).status).toBe(403)
    const colleague = await leased()
    expect((await addReceipt(colleague.person, claim)).status).toBe(404)
    const shown = (await addReceipt(of.person, claim)).body
    expect(shown).toMatchObject({ step: 'AT_REPAIR', repair: { hasReceipt: true } })
    expect((await receiptFor(of.person, claim)).raw.equals(PROOF)).toBe(true)
    expect((await receiptFor(of.employer, claim)).status).toBe(403)
    expect((await receiptFor(colleague.person, claim)).status).toBe(404)
    const paid = await taken(staff, shown, 'reimburse', { bill: receipt })
    expect(paid).toMatchObject({ step: 'REPAIRED', repair: { isReceipt: true, hasReceipt: true } })
    expect((await addReceipt(of.person, paid)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
    const { file_id, receipt_file_id } = await db()
      .selectFrom('insurance_claims as k')
      .innerJoin('invoices as i', 'i.id', 'k.repair_invoice_id')
      .select(['i.file_id', 'k.receipt_file_id'])
      .where('k.id', '=', claim.insuranceId)
      .executeTakeFirstOrThrow()
    expect(file_id).toBe(receipt_file_id)
  })
})
