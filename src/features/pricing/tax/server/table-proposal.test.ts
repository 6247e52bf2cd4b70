import { generateSecret, generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProposalView, proposals } from '#features/ground/proposals/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { confirmProposed, doneAtOnce } from '#testing/confirm-proposal.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { provinceTaxTable, stateIncomeTaxTable, taxTable } from '../contract.ts'
import { taxYears } from '../years-contract.ts'
import { seedTaxTables } from './seed.ts'
import { taxTablesVersion } from './tables.ts'

let world: World
let staff: Caller
let second: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  await seedTaxTables(world.services.database.primary, world.env)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const plain = (shown: unknown) => JSON.parse(JSON.stringify(shown).replaceAll('\u00a0', ' '))
const mark = () => taxTablesVersion(db())
const answer = (act: 'confirm' | 'refuse', as: Caller, { proposalId, version }: ProposalView) =>
  act === 'confirm'
    ? world.call(proposals.confirm, { as, params: { id: proposalId }, body: { version } })
    : world.call(proposals.refuse, { as, params: { id: proposalId }, body: { version, reason: 'Ei vastaa lakia' } })
const proposed = (reply: { status: number; body: object }) => {
  expect(reply.status).toBe(202)
  return reply.body as ProposalView
}
const overtaken = { status: 409, body: { code: 'PROPOSAL_NOT_ALLOWED', details: { unmet: ['OVERTAKEN'] } } }

const limitsOf = async (year: number) => {
  const { taxTableId, ...row } = (await world.ok(taxTable.list, { as: staff, query: { year } })).items[0]!
  return { params: { id: taxTableId }, row }
}
const changeLimits = async (as: Caller, more: object, year = 2026) => {
  const { params, row } = await limitsOf(year)
  return world.call(taxTable.update, { as, params, body: { ...row, ...more } })
}
const municipality = async (search: string) => {
  const { id, ...row } = (await world.ok(provinceTaxTable.list, { as: staff, query: { year: 2026, search } })).items[0]!
  return { params: { id }, row }
}
const head = 'municipality;isAland;municipalRate;churchRateEvl;churchRateOrt'
const importList = (as: Caller, lines: readonly string[], year = 2026) =>
  world.call(taxYears.importMunicipalities, {
    as,
    params: { year },
    query: { dryRun: false },
    body: Buffer.from([head, ...lines].join('\n')),
    headers: { 'content-type': 'text/csv' },
  })

describe('a table of a year in use', () => {
  it('changes only once another person has confirmed it, who sees what was and what would be', async () => {
    const before = [await mark(), (await limitsOf(2026)).row]
    const view = proposed(await changeLimits(staff, { bikeExemptMonthly: 90, dailyAllowanceThreshold: 17_300.5 }))
    expect(view).toMatchObject({ kind: 'TAX_TABLE', madeByCaller: true, mayConfirm: false, unmet: ['OWN_PROPOSAL'] })
    expect(plain(view.changes)).toEqual([
      { name: 'Päivärahamaksun vuosituloraja', before: expect.stringMatching(/€$/), after: '17 300,50 €' },
      { name: 'Pyöräedun veroton osuus kuukaudessa', before: '100,00 €', after: '90,00 €' },
    ])
    expect([await mark(), (await limitsOf(2026)).row]).toEqual(before)
    expect((await world.ok(tasks.list, { as: second })).data.map(({ id }) => id)).toContain(
      `confirmProposal:${view.proposalId}`,
    )
    expect((await answer('confirm', staff, view)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await answer('confirm', second, view)).body).toMatchObject({ state: 'DONE' })
    expect((await limitsOf(2026)).row).toMatchObject({ bikeExemptMonthly: 90, dailyAllowanceThreshold: 17_300.5 })
    const events = await db()
      .selectFrom('events')
      .select(['type', 'actor_user_id'])
      .where('subject_id', '=', (await limitsOf(2026)).params.id)
      .orderBy('position')
      .execute()
    expect(events).toEqual([
      { type: 'PROPOSAL_MADE', actor_user_id: staff.userId },
      { type: 'REGISTER_CHANGED', actor_user_id: second.userId },
      { type: 'PROPOSAL_CONFIRMED', actor_user_id: second.userId },
    ])
  })

  it('that is saved as it stands is not proposed, and keeps its version', async () => {
    const { row } = await limitsOf(2026)
    expect(await changeLimits(staff, {})).toMatchObject({ status: 200, body: { version: row.version } })
    const { params, row: town } = await municipality('Kuopio')
    const saved = await world.call(provinceTaxTable.update, { as: staff, params, body: town })
    expect(saved).toMatchObject({ status: 200, body: { version: town.version } })
    expect((await world.ok(proposals.list, { as: second, query: { state: 'OPEN' } })).items).toEqual([])
  })

  it('waits for the answer to one change before another, and stays as it is when that is refused', async () => {
    const before = await mark()
    const view = proposed(await changeLimits(staff, { bikeExemptMonthly: 80 }))
    expect(proposed(await changeLimits(second, { bikeExemptMonthly: 80 })).proposalId).toBe(view.proposalId)
    const other = await changeLimits(second, { bikeExemptMonthly: 70 })
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'PROPOSAL_EXISTS', details: { proposalId: view.proposalId } },
    })
    expect((await answer('refuse', second, view)).body).toMatchObject({ state: 'REFUSED' })
    expect(await mark()).toBe(before)
  })

  it('is not changed by what has been overtaken', async () => {
    const list = proposed(await importList(staff, ['Akaa;ei;3,25;1,7;2']))
    const { params, row } = await municipality('akaa')
    const one = proposed(
      await world.call(provinceTaxTable.update, { as: staff, params, body: { ...row, municipal: 4 } }),
    )
    await confirmProposed(world, second, one)
    expect(await answer('confirm', second, list)).toMatchObject(overtaken)
    expect((await municipality('akaa')).row.municipal).toBe(4)
    await answer('refuse', second, list)
  })

  it('is checked before it is proposed, and once more for itself', async () => {
    expect((await changeLimits(staff, { bikeExemptMonthly: 5_000 })).body.code).toBe('TAX_TABLE_INVALID')
    const {
      params,
      row: { version: _, ...body },
    } = await limitsOf(2026)
    expect((await world.call(taxTable.create, { as: staff, body })).body.code).toBe('TAX_TABLE_EXISTS')
    expect((await world.call(taxTable.remove, { as: staff, params })).body.code).toBe('IN_USE_NOT_ALLOWED')
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await changeLimits(employer, { bikeExemptMonthly: 1 })).status).toBe(403)
  })

  it('tells the employers whose payroll reckons with it, and of other tables nobody outside', async () => {
    const [leased, without] = [await buildCompany(world), await buildCompany(world)]
    await buildRunningLease(world, { company: leased, agreement: { start_day: '2026-05-01', lease_months: 36 } })
    const admins = [leased, without].map((company) => signedInAs(world, 'EMPLOYER_ADMIN', company))
    const told = async () =>
      Promise.all(
        (await Promise.all(admins)).map(async ({ userId }) => {
          const found = db().selectFrom('notifications').select('template').where('user_id', '=', userId)
          return (await found.execute()).map(({ template }) => template)
        }),
      )
    const { params, row } = await municipality('aura')
    const rate = await world.call(provinceTaxTable.update, { as: staff, params, body: { ...row, municipal: 6 } })
    await confirmProposed(world, second, rate.body)
    const limits = proposed(await changeLimits(staff, { bikeExemptMonthly: 95 }))
    expect(await told()).toEqual([[], []])
    await confirmProposed(world, second, limits)
    expect(await told()).toEqual([['tax:employerNotice.changed'], []])
  })
})

describe('which years are in use', () => {
  const scale = (year: number) => ({ year, steps: [{ lowerLimit: 0, taxAtLowerLimit: 0, rate: 1 }] })
  const add = (year: number) => world.call(stateIncomeTaxTable.create, { as: staff, body: scale(year) })

  it('the running one, those of leases, and what stands in for them; years to come and idle ones are not', async () => {
    expect((await add(2027)).status).toBe(201)
    expect((await add(2020)).status).toBe(201)
    const company = await buildCompany(world)
    const agreement = { start_day: '2022-05-01', lease_months: 24 }
    await buildRunningLease(world, { company, agreement })
    // 2020 stands in for 2022 to 2024 now; a table of 2021 would take its place.
    for (const year of [2021, 2023]) await answer('refuse', staff, proposed(await add(year)))
    const { items } = await world.ok(stateIncomeTaxTable.list, { as: staff, query: { year: 2020 } })
    const { stateIncomeTaxTableId: id, version } = items[0]!
    const body = { ...scale(2020), version }
    body.steps[0]!.rate = 2
    await answer(
      'refuse',
      staff,
      proposed(await world.call(stateIncomeTaxTable.update, { as: staff, params: { id }, body })),
    )
    expect((await world.call(stateIncomeTaxTable.remove, { as: staff, params: { id } })).status).toBe(409)
    expect((await add(2019)).status).toBe(201)
  })

  it('a row that is moved into a year in use is proposed, and one of a year to come is not', async () => {
    const {
      params,
      row: { version: _, ...row },
    } = await municipality('askola')
    const { id } = doneAtOnce(
      await world.ok(provinceTaxTable.create, { as: staff, body: { ...row, year: 2031, municipality: 'Askola' } }),
    )
    await answer('refuse', staff, proposed(await world.call(provinceTaxTable.remove, { as: staff, params })))
    const moved = { ...row, municipality: 'Uusikylä', year: 2026, version: 1 }
    const reply = await world.call(provinceTaxTable.update, { as: staff, params: { id }, body: moved })
    await answer('refuse', staff, proposed(reply))
    doneAtOnce(await world.ok(provinceTaxTable.remove, { as: staff, params: { id } }))
  })
})

describe('every other way to a year in use', () => {
  it('a list of municipalities lies beside its proposal, and its bad lines are refused at once', async () => {
    expect((await importList(staff, ['Akaa;ei;x;1;1'])).body.code).toBe('FILE_NOT_ACCEPTED')
    const lines = ['Askola;0;9,5;1,25;2', 'Uusikunta;0;10;1;1']
    const view = proposed(await importList(staff, lines))
    expect(view).toMatchObject({ hasFile: true, takesFile: false })
    expect(view.effect).toContain('uusia 1, muuttuvia 1')
    expect(view.changes.map(({ name }) => name)).toContain('Askola: Kunnallisvero')
    const file = await world.call(proposals.file, { as: second, params: { id: view.proposalId } })
    expect(file.raw.toString()).toBe([head, ...lines].join('\n'))
    await confirmProposed(world, second, view)
    expect((await municipality('uusikunta')).row.municipal).toBe(10)
    expect((await importList(staff, lines)).status).toBe(200)
  })

  it('a long list says how much of it is not shown', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Kunta ${at};0;9,5;1,25;2`)
    const view = proposed(await importList(staff, lines))
    expect(view.changes).toHaveLength(101)
    expect(view.changes.at(-1)).toMatchObject({ name: expect.stringContaining('260'), before: null })
    await answer('refuse', staff, view)
  })

  it('a copy into a year in use is proposed, and overtaken when what it copies changes', async () => {
    const copy = (year: number) => world.call(taxYears.copy, { as: staff, params: { year }, body: { from: 2026 } })
    expect((await copy(2033)).status).toBe(201)
    const view = proposed(await copy(2024))
    expect(view.changes).toHaveLength(4)
    const change = proposed(await changeLimits(staff, { bikeExemptMonthly: 94 }))
    await confirmProposed(world, second, change)
    expect(await answer('confirm', second, view)).toMatchObject(overtaken)
    await answer('refuse', staff, view)
    await confirmProposed(world, second, proposed(await copy(2024)))
    expect((await limitsOf(2024)).row.bikeExemptMonthly).toBe(94)
  })

  it('a comparison with the source is noted by two, and overtaken by a change of the table', async () => {
    const [root, other] = [await signedInAs(world, 'SUPER_ADMIN'), await signedInAs(world, 'SUPER_ADMIN')]
    const note = { register: 'tax-table', source: 'Päätös 7/2026' } as const
    const compare = () => world.call(taxYears.confirm, { as: root, params: { year: 2026 }, body: note })
    const view = proposed(await compare())
    expect(view.changes).toMatchObject([{ after: 'Päätös 7/2026' }])
    expect((await answer('confirm', root, view)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await answer('confirm', second, view)).status).toBe(404)
    await confirmProposed(world, second, proposed(await changeLimits(staff, { bikeExemptMonthly: 93 })))
    expect(await answer('confirm', other, view)).toMatchObject(overtaken)
  })
})

describe('an operator of one person', () => {
  it('changes a year in use after 24 hours with a fresh code', async () => {
    const secret = generateSecret()
    const app = { totp_secret_sealed: world.services.vault.seal(secret), totp_confirmed_at: world.env.now() }
    await db().updateTable('users').set(app).where('id', '=', staff.userId).execute()
    const others = db().updateTable('users').set({ deactivated_at: world.env.now() }).where('id', '!=', staff.userId)
    await others.execute()
    const view = proposed(await changeLimits(staff, { bikeExemptMonthly: 92 }))
    expect(view).toMatchObject({ needsCode: true, unmet: ['TOO_SOON'] })
    world.env.advance(24 * 3_600_000)
    const code = generateSync({ secret, epoch: Math.floor(world.env.now().getTime() / 1000) })
    const as = await world.signIn(staff.userId)
    const { version } = await world.ok(proposals.get, { as, params: { id: view.proposalId } })
    const confirm = (body: object) =>
      world.call(proposals.confirm, { as, params: { id: view.proposalId }, body: { version, ...body } })
    expect((await confirm({})).body.code).toBe('CODE_WRONG')
    expect((await confirm({ code })).body).toMatchObject({ state: 'DONE' })
  })
})
