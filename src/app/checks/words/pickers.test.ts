import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import {
  claimableLeases,
  redeemableLeases,
  returnableLeases,
  runningLeases,
} from '#features/leases/agreements/options.ts'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { writeFinvoice } from '#features/money/e-invoices/server/finvoice-write.ts'
import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { shopOptions } from '#features/pricing/bike-stores/options.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { buildCompany, buildRunningLease, buildStore, signedInAs } from '#testing/builders.ts'
import { finvoiceFacts } from '#testing/money/finvoice-facts.ts'
import { takenOf } from '#testing/money/received-e-invoice.ts'
import { sourceFiles, withoutWing } from '#testing/sources/source-imports.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

/** Pickers whose every choice is taken by what the form does with it, by file: nothing of the choice can refuse it. */
const takenAsTheyAre: Readonly<Record<string, string>> = {
  'absence-plans/web/PlanForm.tsx pickLease': 'leases that run; a plan for the same days is refused by its days',
  'agreements/web/Paper.tsx pickEmployee': 'a document may be of anybody who has said yes',
  'banking/web/MatchByHand.tsx source': 'open invoices of the entry’s direction',
  'bike-stores/web/StoresPage.tsx pickStoreGroup': 'a store may be of any group',
  'companies/web/company-choices.ts pickGroup': 'a company may be of any group',
  'companies/web/company-choices.ts pickLessor': 'lessors in use alone are asked for',
  'leasing/web/BillingTableForm.tsx pickLessor': 'lessors in use alone are asked for',
  'lessor-files/web/pick-lessor.ts pickLessor': 'lessors in use alone are asked for',
  'orders/counter/web/CounterCode.tsx pickStore': 'stores in use that one can walk into',
  'orders/web/forms/PackageForm.tsx source': 'stores in use; an online shop where one is asked for',
  'payments/web/UserPaymentsPage.tsx pickEmployee': 'a bill may go to anybody who has said yes',
  'reporting/web/ReportingPage.tsx pickCompany': 'the companies whose months the caller reads',
  'returns/web/KeepBike.tsx pickAgreement': 'leases that nothing ends and that are not kept yet',
  'returns/web/ReleaseBike.tsx pickKept': 'leases whose bicycle is kept',
  'roles/web/GiveRole.tsx findPeople': 'people of the caller’s scope; by whom a role may be given the form knows',
  'roles/web/UserForms.tsx findCompanies': 'the companies of the caller’s scope',
  'staff/web/pick-company.ts pickCompany': 'a billing table may be of any company',
}
/** Those whose call judges the choice by more than that: each is tried below. */
const tried = [
  'company-exits/web/CompanyExitsPage.tsx pickCompany',
  'company-exits/web/CompanyExitsPage.tsx pickReceiver',
  'e-invoices/web/ReceivedPanel.tsx source',
  'insurance-claims/web/ClaimsPage.tsx pickLease',
  'insurance-claims/web/StepForm.tsx pickStore',
  'redemptions/web/RedemptionsPage.tsx pickLease',
  'returns/web/NewReturn.tsx pickLease',
  'returns/web/ReturnSteps.tsx pickStore',
]

it('each picker of the screens is tried, or says why every choice is taken', () => {
  const found = sourceFiles()
    .filter(({ file }) => file.startsWith('features/') && !/\.test\.tsx?$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/(?:const (\w+) = |(source)=\{)pickFrom\(/g)].map(
        ([, name, prop]) => `${withoutWing(file)} ${name ?? prop}`,
      ),
    )
  expect(found.toSorted()).toEqual([...Object.keys(takenAsTheyAre), ...tried].toSorted())
})

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const days = {
  start_day: '2026-01-01',
  lease_months: 24,
  end_day: '2027-12-31',
  bike_at: 'EMPLOYEE' as const,
  buy_out_cents: Array<number>(24).fill(50_000),
}
const leased = async () => buildRunningLease(world, { company: await buildCompany(world), agreement: days })

type Step = 'OFFERED' | 'LESSOR_INVOICE_SENT'

/** A lease beside which an ending of a kind is open, a redemption at a step. */
async function ending(kind: 'CLAIM' | 'REDEMPTION' | 'RETURN', step: Step = 'LESSOR_INVOICE_SENT') {
  const lease = await leased()
  const company = await db()
    .selectFrom('leasing_agreements')
    .select('company_id')
    .where('id', '=', lease.agreementId)
    .executeTakeFirstOrThrow()
  const id = world.env.id()
  const own = { id, company_id: company.company_id, agreement_id: lease.agreementId }
  await db()
    .insertInto('agreement_endings')
    .values({ ...own, kind })
    .execute()
  if (kind === 'REDEMPTION')
    await db()
      .insertInto('redemptions')
      .values({
        ...own,
        beneficiary_employee_id: lease.employeeId,
        step,
        reason: 'OWN_WISH',
        end_month: '2026-12',
      })
      .execute()
  return lease
}

const leasesOf = async (query: QueryOf<typeof agreements.list>) =>
  (await world.ok(agreements.list, { as: staff, query: { ...query, limit: 100 } })).items

describe('of leases', () => {
  it('those that a redemption, a claim and a return take are offered, and no others', async () => {
    const free = await leased()
    const [claimed, returned] = [await ending('CLAIM'), await ending('RETURN')]
    const [paid, unpaid] = [await ending('REDEMPTION'), await ending('REDEMPTION', 'OFFERED')]
    const kept = await leased()
    const keep = db().updateTable('leasing_agreements').set({ kept_from: '2026-12' })
    await keep.where('id', '=', kept.agreementId).execute()
    const all = [free, claimed, returned, paid, unpaid, kept]
    const names = new Map(
      Object.entries({ free, claimed, returned, paid, unpaid, kept }).map(([name, one]) => [one.agreementId, name]),
    )
    const takenBy = async (call: (lease: (typeof all)[number]) => Promise<{ status: number }>) => {
      const taken = []
      for (const one of all) if ((await call(one)).status === 201) taken.push(one.agreementId)
      return taken
    }
    const offered = async (query: Parameters<typeof leasesOf>[0]) =>
      (await leasesOf(query)).map(({ leasingAgreementId }) => leasingAgreementId)
    const say = (ids: readonly string[]) => ids.map((id) => names.get(id)).toSorted()
    const toClaim = await offered(claimableLeases)
    const toRedeem = await offered(redeemableLeases)
    expect(say(toClaim)).toEqual(['claimed', 'free', 'kept', 'returned', 'unpaid'])
    expect(say(toRedeem)).toEqual(['free'])
    expect((await offered(runningLeases)).length).toBe(all.length)
    const redeemed = await takenBy(({ agreementId }) =>
      world.call(redemptions.create, { as: staff, body: { leasingAgreementId: agreementId, reason: 'OWN_WISH' } }),
    )
    expect(say(redeemed)).toEqual(say(toRedeem))
    const claims = await takenBy(({ employeeId, agreementId }) =>
      world.call(insuranceClaims.create, {
        as: staff,
        body: { beneficiaryEmployeeId: employeeId, leasingAgreementId: agreementId, type: 'THEFT' },
      }),
    )
    expect(say(claims)).toEqual(say(toClaim))
  })

  it('what is offered for a return can be returned', async () => {
    for (const { leasingAgreementId } of await leasesOf(returnableLeases)) {
      const { status, body } = await world.call(returns.create, {
        as: staff,
        body: { leasingAgreementId, reason: 'OTHER' },
      })
      expect([status, body]).toEqual([201, expect.anything()])
    }
  })
})

it('of stores, those to which a bicycle can be brought', async () => {
  const [shop, online, shut] = [
    await buildStore(world),
    await buildStore(world, { is_online: true }),
    await buildStore(world, { active: false }),
  ]
  const found = shopOptions(await world.ok(bikeStores.minimal, { as: staff, query: {} }))
  const offered = new Set(found.map(({ value }) => value))
  expect([shop, online, shut].map(({ bikeStoreId }) => offered.has(bikeStoreId))).toEqual([true, false, false])
})

it('of companies, those that stay; and as what takes the leases over, those in use', async () => {
  const [stays, shut, leaves] = [
    await buildCompany(world),
    await buildCompany(world, { active: false }),
    await buildCompany(world),
  ]
  await db()
    .insertInto('company_exits')
    .values({
      id: world.env.id(),
      company_id: leaves.companyId,
      kind: 'LEAVES',
      from_day: '2026-12-01',
      choose_until: '2026-12-31',
      reason: 'Kirje',
    })
    .execute()
  const offered = async (query: object) =>
    new Set(
      (await world.ok(companies.list, { as: staff, query: { names: true, ...query } })).items.map(
        (one) => one.companyId,
      ),
    )
  const [marking, receiving] = [await offered({ isStaying: true }), await offered({ isStaying: true, active: true })]
  const all = [stays, shut, leaves]
  expect(all.map(({ companyId }) => marking.has(companyId))).toEqual([true, true, false])
  expect(all.map(({ companyId }) => receiving.has(companyId))).toEqual([true, false, false])
  const mark = (companyId: string, intoCompanyId?: string) =>
    world.call(companyExits.create, {
      as: staff,
      body: {
        companyId,
        kind: intoCompanyId ? 'MERGED' : 'LEAVES',
        fromDay: '2027-01-01',
        reason: 'Kirje',
        ...(intoCompanyId ? { intoCompanyId } : {}),
      },
    })
  expect((await mark(leaves.companyId)).body).toMatchObject({ code: 'COMPANY_EXIT_EXISTS' })
  expect((await mark(stays.companyId, shut.companyId)).status).toBe(400)
  expect([(await mark(shut.companyId)).status, (await mark(stays.companyId)).status]).toEqual([202, 202])
})

it('of orders, those of the store that has sent the e-invoice, or of any store where it is not known', async () => {
  const [seller, other] = [await buildStore(world, { business_id: '7654321-2' }), await buildStore(world)]
  const company = await buildCompany(world)
  const order = async (bikeStoreId: string | null) => {
    const { orderId } = await buildRunningLease(world, { company })
    await db().updateTable('orders').set({ bike_store_id: bikeStoreId }).where('id', '=', orderId).execute()
    return orderId
  }
  const [own, foreign, none] = [await order(seller.bikeStoreId), await order(other.bikeStoreId), await order(null)]
  const offered = async (query: { hasStore: true } | { bikeStoreId: string }) => {
    const { items } = await world.ok(orders.list, { as: staff, query: { companyId: company.companyId, ...query } })
    return items.map(({ orderId }) => orderId).toSorted()
  }
  expect(await offered({ bikeStoreId: seller.bikeStoreId })).toEqual([own])
  expect(await offered({ hasStore: true })).toEqual([own, foreign].toSorted())
  const lines = [{ purpose: 'OTHER' as const, description: 'Pyörä', grossCents: 250_000, vatBasisPoints: 2550 }]
  const priced = priceLines(lines).lines.map((line) => ({ ...line, quantity: 1 }))
  const { brand } = world.services
  const received = async (businessId: string, number: string) => {
    const { seller: us, buyer } = finvoiceFacts(priced)
    const body = writeFinvoice(
      finvoiceFacts(priced, {
        number,
        orderNumber: null,
        agreementNumber: null,
        seller: { ...us, name: 'Liike', businessId, vatNumber: `FI${businessId.replace('-', '')}` },
        buyer: {
          ...buyer,
          name: brand.legalName,
          businessId: brand.businessId,
          vatNumber: brand.vatNumber,
          eInvoiceAddress: brand.eInvoiceAddress,
        },
      }),
    )
    const reply = await world.call(eInvoices.takeIn, { as: staff, query: { fileName: `${number}.xml` }, body })
    expect(reply.status).toBe(201)
    return takenOf(reply.body).receivedId
  }
  const enter = async (id: string, orderId: string) =>
    (await world.call(eInvoices.enter, { as: staff, params: { id }, body: { version: 1, orderId } })).status
  const ofSeller = await received('7654321-2', 'L-1')
  for (const refused of [foreign, none]) expect(await enter(ofSeller, refused)).toBe(409)
  expect(await enter(ofSeller, own)).toBe(200)
  expect(await enter(await received('1234567-1', 'L-2'), none)).toBe(409)
  expect(await enter(await received('1234567-1', 'L-3'), foreign)).toBe(200)
})
