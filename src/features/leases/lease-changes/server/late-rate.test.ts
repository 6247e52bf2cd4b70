import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { followVatRates } from './vat-job.ts'

let world: World
let staff: Caller
const at = async (instant: string) => {
  world.env.setNow(instant)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
}
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function bill(month: string) {
  const { billingRunId: id } = await world.ok(billing.start, { as: staff, body: { month } })
  await continueBilling.run(world.services)
  const { version } = await world.ok(billing.run, { as: staff, params: { id } })
  await world.ok(billing.approve, { as: staff, params: { id }, body: { version } })
  await continueBilling.run(world.services)
}

/** What stays billed of a lease's month, credits taken off: by rate the gross, of which the net follows to a cent. */
async function billed(agreementId: string, month: string) {
  const { rows } = await sql<{ purpose: string; rate: number; gross: number }>`
    select b.purpose, b.vat_basis_points as rate, sum(l.gross_cents)::int as gross
      from invoice_lines b join invoice_lines l on l.id = b.id or l.credits_line_id = b.id
     where b.agreement_id = ${agreementId} and split_part(b.source_key, ':', 3) = ${month}
     group by 1, 2 having sum(l.gross_cents) <> 0 order by 1, 2`.execute(world.services.database.primary)
  return rows.map(({ purpose, rate, gross }) => [purpose, rate, gross])
}

it('bills a month again at a rate that was entered late, and never at two', async () => {
  await at('2026-12-20T08:00:00Z')
  const company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const lease = async (vatChange: string, dates = {}) => {
    const agreement = {
      start_day: '2026-01-01',
      end_day: '2027-12-31',
      lease_months: 24,
      vat_basis_points: 2_550,
      end_prices: JSON.stringify({ ...usualEndPrices, vatChange }),
      ...dates,
    }
    return (await buildRunningLease(world, { company, agreement })).agreementId
  }
  const net = await lease('NET_STAYS')
  const gross = await lease('GROSS_STAYS')
  const over = await lease('NET_STAYS', { end_day: '2026-12-31' })
  await bill('2027-01')
  for (const id of [net, gross])
    expect(await billed(id, '2027-01')).toEqual([
      ['FEE', 2_550, 1_500],
      ['INSTALMENT', 2_550, 10_000],
    ])
  await at('2027-01-10T08:00:00Z')
  await world.ok(vat.create, { as: staff, body: { country: 'FI', value: 27, validFrom: '2027-01-01', validTo: null } })
  await followVatRates.run(world.services)
  for (const run of ['2027-02', '2027-03']) {
    await bill(run)
    for (const month of ['2027-01', run]) {
      expect(await billed(net, month)).toEqual([
        ['FEE', 2_700, 1_500],
        ['INSTALMENT', 2_700, 10_119],
      ])
      expect(await billed(gross, month)).toEqual([
        ['FEE', 2_700, 1_500],
        ['INSTALMENT', 2_700, 10_000],
      ])
    }
    expect(await billed(over, '2027-01')).toEqual([])
  }
})
