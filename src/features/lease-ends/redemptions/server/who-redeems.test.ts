import { describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { assignRole, buildRunningLease, signedInAs } from '#testing/builders.ts'
import {
  accept,
  at,
  buyOut,
  invoiceOf,
  leased,
  nightly,
  prepareRedemptions,
  staff,
  start,
  world,
} from '#testing/cases/redemption-cases.ts'
import { redemptionPayments, redemptions } from '../contract.ts'

prepareRedemptions()

describe('who may', () => {
  it('see and take it: nobody of another company, the employer for a leaver alone, and for what the employer pays', async () => {
    at('2026-11-10T08:00:00Z')
    const [of, other, leaver] = [await leased(), await leased(), await leased({ lastWorkingDay: '2026-11-30' })]
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    const offered = await start(of)
    const body = { step: 'cancel' as const, version: offered.version }
    for (const stranger of [
      other.person,
      await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.company.companyId }),
    ]) {
      expect((await world.call(redemptions.get, { as: stranger, params: { id: offered.id } })).status).toBe(404)
      expect((await world.call(redemptions.update, { as: stranger, params: { id: offered.id }, body })).status).toBe(
        404,
      )
      expect(
        (await world.call(redemptions.transferDocument, { as: stranger, params: { id: offered.id } })).status,
      ).toBe(404)
      expect((await world.ok(redemptions.list, { as: stranger })).totalCount).toBe(0)
    }
    const own = await world.call(redemptions.create, {
      as: admin,
      body: { leasingAgreementId: of.agreementId, reason: 'LEAVING' },
    })
    expect(own.body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_ALLOWED', details: { unmet: ['NOT_LEAVING'] } })
    const invoice = await world.call(redemptions.update, {
      as: admin,
      params: { id: offered.id },
      body: { step: 'acceptForEmployee', version: offered.version, paymentMethod: 'INVOICE' },
    })
    expect(invoice.body).toMatchObject({ details: { unmet: ['EMPLOYER_DOES_NOT_PAY'] } })
    const leaversAdmin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: leaver.company.companyId })
    const started = await start(leaver, leaversAdmin)
    const paid = await world.ok(redemptions.update, {
      as: leaversAdmin,
      params: { id: started.id },
      body: { step: 'acceptForEmployee', version: started.version, paymentMethod: 'PAYROLL' },
    })
    expect(paid).toMatchObject({ step: 'USER_PAYMENT_SENT', waitingFor: ['EMPLOYER'] })
    expect(await invoiceOf(started.id)).toMatchObject({
      party: 'EMPLOYER',
      purpose: 'REDEMPTION',
      total_cents: buyOut[10],
    })
  })

  it('are not decided for oneself: neither the price nor the money of one’s own redemption', async () => {
    const of = await leased()
    await assignRole(world, of.userId, 'INTERNAL_ADMIN')
    of.person = await world.signIn(of.userId)
    const started = await start(of)
    const update = (body: object) =>
      world.call(redemptions.update, { as: of.person, params: { id: started.id }, anyBody: body })
    const cheap = { step: 'revise', version: started.version, price: 1, reason: 'Naarmu' }
    expect((await update(cheap)).body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_PERMITTED' })
    expect(started.allowedSteps.map(({ step }) => step)).not.toContain('revise')
    await accept(of, started.id, started.version)
    const { id, payment_id, version } = await invoiceOf(started.id)
    const as = of.person
    const today = '2026-11-10'
    const refused = [
      await world.call(redemptionPayments.update, { as, params: { id: payment_id }, body: { status: 'PAID' } }),
      await world.call(invoices.pay, {
        as,
        params: { id },
        body: { direction: 'IN', amount: 1, paidDay: today, method: 'MANUAL', reason: 'Kassa' },
      }),
      await world.call(invoices.credit, { as, params: { id }, body: { reason: 'Väärä' } }),
      await world.call(invoices.writeOff, { as, params: { id }, body: { reason: 'Ei maksa', version } }),
    ]
    expect(refused.map(({ body }) => (body as { code?: string }).code)).toEqual(refused.map(() => 'NOT_FOR_ONESELF'))
    expect(await invoiceOf(started.id)).toMatchObject({ paid_cents: 0, written_off_cents: 0 })
    expect((await world.ok(redemptions.get, { as, params: { id: started.id } })).step).toBe('USER_PAYMENT_SENT')
  })

  it('is one at a time: of two people at once one starts, and one accepts', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const body = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const }
    const begun = await Promise.all([of.person, staff].map((as) => world.call(redemptions.create, { as, body })))
    expect(begun.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { items } = await world.ok(redemptions.list, { as: of.person })
    const [row] = items
    const accepted = {
      step: 'accept' as const,
      version: row!.version,
      paymentMethod: 'INVOICE' as const,
      hasReadInformation: true,
    }
    const replies = await Promise.all(
      [1, 2].map(() => world.call(redemptions.update, { as: of.person, params: { id: row!.id }, body: accepted })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const bills = await world.ok(payments.list, { as: of.person })
    expect(bills.items.length).toBe(1)
  })
})

describe('staff', () => {
  it('set a price with a reason, keep offers in every form of the file, and refuse what is none', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const offered = await start(of)
    const params = { id: offered.id }
    const without = await world.call(redemptions.update, {
      as: staff,
      params,
      body: { step: 'revise', version: offered.version, price: 2_000 },
    })
    expect(without.body).toMatchObject({ details: { unmet: ['REASON_MISSING'] } })
    // A bill of nothing would never be paid.
    const gift = await world.call(redemptions.update, {
      as: staff,
      params,
      body: { step: 'revise', version: offered.version, price: 0, reason: 'Lahja' },
    })
    expect(gift.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'price' }] })
    const revised = await world.ok(redemptions.update, {
      as: staff,
      params,
      body: { step: 'revise', version: offered.version, price: 1_500, fairValue: 1_900, reason: 'Arviokirja' },
    })
    expect(revised).toMatchObject({
      step: 'OFFERED',
      price: 1_500,
      fairValue: 1_900,
      taxableDifference: 400,
      ownPriceReason: 'Arviokirja',
    })
    const seen = await world.ok(redemptions.get, { as: of.person, params })
    expect(seen.ownPriceReason).toBeNull()

    const page = await createPdf({ title: 'T', language: 'fi', brand: demoBrand, at: new Date(0), headline: 'T' })
    page.title('T')
    const pdf = await page.finish()
    const upload = (body: Buffer, contentType: string) =>
      world.call(redemptions.upload, {
        as: staff,
        query: { bikeRedemptionId: offered.id, fileName: 'tarjous.html' },
        body,
        headers: { 'content-type': contentType },
      })
    const base64 = pdf.toString('base64')
    const bodies = [
      [pdf, 'application/pdf'],
      [Buffer.from(JSON.stringify({ contentType: 'application/pdf', content: base64 })), 'application/json'],
      [Buffer.from(JSON.stringify(base64)), 'application/json'],
    ] as const
    for (const [body, type] of bodies) expect((await upload(body, type)).status).toBe(201)
    expect((await upload(Buffer.from('"aGVp"'), 'application/json')).body).toMatchObject({ code: 'FILE_NOT_ACCEPTED' })
    const { redemptionOffers } = await world.ok(redemptions.get, { as: of.person, params })
    expect(redemptionOffers.length).toBe(3)
    const file = { params: { id: offered.id, offerId: redemptionOffers[0]!.redemptionOfferId } }
    const offer = await world.call(redemptions.offerFile, { as: of.person, ...file })
    expect(offer.raw.equals(pdf)).toBe(true)
    expect(offer.headers['content-type']).toBe('application/pdf')
    expect(offer.headers['content-disposition']).toContain('tarjous.html.pdf')
    expect((await world.call(redemptions.offerFile, { as: (await leased()).person, ...file })).status).toBe(404)

    const { version } = await world.ok(redemptions.get, { as: of.person, params })
    await world.ok(redemptions.update, { as: of.person, params, body: { step: 'cancel', version } })
    expect(await upload(pdf, 'application/pdf')).toMatchObject({
      status: 409,
      body: { code: 'REDEMPTION_STEP_NOT_ALLOWED' },
    })
    expect((await world.ok(redemptions.get, { as: staff, params })).redemptionOffers.length).toBe(3)
  })

  it('bill a batch of one company at once, mark it paid, and payroll hears of the taxable difference', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const mate = await buildRunningLease(world, {
      company: of.company,
      agreement: {
        start_day: '2026-01-01',
        end_day: '2029-04-30',
        lease_months: 40,
        price_cents: 300_000,
        residual_cents: 15_000,
        buy_out_cents: [...buyOut],
        bike_at: 'EMPLOYEE',
      },
    })
    const ids: string[] = []
    for (const agreementId of [of.agreementId, mate.agreementId]) {
      const made = await world.ok(redemptions.create, {
        as: staff,
        body: { leasingAgreementId: agreementId, reason: 'OWN_WISH' },
      })
      const revised = await world.ok(redemptions.update, {
        as: staff,
        params: { id: made.id },
        body: { step: 'revise', version: made.version, price: 1_000, reason: 'Sopimus' },
      })
      const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
      const accepted = await world.ok(redemptions.update, {
        as: admin,
        params: { id: made.id },
        body: { step: 'acceptForEmployee', version: revised.version, paymentMethod: 'BATCH' },
      })
      expect(accepted).toMatchObject({ step: 'ACCEPTED', waitingFor: ['STAFF'] })
      ids.push(made.id)
    }
    const desk = await signedInAs(world, 'INTERNAL_ADMIN')
    // The employer has accepted to pay, by the end of the month: no bill to the person, and none for years to come.
    const otherwise = async (more: object) => {
      const body = { bikeRedemptionIds: [ids[0]!], paymentMethod: 'BATCH' as const, ...more }
      return (await world.call(redemptionPayments.create, { as: staff, body })).body as { fields?: { path: string }[] }
    }
    expect((await otherwise({ paymentMethod: 'INVOICE' })).fields?.[0]?.path).toBe('paymentMethod')
    expect((await otherwise({ dueDay: '2026-12-01' })).fields?.[0]?.path).toBe('dueDay')
    const together = { bikeRedemptionIds: ids, paymentMethod: 'BATCH' as const }
    const made = await Promise.all(
      [staff, desk].map((as) => world.call(redemptionPayments.create, { as, body: together })),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(made.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'REDEMPTION_PAYMENT_EXISTS' })
    const batch = made.find(({ status }) => status === 201)!.body
    expect(batch).toMatchObject({ status: 'PENDING', amount: 2_000, invoiceId: null })
    const twice = await world.call(redemptionPayments.create, {
      as: staff,
      body: { bikeRedemptionIds: [ids[0]!], paymentMethod: 'BATCH' },
    })
    expect(twice.body).toMatchObject({ code: 'REDEMPTION_PAYMENT_EXISTS' })
    const params = { id: batch.id }
    const sent = await world.ok(redemptionPayments.update, {
      as: staff,
      params,
      body: { status: 'NOT_PAID', version: batch.version },
    })
    expect(sent).toMatchObject({ status: 'NOT_PAID', open: 2_000 })
    // One leaves the batch: its line alone is credited.
    const gone = await world.ok(redemptions.get, { as: staff, params: { id: ids[1]! } })
    await world.ok(redemptions.update, {
      as: staff,
      params: { id: ids[1]! },
      body: { step: 'cancel', version: gone.version },
    })
    const left = await world.ok(redemptionPayments.get, { as: staff, params })
    expect(left).toMatchObject({ status: 'NOT_PAID', open: 1_000 })
    const paid = await world.ok(redemptionPayments.update, {
      as: staff,
      params,
      body: { status: 'PAID', paidDay: '2026-11-09', reason: 'Tiliote', version: left.version },
    })
    expect(paid).toMatchObject({ status: 'PAID', open: 0 })
    expect(await invoiceOf(ids[0]!)).toMatchObject({ status: 'MARKED_PAID' })

    at('2026-12-01T00:20:00Z')
    await nightly()
    expect((await world.ok(redemptionPayments.get, { as: staff, params })).status).toBe('COMPLETED')
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    const december = await world.ok(reporting.rows, {
      as: admin,
      params: { companyId: of.company.companyId, month: '2026-12' },
      query: {},
    })
    const row = december.items.find((item) => item.event === 'REDEEMED')
    // After 11 months the bicycle is worth 61.67 % of 3,000.00.
    expect(row).toMatchObject({ taxValue: 0, redemptionTaxableDifference: 850.1 })
  })
})
