import { expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import {
  change,
  db,
  employer,
  type Leased,
  leased,
  payrollRow,
  prepareLeaseChanges,
  read,
  signInOthers,
  staff,
  stranger,
  world,
} from '#testing/cases/lease-change-cases.ts'
import { leaseChanges } from '../contract.ts'

prepareLeaseChanges()

const exempt = { commitment_day: '2025-03-01', tax_regime: 'EXEMPT_GRANDFATHERED' }

async function end(of: Leased, body: Record<string, unknown> = {}, as = staff) {
  const { version } = await read(of)
  const wanted = { endMonth: '2026-11', endsAs: 'RETURNED', reason: 'Pyörä palautettu liikkeeseen', version, ...body }
  return world.call(leaseChanges.end, { as, params: of.params, anyBody: wanted })
}

it('refuses what would change nothing or lies outside the lease, and whoever may not', async () => {
  const of = await leased()
  expect((await change(of, { serviceShare: 22 })).body).toMatchObject({ fields: [{ path: 'serviceShare' }] })
  expect((await change(of, { fromMonth: '2025-12' })).body).toMatchObject({ fields: [{ path: 'fromMonth' }] })
  expect((await change(of, { fromMonth: '2028-01' })).body).toMatchObject({ fields: [{ path: 'fromMonth' }] })
  expect((await change(of, { version: 99 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  expect((await change(of, {}, { as: employer })).status).toBe(403)
  expect((await world.call(leaseChanges.changes, { as: stranger, params: of.params })).status).toBe(404)
  const waiting = await leased({ lease_state: 'NOT_STARTED' })
  expect((await change(waiting, {})).body).toMatchObject({ code: 'LEASE_CHANGE_NOT_ALLOWED' })
  const { version } = await read(of)
  const body = { fromMonth: '2027-01', serviceShare: 25, reason: 'T', version }
  const both = await Promise.all(
    [1, 2].map(() => world.call(leaseChanges.changePayment, { as: staff, params: of.params, body })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await read(of)).payments).toHaveLength(1)
})

it('asks for the number of an exempt agreement, names the exemption, and wants its taxation reviewed', async () => {
  const of = await leased(exempt)
  const asked = await change(of, {})
  expect(asked).toMatchObject({ status: 409, body: { code: 'EXEMPTION_AT_RISK' } })
  expect(asked.body.details).toMatchObject({
    exemption: { regime: 'EXEMPT_GRANDFATHERED', commitmentDate: '2025-03-01', until: '2027-12-31' },
    confirm: of.agreementNumber,
  })
  const { earliestMonth, firstMonth, payments } = await read(of)
  expect({ earliestMonth, firstMonth, payments }).toEqual({
    earliestMonth: '2026-12',
    firstMonth: '2026-01',
    payments: [],
  })
  const offered = { fromMonth: earliestMonth!, serviceShare: 27 }
  expect((await world.call(leaseChanges.preview, { as: staff, params: of.params, query: offered })).status).toBe(200)
  const soon = await change(of, { fromMonth: '2026-11', confirmation: of.agreementNumber })
  expect(soon.body).toMatchObject({ fields: [{ path: 'fromMonth' }] })
  const made = await change(of, { confirmation: of.agreementNumber })
  expect(made).toMatchObject({ status: 201, body: { review: '1/2027: Vakuutus kallistuu' } })
  const { items } = await world.ok(leaseChanges.reviews, { as: staff, query: {} })
  expect(items.map((row) => row.leasingAgreementId)).toContain(of.agreementId)
  const { data } = await world.ok(tasks.list, { as: staff })
  expect(data.filter(({ action }) => action === 'reviewTaxation')).toHaveLength(1)
  expect((await payrollRow(of, '2027-02'))?.code363).toBe(100)

  const review = (body: Record<string, unknown>, as = staff) =>
    world.call(leaseChanges.review, {
      as,
      params: of.params,
      body: { version: made.body.version, reason: 'T', ...body },
    })
  expect((await review({}, employer)).status).toBe(403)
  expect((await review({ taxableFrom: '2028-01' })).body).toMatchObject({ fields: [{ path: 'taxableFrom' }] })
  const closed = await review({ taxableFrom: '2027-02', reason: 'Vakuutus ei kuulu edun ehtoihin' })
  expect(closed.body).toMatchObject({ review: null, exemption: { until: '2027-01-31' } })
  expect((await review({ version: closed.body.version })).body).toMatchObject({ code: 'LEASE_CHANGE_NOT_ALLOWED' })
  const notices = db().selectFrom('notifications').select('template').where('template', 'like', '%otice.taxable')
  expect(new Set((await notices.execute()).map(({ template }) => template))).toEqual(
    new Set(['lease-changes:notice.taxable', 'lease-changes:employerNotice.taxable']),
  )
  expect((await payrollRow(of, '2027-01'))?.code363).toBe(100)
  expect(await payrollRow(of, '2027-02')).toMatchObject({ code363: 0, code364: 105 })
})

it('ends a lease with a reason through its one end, and takes it back while it runs', async () => {
  const of = await leased()
  expect((await end(of, {}, employer)).status).toBe(403)
  expect((await end(of, { endMonth: '2026-10' })).body).toMatchObject({ fields: [{ path: 'endMonth' }] })
  expect((await end(of, { endMonth: '2027-12' })).body).toMatchObject({ fields: [{ path: 'endMonth' }] })
  expect((await end(of, { bikeAt: 'SOLD' })).body).toMatchObject({ end: { endsOn: '2026-11-30', endsAs: 'RETURNED' } })
  expect((await end(of)).body).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS' })
  const back = async () =>
    world.call(leaseChanges.takeBackEnd, { as: staff, params: of.params, query: { version: (await read(of)).version } })
  expect(await back()).toMatchObject({ status: 200, body: { end: null } })
  expect(await world.ok(agreements.get, { as: staff, params: of.params })).toMatchObject({ bikeAt: 'EMPLOYEE' })
  expect((await back()).body).toMatchObject({ code: 'LEASE_CHANGE_NOT_ALLOWED' })
  expect((await end(of, { bikeAt: 'STORE' })).status).toBe(201)
  const guarded = await leased(exempt)
  expect((await end(guarded)).body).toMatchObject({ code: 'EXEMPTION_AT_RISK' })
  expect((await end(guarded, { confirmation: guarded.agreementNumber })).status).toBe(201)
  world.env.setNow('2026-12-01T00:20:00+02:00')
  expect(await endLeases.run(world.services)).toEqual({ ended: 2 })
  await signInOthers()
  const lease = await world.ok(agreements.get, { as: staff, params: of.params })
  expect(lease).toMatchObject({ leaseState: 'ENDED', endReason: 'RETURNED', bikeAt: 'STORE' })
  // The mark is still to be decided about when the lease has ended.
  const { version } = await world.ok(agreements.get, { as: staff, params: guarded.params })
  const decided = { version, reason: 'Päättyi kesken', taxableFrom: null }
  expect((await world.call(leaseChanges.review, { as: staff, params: guarded.params, body: decided })).status).toBe(200)
  const ending = await db()
    .selectFrom('agreement_endings')
    .select('closed_at')
    .where('agreement_id', '=', of.agreementId)
    .execute()
  expect(ending.every(({ closed_at }) => closed_at !== null)).toBe(true)
})
