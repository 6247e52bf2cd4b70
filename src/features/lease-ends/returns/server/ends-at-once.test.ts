import { expect, it } from 'vitest'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { ask, lease, leased, prepareReturns, staff, step, world } from '#testing/cases/return-cases.ts'
import { returns } from '../contract.ts'

prepareReturns()

const openEndings = async (agreementId: string) =>
  (
    await world.services.database.primary
      .selectFrom('agreement_endings')
      .select('kind')
      .where('agreement_id', '=', agreementId)
      .where('closed_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind)

it('lets one of two ends of a lease begin at the same moment; the other hears that there is one', async () => {
  const of = await leased()
  const { agreementId: leasingAgreementId } = of
  const replies = await Promise.all([
    world.call(redemptions.create, { as: of.person, body: { leasingAgreementId, reason: 'OWN_WISH' } }),
    world.call(returns.create, { as: staff, body: { leasingAgreementId, reason: 'OTHER' } }),
    world.call(brokerage.create, {
      as: of.person,
      body: {
        leasingAgreementId,
        buyerName: 'Esimerkki Ostaja Oy',
        buyerBusinessId: '1234567-1',
        buyerAddress: 'Esimerkkikatu 1, 00100 Helsinki',
        buyerEmail: 'ostaja@ostaja.example',
      },
    }),
  ])
  const begun = replies.filter(({ status }) => status === 201)
  expect(begun).toHaveLength(1)
  for (const { status, body } of replies.filter((one) => one.status !== 201)) {
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toMatch(/AGREEMENT_ENDING_EXISTS|OTHER_ENDING/)
  }
  expect(await openEndings(leasingAgreementId)).toHaveLength(1)
})

it('ends no lease in a payroll month that is locked and over, and leaves the locked month as it is', async () => {
  const of = await leased()
  const { companyId } = await world.services.database.primary
    .selectFrom('leasing_agreements')
    .select('company_id as companyId')
    .where('id', '=', of.agreementId)
    .executeTakeFirstOrThrow()
  const at = (month: string) => ({ as: of.employer, params: { companyId, month } })
  const months = Array.from({ length: 10 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`)
  for (const month of months) {
    const { previewHash } = await world.ok(reporting.rows, at(month))
    await world.ok(reporting.lock, { ...at(month), body: { previewHash: previewHash! } })
  }
  const bytes = async () => (await world.call(reporting.csv, at('2026-10'))).raw.toString('base64')
  const before = await bytes()
  const body = { leasingAgreementId: of.agreementId, reason: 'OTHER' as const, endMonth: '2026-10' }
  expect((await world.call(returns.create, { as: staff, body })).body).toMatchObject({
    code: 'RETURN_STEP_NOT_ALLOWED',
    details: { unmet: ['MONTH_NOT_POSSIBLE'] },
  })
  const buyOut = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const, endMonth: '2026-10' }
  expect((await world.call(redemptions.create, { as: of.person, body: buyOut })).status).toBeGreaterThanOrEqual(400)
  expect(await openEndings(of.agreementId)).toEqual([])
  expect(await lease(of)).toMatchObject({ ends_on: null })
  const asked = await ask(of, of.person, 'OTHER')
  await step(asked.id, 'approve', of.employer, { payer: 'EMPLOYER' })
  expect(await bytes()).toBe(before)
})

it('takes no request for a cancellation beside an agreed return, nor offers one, and names the return', async () => {
  const { orderId, person, agreementId: leasingAgreementId } = await leased()
  const params = { orderId }
  await world.services.database.primary
    .updateTable('orders')
    .set({ commitment_day: '2025-12-20' })
    .where('id', '=', orderId)
    .execute()
  const mayAsk = async () => (await world.ok(orderCancellations.requestOfOrder, { as: person, params })).mayAsk
  expect(await mayAsk()).toBe(true)
  await world.ok(returns.create, { as: staff, body: { leasingAgreementId, reason: 'OTHER' } })
  expect(await mayAsk()).toBe(false)
  const asked = await world.call(orderCancellations.request, { as: person, params, body: { reason: 'Turha' } })
  expect([asked.status, asked.body]).toMatchObject([
    409,
    { code: 'AGREEMENT_ENDING_EXISTS', details: { process: { kind: 'RETURN' } } },
  ])
})
