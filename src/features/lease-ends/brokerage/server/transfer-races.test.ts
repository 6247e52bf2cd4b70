import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { draftCompany } from '#features/money/billing/server/drafts.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { Month } from '#platform/values/days.ts'
import {
  agreementsOf,
  type Case,
  db,
  nightly,
  parties,
  prepared,
  prepareTransfers,
  reserved,
  sign,
  signInAgain,
  staff,
  world,
} from '#testing/cases/transfer-cases.ts'
import type { Caller } from '#testing/world.ts'
import { brokerage } from '../contract.ts'
import type { BrokerageStep } from '../rules/words.ts'
import { followBrokerages } from './jobs.ts'

prepareTransfers()

describe('two people at the same moment', () => {
  /** Two answers to one step: one is taken, and the other finds that the transfer has moved on. */
  async function both(of: Case, first: () => Promise<{ status: number }>, second = first, refused = [409]) {
    const replies = await Promise.all([first(), second()])
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    // Whoever is no party any more finds nothing.
    expect(refused.map((status) => [200, status])).toContainEqual(statuses)
    return world.ok(brokerage.get, { as: staff, params: of.params })
  }

  it('take each step of a transfer once, and sign once each', async () => {
    const of = await reserved()
    const { callers, params, giving, taking } = of
    const step =
      (as: Caller, name: BrokerageStep, version: number, more = {}) =>
      () =>
        world.call(brokerage.update, { as, params, body: { step: name, version, ...more } })
    let one = of.now()
    const next = async (as: Caller, name: BrokerageStep, more = {}, other = step(as, name, one.version, more)) => {
      one = await both(of, step(as, name, one.version, more), other)
    }
    await next(callers.SELLER, 'startTransfer')
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from agreement_endings
      where agreement_id = ${of.lease.agreementId} and closed_at is null`.execute(db())
    expect(rows).toEqual([{ open: 1 }])
    await next(callers.SELLER_EMPLOYER, 'agreeToGive')
    // Two sides at once: whoever comes second reads the other's answer first.
    const other = step(staff, 'approveByLessor', one.version, { lessorReference: 'R-2' })
    await next(callers.TAKER_EMPLOYER, 'agreeToTake', {}, other)
    await (one.takerAgreed
      ? next(staff, 'approveByLessor', { lessorReference: 'R-2' })
      : next(callers.TAKER_EMPLOYER, 'agreeToTake'))
    expect(await agreementsOf(taking.companyId)).toHaveLength(1)
    const hash = one.documentSha256!
    for (const party of ['SELLER', 'TAKER'] as const) expect((await sign(of, party, hash)).status).toBe(200)
    for (const party of ['SELLER_EMPLOYER', 'TAKER_EMPLOYER'] as const)
      one = await both(of, () => sign(of, party, hash))
    expect(one).toMatchObject({ step: 'DONE' })
    const signatures = await db()
      .selectFrom('transfer_signatures')
      .select('party')
      .where('brokerage_id', '=', params.id)
      .execute()
    expect(signatures.map(({ party }) => party).toSorted()).toEqual([...parties].toSorted())
    world.env.setNow('2026-12-01T04:30:00Z')
    await endLeases.run(world.services)
    await Promise.all([followBrokerages.run(world.services), followBrokerages.run(world.services)])
    expect(await agreementsOf(giving.companyId)).toMatchObject([{ lease_state: 'ENDED' }])
    expect(await agreementsOf(taking.companyId)).toMatchObject([{ lease_state: 'ACTIVE' }])
  })

  it('either refuse a transfer or sign it to its end', async () => {
    const of = await reserved()
    const { documentSha256: hash, version } = await prepared(of)
    for (const party of parties.slice(0, 3)) expect((await sign(of, party, hash!)).status, party).toBe(200)
    const refuse = () =>
      world.call(brokerage.update, {
        as: of.callers.SELLER,
        params: of.params,
        body: { step: 'refuseTransfer', version, reason: 'Pidän pyörän.' },
      })
    const one = await both(of, refuse, () => sign(of, 'TAKER_EMPLOYER', hash!), [404, 409])
    const [lease] = await agreementsOf(of.giving.companyId)
    const [opened] = await agreementsOf(of.taking.companyId)
    const isDone = one.step === 'DONE'
    expect([lease!.ends_as, opened!.void_at === null]).toEqual(isDone ? ['TRANSFERRED', true] : [null, false])
  })
})

/** Bills one company a month, beside what other tests have billed. */
async function drafted(month: Month, companyId: string) {
  await db()
    .insertInto('billing_runs')
    .values({ id: world.env.id(), month, status: 'DONE', created_at: world.env.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db().selectFrom('billing_runs').select('id').where('month', '=', month).executeTakeFirstOrThrow()
  await world.services.database.transaction((tx) =>
    draftCompany(tx, world.services, { id, month, since: '2026-11' }, companyId),
  )
}

describe('the month of a transfer', () => {
  it('is billed and kept from pay to the cent once in the giving company, and the next ones in the taking one', async () => {
    const of = await reserved()
    const { giving, taking, lease } = of
    const { documentSha256 } = await prepared(of)
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status, party).toBe(200)
    await drafted('2026-11', giving.companyId)
    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    for (const month of ['2026-12', '2027-01'] as const)
      for (const companyId of [giving.companyId, taking.companyId]) await drafted(month, companyId)
    const next = (await agreementsOf(taking.companyId))[0]!
    const sums = await db()
      .selectFrom('invoice_lines as l')
      .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
      .select(['i.company_id', 'l.purpose', 'i.billing_month', 'l.gross_cents'])
      .where('l.agreement_id', 'in', [lease.agreementId, next.id])
      .where('i.status', '<>', 'DELETED')
      .orderBy('i.billing_month')
      .orderBy('l.purpose')
      .execute()
    const month = (company_id: string, billing_month: string) => [
      { company_id, purpose: 'FEE', billing_month, gross_cents: 1_500 },
      { company_id, purpose: 'INSTALMENT', billing_month, gross_cents: 10_000 },
    ]
    expect(sums).toEqual([
      ...month(giving.companyId, '2026-11'),
      ...month(taking.companyId, '2026-12'),
      ...month(taking.companyId, '2027-01'),
    ])
    world.env.setNow('2027-01-10T08:00:00Z')
    await signInAgain()
    const kept = async (companyId: string) => {
      const rows = []
      for (const month of ['2026-11', '2026-12', '2027-01']) {
        const { items } = await world.ok(reporting.rows, { as: staff, params: { companyId, month }, query: {} })
        rows.push(...items.map((row) => [month, row.code363, row.code364, row.code420, row.grossLowering]))
      }
      return rows.filter(([, ...sums]) => sums.some((sum) => sum !== 0))
    }
    // Codes 363, 364 and 420, and what is taken from the pay.
    expect([await kept(giving.companyId), await kept(taking.companyId)]).toEqual([
      [['2026-11', 0, 100, 0, 100]],
      [
        ['2026-12', 0, 100, 0, 100],
        ['2027-01', 0, 100, 0, 100],
      ],
    ])
  })
})
