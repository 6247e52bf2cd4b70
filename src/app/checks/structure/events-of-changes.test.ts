import { describe, expect, it } from 'vitest'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { mergeLeases } from '#features/lease-ends/company-exits/server/merge-job.ts'
import { takeBackLeases } from '#features/lease-ends/company-exits/server/take-back-job.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { ordinaryProfile } from '#features/leases/lessor-files/rules/profile.ts'
import {
  type About,
  at,
  byStaff,
  companyOf,
  leaseIn,
  notWalked,
  prepareEndEvents,
  SYSTEM,
  staff,
  superAdmin,
  world,
  writes,
} from '#testing/cases/end-event-cases.ts'
import { confirmExit, markedExit } from '#testing/exits.ts'

prepareEndEvents()

describe('a change of a running lease', () => {
  it('logs a payment, the review of an exemption, an end of the staff and its taking back', async () => {
    const company = await companyOf()
    const exempt = { commitment_day: '2025-03-01', tax_regime: 'EXEMPT_GRANDFATHERED' }
    const of = await leaseIn(company, exempt)
    const params = { id: of.agreementId }
    const by = byStaff()
    const { about } = of
    const read = async () => (await world.ok(leaseChanges.changes, { as: staff, params })).version
    const confirmed = async () => ({ version: await read(), confirmation: of.agreementNumber, reason: 'Sovittu' })
    const payment = {
      file: 'lease-changes/make-change.ts',
      about,
      by,
      type: 'LEASING_MONTHLY_PAYMENT_UPDATED',
      data: { fromMonth: '2027-01', fromCents: 10_000, toCents: 10_500 },
    }
    await writes(payment, async () =>
      world.ok(leaseChanges.changePayment, {
        as: staff,
        params,
        body: { fromMonth: '2027-01', serviceShare: 27, ...(await confirmed()) },
      }),
    )
    const review = { file: 'lease-changes/reviews.ts', about, by, isInternal: true }
    await writes({ ...review, data: { process: 'tax-review', step: 'exemptionStays' } }, async () =>
      world.ok(leaseChanges.review, { as: staff, params, body: { version: await read(), reason: 'Sama etu' } }),
    )
    const end = { file: 'lease-changes/end.ts', about, by }
    await writes({ ...end, data: { process: 'staff-end', step: 'end' } }, async () =>
      world.ok(leaseChanges.end, {
        as: staff,
        params,
        body: { endMonth: '2026-11', endsAs: 'RETURNED', ...(await confirmed()) },
      }),
    )
    await writes({ ...end, data: { process: 'staff-end', step: 'takeBack' } }, async () =>
      world.ok(leaseChanges.takeBackEnd, { as: staff, params, query: { version: await read() } }),
    )
  })
})

describe('a company that leaves', () => {
  it('logs the mark, leases that begin later, what the lessor takes back and fetches, and the last deductions', async () => {
    await at('2026-11-10')
    const company = await companyOf()
    const of = await leaseIn(company)
    const about: About = { subject: `company ${company.companyId}`, company: company.companyId, employee: null }
    const data = (step: string) => ({ process: 'company-exit', step })
    const body = { companyId: company.companyId, kind: 'BANKRUPT', fromDay: '2026-11-15', reason: 'Konkurssi' } as const
    const proposed = (await world.ok(companyExits.create, { as: staff, body })) as ProposalView
    const mark = { file: 'company-exits/mark.ts', about, by: `STAFF ${superAdmin.userId}`, data: data('mark') }
    await writes(mark, () => confirmExit(world, proposed, superAdmin))
    const [exit] = (await world.ok(companyExits.list, { as: staff, query: { companyId: company.companyId } })).items
    const { id } = exit!
    const later = await leaseIn(company)
    const list = { file: 'company-exits/join.ts', by: SYSTEM, data: data('listLease') }
    await writes({ ...list, about: { ...about, employee: later.employeeId } }, () => takeBackLeases.run(world.services))
    const { version } = await world.ok(companyExits.get, { as: staff, params: { id } })
    const confirm = { file: 'company-exits/process.ts', about, by: byStaff(), data: data('confirmDeductions') }
    await writes(confirm, () =>
      world.ok(companyExits.confirmDeductions, { as: staff, params: { id }, body: { lastMonth: '2026-11', version } }),
    )
    await at('2026-12-16')
    const takeBack = { file: 'company-exits/take-back-job.ts', by: SYSTEM, data: data('takeBack') }
    await writes({ ...takeBack, about: [of.about, later.about] }, () => takeBackLeases.run(world.services))
    await at('2027-01-02')
    await endLeases.run(world.services)
    const { items } = await world.ok(companyExits.leases, { as: staff, params: { id } })
    const lease = items.find(({ leasingAgreementId }) => leasingAgreementId === of.agreementId)!
    const collected = { file: 'company-exits/steps.ts', about: of.about, by: byStaff(), data: data('collected') }
    await writes(collected, () =>
      world.ok(companyExits.collected, {
        as: staff,
        params: { id, leasingAgreementId: of.agreementId },
        body: { bikeAt: 'LESSOR', version: lease.agreementVersion },
      }),
    )
  })

  it('logs the leases that go over in a merger, and the one that a claim keeps back', async () => {
    await at('2026-11-10')
    const [company, into] = [await companyOf(), await companyOf()]
    const [moving, damaged] = [await leaseIn(company), await leaseIn(company)]
    const data = (step: string) => ({ process: 'company-exit', step })
    await markedExit(
      world,
      {
        companyId: company.companyId,
        kind: 'MERGED',
        fromDay: '2027-02-01',
        reason: 'Sulautuminen',
        intoCompanyId: into.companyId,
      },
      { as: staff },
    )
    await at('2027-01-10')
    const night = async () => {
      await endLeases.run(world.services)
      await mergeLeases.run(world.services)
    }
    const merge = { file: 'company-exits/merge.ts', by: SYSTEM }
    const endsOn = { ...data('merge'), endsOn: '2027-01-31' }
    await writes({ ...merge, about: [moving.about, damaged.about], data: endsOn }, night)
    const stay = { file: 'company-exits/claimed.ts', about: damaged.about, by: SYSTEM, data: data('stay') }
    const person = await world.signIn(damaged.userId)
    await writes(stay, () =>
      world.ok(insuranceClaims.create, {
        as: person,
        body: { beneficiaryEmployeeId: damaged.employeeId, leasingAgreementId: damaged.agreementId, type: 'LOSS' },
      }),
    )
    await at('2027-02-01')
    await writes({ ...merge, about: moving.about, data: data('moved') }, night)
  })
})

describe('a lessor’s files', () => {
  it('log at the lessor what was set, told, taken in and decided', async () => {
    await at('2026-11-10')
    const company = await companyOf('GRENKE')
    const of = await leaseIn(company)
    const { leasingCompanyId } = company
    const about: About = { subject: `register ${leasingCompanyId}`, company: null, employee: null }
    const event = (file: string, change: string) => ({
      file: `lessor-files/${file}`,
      about,
      by: byStaff(),
      type: 'REGISTER_CHANGED',
      isInternal: true,
      data: { register: 'lessor-files', change },
    })
    await writes(event('profiles.ts', 'updated'), () =>
      world.ok(lessorFiles.setProfile, {
        as: staff,
        params: { id: leasingCompanyId },
        body: { ...ordinaryProfile, version: 0 },
      }),
    )
    await writes(event('tell.ts', 'told'), () => world.ok(lessorFiles.tell, { as: staff, body: { leasingCompanyId } }))
    const takeIn = (kind: 'LIST' | 'ANSWERS', text: string) => () =>
      world.ok(lessorFiles.takeIn, {
        as: staff,
        query: { leasingCompanyId, kind, fileName: 'a.csv' },
        body: Buffer.from(text),
      })
    const number = of.agreementNumber
    const answers = `sopimusnumero;vastaus;syy;päättyy\r\n${number};Hylätty;Runkonumero puuttuu;\r\n`
    await writes(event('take-in.ts', 'answers'), takeIn('ANSWERS', answers))
    const list = `sopimusnumero;kuukausierä;päättyy\r\n${number};99,00;30.11.2027\r\n`
    await writes(event('take-in.ts', 'list'), takeIn('LIST', list))
    const query = { leasingCompanyId, limit: 100 }
    const { items } = await world.ok(lessorFiles.differences, { as: staff, query })
    const [first, second] = items.filter(({ mayTell }) => mayTell) as [(typeof items)[0], (typeof items)[0]]
    const decide = (one: typeof first, act: 'TELL' | 'SETTLE') => () =>
      world.ok(lessorFiles.decide, {
        as: staff,
        params: { id: one.lessorDifferenceId },
        body: act === 'TELL' ? { act, version: one.version } : { act, version: one.version, reason: 'Sovittu' },
      })
    const decided = (change: string, { lessorDifferenceId: difference }: typeof first) => {
      const wanted = event('decide.ts', change)
      return { ...wanted, data: { ...wanted.data, difference } }
    }
    await writes(decided('toTell', first), decide(first, 'TELL'))
    await writes(decided('settled', second), decide(second, 'SETTLE'))
  })
})

it('walks every file of changes, exits and lessors’ files that logs', () => {
  expect(notWalked(['lease-changes', 'company-exits', 'lessor-files'])).toEqual([])
})
