import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { applyPaymentChanges } from '#features/leases/lease-changes/server/apply-job.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { lessorFiles } from '../contract.ts'
import { ordinaryProfile } from '../rules/profile.ts'

let world: World
let [staff, employer] = [] as unknown as [Caller, Caller]

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const at = async (day: string) => {
  world.env.setNow(`${day}T08:00:00Z`)
  staff = await world.signIn(staff.userId)
  employer = await world.signIn(employer.userId)
}

/** A lessor with some leases of two years, 100.00 a month. */
async function lessorWith(count: number) {
  const company = await buildCompany(world, {}, { lessor: { kind: 'OTHER' } })
  const leases = []
  for (let i = 0; i < count; i += 1)
    leases.push(
      await buildRunningLease(world, {
        company,
        agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 },
      }),
    )
  return { ...company, leases }
}
type Of = Awaited<ReturnType<typeof lessorWith>>

type Refused = { details: { problems: unknown[] } }
const head = 'sopimusnumero;kuukausierä;päättyy\r\n'
const line = ({ agreementNumber }: { agreementNumber: string }, rest = '100,00;31.12.2027') =>
  `${agreementNumber};${rest}\r\n`
const takeIn = (of: Of, text: string, more: object = {}, as = staff) =>
  world.call(lessorFiles.takeIn, {
    as,
    query: { leasingCompanyId: of.leasingCompanyId, kind: 'LIST', fileName: 'luettelo.csv', ...more } as never,
    body: Buffer.from(text),
  })
const tell = (of: Of, as = staff) =>
  world.call(lessorFiles.tell, { as, body: { leasingCompanyId: of.leasingCompanyId } })
const differencesOf = async (of: Of) => {
  const query = { leasingCompanyId: of.leasingCompanyId, limit: 100 }
  return (await world.ok(lessorFiles.differences, { as: staff, query })).items
}
const states = async (of: Of) =>
  (await differencesOf(of)).map(({ agreementNumber, kind, state }) => `${agreementNumber} ${kind} ${state}`).sort()
const settleAll = async (of: Of) => {
  for (const { lessorDifferenceId: id, version, state } of await differencesOf(of))
    if (state === 'OPEN')
      await world.ok(lessorFiles.decide, {
        as: staff,
        params: { id },
        body: { act: 'SETTLE', reason: 'Sovittu', version },
      })
}
/** What was put aside of the lists of a lessor. */
const asidesOf = async (of: Of) => {
  const { name } = await db()
    .selectFrom('leasing_companies')
    .select('name')
    .where('id', '=', of.leasingCompanyId)
    .executeTakeFirstOrThrow()
  const rows = await db().selectFrom('intake_asides').selectAll().where('source', '=', 'LESSOR').execute()
  return rows.filter(({ raw }) => JSON.stringify(raw).includes(name))
}
const textOf = async (id: string) =>
  (await world.call(lessorFiles.file, { as: staff, params: { id } })).raw.toString().replace('\uFEFF', '')

describe('a list of a lessor', () => {
  it('is compared with our running leases, and every difference is a task of the staff', async () => {
    const of = await lessorWith(4)
    const [same, otherSum, otherDay, missing] = of.leases as [
      Of['leases'][0],
      Of['leases'][0],
      Of['leases'][0],
      Of['leases'][0],
    ]
    const text = `${head}${line(same)}${line(otherSum, '99,50;31.12.2027')}${line(otherDay, '100;30.11.2027')}VIERAS-1;10,00;31.12.2027\r\n`
    expect((await takeIn(of, text)).body).toMatchObject({ kind: 'LIST', rows: 4, found: 4, gone: 0 })
    const found = await differencesOf(of)
    expect(found.find(({ kind }) => kind === 'INSTALMENT')).toMatchObject({
      agreementNumber: otherSum.agreementNumber,
      ourInstalment: 100,
      theirInstalment: 99.5,
      state: 'OPEN',
      mayTell: true,
    })
    expect(found.find(({ kind }) => kind === 'END_DAY')).toMatchObject({ ourDay: '2027-12-31', theirDay: '2027-11-30' })
    expect(found.find(({ kind }) => kind === 'UNKNOWN')).toMatchObject({ agreementNumber: 'VIERAS-1', mayTell: false })
    expect(found.find(({ kind }) => kind === 'NOT_ON_LIST')?.agreementNumber).toBe(missing.agreementNumber)
    const one = { leasingCompanyId: of.leasingCompanyId, id: found[0]!.lessorDifferenceId }
    expect((await world.ok(lessorFiles.differences, { as: staff, query: one })).items).toEqual([found[0]])
    const { data } = await world.ok(tasks.list, { as: staff })
    expect(data.filter(({ action }) => action === 'settleLessorDifference').map(({ about }) => about)).toContain(
      'VIERAS-1',
    )
    const [{ createdAt } = { createdAt: '' }] = (await world.ok(lessorFiles.list, { as: staff })).items
    expect(await world.ok(leasing.lastFetchTime, { as: staff })).toEqual({ lastFetchTime: createdAt })
  })

  it('brings nothing twice, closes what agrees again, and opens what the lessor was told of in vain', async () => {
    const of = await lessorWith(2)
    const [first, second] = of.leases as [Of['leases'][0], Of['leases'][0]]
    const text = `${head}${line(first, '99,00;31.12.2027')}`
    await takeIn(of, text)
    expect((await takeIn(of, text)).body).toMatchObject({ found: 0, gone: 0 })
    const missing = (await differencesOf(of)).find(({ kind }) => kind === 'NOT_ON_LIST')!
    const params = { id: missing.lessorDifferenceId }
    const toTell = { act: 'TELL', version: missing.version } as const
    const key = 'kerro-kerran'
    const told = await world.call(lessorFiles.decide, { as: staff, params, body: toTell, key })
    expect(told.body).toMatchObject({ state: 'TO_TELL', mayTell: false })
    expect((await world.call(lessorFiles.decide, { as: staff, params, body: toTell, key })).body).toEqual(told.body)
    expect((await world.call(lessorFiles.decide, { as: staff, params, body: toTell })).status).toBe(409)
    const file = (await tell(of)).body
    expect(await textOf(file.lessorFileId)).toContain(`CORRECTED;${second.agreementNumber};`)
    expect(await states(of)).toEqual(
      [`${first.agreementNumber} INSTALMENT OPEN`, `${second.agreementNumber} NOT_ON_LIST TOLD`].sort(),
    )
    expect((await takeIn(of, text)).body).toMatchObject({ found: 1 })
    expect((await takeIn(of, `${head}${line(first)}${line(second)}`)).body).toMatchObject({ found: 0, gone: 2 })
    expect(await states(of)).toEqual(
      [`${first.agreementNumber} INSTALMENT GONE`, `${second.agreementNumber} NOT_ON_LIST GONE`].sort(),
    )
  })

  it('is decided by one of two at the same moment', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    await takeIn(of, `${head}${line(lease, '99,00;31.12.2027')}`)
    const [open] = await differencesOf(of)
    const other = await signedInAs(world, 'INTERNAL_ADMIN')
    const decide = (as: Caller, act: 'TELL' | 'SETTLE') =>
      world.call(lessorFiles.decide, {
        as,
        params: { id: open!.lessorDifferenceId },
        body: { act, ...(act === 'SETTLE' ? { reason: 'Sovittu' } : {}), version: open!.version },
      })
    const answers = await Promise.all([decide(staff, 'TELL'), decide(other, 'SETTLE')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'VERSION_CONFLICT' })
  })

  it('leaves settled what the staff settled with a reason, until the lessor says something else', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    await takeIn(of, `${head}${line(lease, '99,00;31.12.2027')}`)
    const [open] = await differencesOf(of)
    const params = { id: open!.lessorDifferenceId }
    const settle = (reason: string | null) =>
      world.call(lessorFiles.decide, { as: staff, params, body: { act: 'SETTLE', reason, version: open!.version } })
    expect((await settle(null)).body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'reason' }] })
    expect((await settle('Pyöristys, sovittu')).body).toMatchObject({ state: 'SETTLED', reason: 'Pyöristys, sovittu' })
    expect((await settle('Uudelleen')).status).toBe(409)
    expect((await takeIn(of, `${head}${line(lease, '99,00;31.12.2027')}`)).body).toMatchObject({ found: 0 })
    expect((await takeIn(of, `${head}${line(lease, '98,00;31.12.2027')}`)).body).toMatchObject({ found: 1 })
  })

  it('is of its day: what began after it is not missing, and what ran then is not over', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    expect((await takeIn(of, `${head}VIERAS-2;1,00;31.12.2027\r\n`, { day: '2025-12-31' })).body).toMatchObject({
      found: 1,
    })
    const over = { lease_state: 'ENDED', end_reason: 'RETURNED', ended_day: '2026-10-31' } as const
    await db().updateTable('leasing_agreements').set(over).where('id', '=', lease.agreementId).execute()
    const text = `${head}${line(lease, '100,00;31.10.2026')}`
    expect((await takeIn(of, text, { day: '2026-10-15' })).body).toMatchObject({ found: 0, gone: 1 })
    expect((await takeIn(of, text, { day: '2026-11-05' })).body).toMatchObject({ found: 1 })
    expect((await takeIn(of, text, { day: '2026-11-11' })).body).toMatchObject({ fields: [{ path: 'day' }] })
  })

  it('opens again what was settled, went away and came back', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const wrong = `${head}${line(lease, '99,00;31.12.2027')}`
    await takeIn(of, wrong)
    await settleAll(of)
    expect((await takeIn(of, wrong)).body).toMatchObject({ found: 0, gone: 0 })
    expect((await takeIn(of, `${head}${line(lease)}`)).body).toMatchObject({ found: 0, gone: 1 })
    expect((await differencesOf(of))[0]).toMatchObject({ state: 'GONE', reason: 'Sovittu' })
    expect((await takeIn(of, wrong)).body).toMatchObject({ found: 1 })
    expect(await states(of)).toEqual(
      [`${lease.agreementNumber} INSTALMENT GONE`, `${lease.agreementNumber} INSTALMENT OPEN`].sort(),
    )
  })

  it('of an older day that is taken late leaves alone what a newer list has shown or closed', async () => {
    const of = await lessorWith(2)
    const [first, second] = of.leases as [Of['leases'][0], Of['leases'][0]]
    const wrong = (one: { agreementNumber: string }) => line(one, '99,00;31.12.2027')
    const take = async (day: string, ...lines: string[]) => (await takeIn(of, head + lines.join(''), { day })).body
    expect(await take('2026-11-01', wrong(first), wrong(second))).toMatchObject({ found: 2, gone: 0 })
    expect(await take('2026-11-08', wrong(first), line(second))).toMatchObject({ found: 0, gone: 1 })
    const late = await take('2026-11-05', line(first), line(second, '98,00;31.12.2027'))
    expect(late).toMatchObject({ found: 0, gone: 0 })
    expect(await states(of)).toEqual(
      [`${first.agreementNumber} INSTALMENT OPEN`, `${second.agreementNumber} INSTALMENT GONE`].sort(),
    )
    expect(await take('2026-11-05', line(first, '97,00;31.12.2027'), line(second))).toMatchObject({ found: 0 })
    const open = (await differencesOf(of)).find(({ state }) => state === 'OPEN')
    expect(open).toMatchObject({ theirInstalment: 99 })
    expect(await take('2026-11-08', line(first), line(second))).toMatchObject({ found: 0, gone: 1 })
  })

  it('of a day before a correction was told says nothing about it, whatever has touched the row since', async () => {
    await at('2026-11-16')
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const listOf = (day: string, rest?: string) => takeIn(of, head + line(lease, rest), { day })
    await listOf('2026-11-16', '99,00;31.12.2027')
    const [open] = await differencesOf(of)
    const params = { id: open!.lessorDifferenceId }
    await at('2026-11-18')
    await world.ok(lessorFiles.decide, { as: staff, params, body: { act: 'TELL', version: open!.version } })
    await tell(of)
    await world.services.database.primary
      .updateTable('lessor_differences')
      .set({ updated_at: new Date('2026-11-16T08:00:00Z') })
      .where('id', '=', params.id)
      .execute()
    for (const late of ['99,00;31.12.2027', '98,00;31.12.2027', '100,00;31.12.2027'])
      expect((await listOf('2026-11-17', late)).body, late).toMatchObject({ found: 0, gone: 0 })
    expect(await states(of)).toEqual([`${lease.agreementNumber} INSTALMENT TOLD`])
    expect((await listOf('2026-11-18', '99,00;31.12.2027')).body).toMatchObject({ found: 1 })
    expect(await states(of)).toEqual([`${lease.agreementNumber} INSTALMENT OPEN`])
  })

  it('is compared with the instalment of its own day', async () => {
    await at('2026-11-10')
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const params = { id: lease.agreementId }
    const { version } = await world.ok(leaseChanges.changes, { as: staff, params })
    await world.ok(leaseChanges.changePayment, {
      as: staff,
      params,
      body: { fromMonth: '2027-01', serviceShare: 27, reason: 'Vakuutus kallistuu', version },
    })
    await at('2027-01-15')
    await applyPaymentChanges.run(world.services)
    const { instalment } = await world.ok(leaseChanges.changes, { as: staff, params })
    expect(instalment).not.toBe(100)
    const december = await takeIn(of, `${head}${line(lease)}`, { day: '2026-12-31' })
    expect(december.body).toMatchObject({ found: 0 })
    expect((await takeIn(of, `${head}${line(lease)}`, { day: '2027-01-01' })).body).toMatchObject({ found: 1 })
    await at('2026-11-10')
  })

  it.each([
    [
      'an amount in words',
      'SOP-1;sata;31.12.2027',
      { line: 3, column: 'kuukausierä', code: 'WRONG_FORMAT', value: 'sata' },
    ],
    ['two readings', 'SOP-1;1,234;31.12.2027', { line: 3, column: 'kuukausierä', code: 'TWO_READINGS' }],
    ['a cell too many', 'SOP-1;100;00;31.12.2027', { line: 3, column: null, code: 'TOO_MANY_CELLS' }],
    ['a day that is none', 'SOP-1;100,00;31.11.2027', { line: 3, column: 'päättyy', code: 'WRONG_FORMAT' }],
    ['no number', ';100,00;31.12.2027', { line: 3, column: 'sopimusnumero', code: 'REQUIRED' }],
    ['the same number', 'KERRAN;100,00;31.12.2027', { line: 3, column: 'sopimusnumero', code: 'TWICE_IN_FILE' }],
  ])('has a line put aside, after it was shown beforehand, with %s', async (_title, bad, problem) => {
    const of = await lessorWith(0)
    const text = `${head}KERRAN;1,00;31.12.2027\r\n${bad}\r\nSOP-2;1,00;31.12.2027\r\n`
    const query = { leasingCompanyId: of.leasingCompanyId, kind: 'LIST', fileName: 'luettelo.csv' } as const
    const preview = await world.ok(lessorFiles.preview, { as: staff, query, body: Buffer.from(text) as never })
    expect(preview).toMatchObject({ rows: 2, aside: 1, problems: [problem] })
    expect([await differencesOf(of), await asidesOf(of)]).toEqual([[], []])
    expect((await takeIn(of, text)).body).toMatchObject({ rows: 2 })
    expect((await asidesOf(of)).map(({ problems }) => problems)).toMatchObject([[problem]])
  })

  it('says nothing of a lease whose line cannot be read', async () => {
    const of = await lessorWith(2)
    const [first, second] = of.leases as [Of['leases'][0], Of['leases'][0]]
    await takeIn(of, `${head}${line(first, '99,00;31.12.2027')}${line(second)}`)
    const text = `${head}${line(first, 'sata;31.12.2027')}${line(second)}`
    expect((await takeIn(of, text)).body).toMatchObject({ rows: 1, found: 0, gone: 0 })
    expect(await states(of)).toEqual([`${first.agreementNumber} INSTALMENT OPEN`])
  })

  it('is read in other spellings: a decimal point, a workbook’s day, UTF-16', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const text = `${head}${line(lease, '100.00;2027-12-31')}`
    expect((await takeIn(of, text)).body).toMatchObject({ rows: 1, found: 0 })
    const body = Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le')
    const query = { leasingCompanyId: of.leasingCompanyId, kind: 'LIST', fileName: 'luettelo.txt' } as const
    expect(await world.ok(lessorFiles.takeIn, { as: staff, query, body })).toMatchObject({ rows: 1, found: 0 })
  })

  it('is refused without a column, and when it is empty', async () => {
    const of = await lessorWith(0)
    expect(((await takeIn(of, 'sopimusnumero;päättyy\r\nA;31.12.2027')).body as Refused).details.problems).toEqual([
      { line: 1, column: 'kuukausierä', code: 'COLUMN_MISSING', value: null },
    ])
    expect(((await takeIn(of, head)).body as Refused).details.problems).toMatchObject([{ line: 1, code: 'REQUIRED' }])
  })

  it('is the staff’s alone', async () => {
    const of = await lessorWith(0)
    expect((await takeIn(of, head, {}, employer)).status).toBe(403)
    expect((await tell(of, employer)).status).toBe(403)
    expect((await world.call(lessorFiles.differences, { as: employer })).status).toBe(403)
    const gone = { ...of, leasingCompanyId: '00000000-0000-7000-8000-00000000dead' }
    expect((await takeIn(gone, head)).status).toBe(404)
    expect((await tell(gone)).status).toBe(404)
  })
})

describe('the file to a lessor', () => {
  it('tells once of what began, changed, was redeemed and ended', async () => {
    await at('2026-11-10')
    const of = await lessorWith(3)
    const [redeemed, ended, changed] = of.leases as [Of['leases'][0], Of['leases'][0], Of['leases'][0]]
    const eventsOf = async () => {
      const { body } = await tell(of)
      const [, ...lines] = (await textOf(body.lessorFileId)).trim().split('\r\n')
      return lines.map((one) => one.split(';').slice(0, 2).join(' ')).sort()
    }
    expect(await eventsOf()).toEqual(of.leases.map(({ agreementNumber }) => `ACTIVATED ${agreementNumber}`).sort())
    expect((await tell(of)).body).toMatchObject({ code: 'LESSOR_FILE_EMPTY' })
    const { version } = await world.ok(leaseChanges.changes, { as: staff, params: { id: changed.agreementId } })
    await world.ok(leaseChanges.changePayment, {
      as: staff,
      params: { id: changed.agreementId },
      body: { fromMonth: '2027-01', serviceShare: 27, reason: 'Vakuutus kallistuu', version },
    })
    expect((await tell(of)).status).toBe(409)
    for (const [lease, reason] of [
      [redeemed, 'REDEEMED'],
      [ended, 'RETURNED'],
    ] as const)
      await db()
        .updateTable('leasing_agreements')
        .set({ lease_state: 'ENDED', end_reason: reason, ended_day: '2026-12-31' })
        .where('id', '=', lease.agreementId)
        .execute()
    await at('2027-01-02')
    expect(await eventsOf()).toEqual(
      [
        `REDEEMED ${redeemed.agreementNumber}`,
        `ENDED ${ended.agreementNumber}`,
        `CHANGED ${changed.agreementNumber}`,
      ].sort(),
    )
    expect((await tell(of)).status).toBe(409)
  })

  it('names the bicycle of a lease that was taken over', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    await db().updateTable('orders').set({ frame_number: 'RUNKO-77' }).where('id', '=', lease.orderId).execute()
    const { chain_id } = await db()
      .selectFrom('leasing_agreements')
      .select('chain_id')
      .where('id', '=', lease.agreementId)
      .executeTakeFirstOrThrow()
    const taken = await buildRunningLease(world, {
      company: of,
      agreement: {
        start_day: '2026-06-01',
        end_day: '2027-12-31',
        lease_months: 24,
        order_id: null,
        chain_id,
        previous_agreement_id: lease.agreementId,
      },
    })
    const { body } = await tell(of)
    const found = (await textOf(body.lessorFileId)).split('\r\n').find((one) => one.includes(taken.agreementNumber))
    expect(found).toContain(';RUNKO-77;')
  })

  it('is made once by two people at the same moment', async () => {
    const of = await lessorWith(1)
    const other = await signedInAs(world, 'INTERNAL_ADMIN')
    const answers = await Promise.all([tell(of), tell(of, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('is answered: what is rejected and an end that the lessor tells of wait for the staff', async () => {
    const of = await lessorWith(3)
    const [accepted, rejected, ending] = of.leases as [Of['leases'][0], Of['leases'][0], Of['leases'][0]]
    await tell(of)
    const answersHead = 'sopimusnumero;vastaus;syy;päättyy\r\n'
    const text = `${answersHead}${accepted.agreementNumber};ok;;\r\n${rejected.agreementNumber};Hylätty;Runkonumero puuttuu;\r\n${ending.agreementNumber};PÄÄTTYY;Takaisinosto;31.01.2027\r\n`
    expect((await takeIn(of, text, { kind: 'ANSWERS' })).body).toMatchObject({ kind: 'ANSWERS', rows: 3, found: 2 })
    expect(await states(of)).toEqual(
      [`${rejected.agreementNumber} REJECTED OPEN`, `${ending.agreementNumber} END_NOTICE OPEN`].sort(),
    )
    const notice = (await differencesOf(of)).find(({ kind }) => kind === 'END_NOTICE')!
    expect(notice).toMatchObject({ theirDay: '2027-01-31', theirWords: 'Takaisinosto', mayTell: false })
    const answers = await db()
      .selectFrom('lessor_news')
      .select(['agreement_id', 'answer'])
      .where('company_id', '=', of.companyId)
      .execute()
    expect(Object.fromEntries(answers.map((one) => [one.agreement_id, one.answer]))).toEqual({
      [accepted.agreementId]: 'ACCEPTED',
      [rejected.agreementId]: 'REJECTED',
      [ending.agreementId]: null,
    })
    const bad = `${answersHead}EI-OLE;OK;;\r\n${rejected.agreementNumber};ehkä;;\r\n`
    expect((await takeIn(of, bad, { kind: 'ANSWERS' })).body).toMatchObject({ rows: 0 })
    expect((await asidesOf(of)).flatMap(({ problems }) => problems)).toMatchObject([
      { line: 3, code: 'NOT_IN_LIST' },
      { line: 2, code: 'NOT_FOUND', value: 'EI-OLE' },
    ])
  })
})

describe('a later answer', () => {
  const answers = (...lines: string[]) => ['sopimusnumero;vastaus;syy;päättyy', ...lines, ''].join('\r\n')
  const answer = (of: Of, ...lines: string[]) => takeIn(of, answers(...lines), { kind: 'ANSWERS' })
  const newsOf = (of: Of) =>
    db()
      .selectFrom('lessor_news')
      .select(['kind', 'answer'])
      .where('company_id', '=', of.companyId)
      .orderBy('kind')
      .execute()

  it('about something told later opens a task in the same words as the one that was settled', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const rejected = `${lease.agreementNumber};Hylätty;Runkonumero puuttuu;`
    await tell(of)
    expect((await answer(of, rejected)).body).toMatchObject({ found: 1 })
    await settleAll(of)
    // The same file once more is about nothing later.
    expect((await answer(of, rejected)).body).toMatchObject({ found: 0 })
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'RETURNED', ended_day: '2026-11-30' })
      .where('id', '=', lease.agreementId)
      .execute()
    await tell(of)
    expect((await answer(of, rejected)).body).toMatchObject({ found: 1 })
    expect(await states(of)).toEqual(
      [`${lease.agreementNumber} REJECTED OPEN`, `${lease.agreementNumber} REJECTED SETTLED`].sort(),
    )
  })

  it('that rejects a correction opens a task in words that were settled before', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const rejected = `${lease.agreementNumber};Hylätty;Runkonumero puuttuu;`
    await tell(of)
    await answer(of, rejected)
    await settleAll(of)
    await takeIn(of, `${head}${line(lease, '99,00;31.12.2027')}`)
    const open = (await differencesOf(of)).find(({ state }) => state === 'OPEN')!
    const params = { id: open.lessorDifferenceId }
    await world.ok(lessorFiles.decide, { as: staff, params, body: { act: 'TELL', version: open.version } })
    await tell(of)
    expect((await answer(of, rejected)).body).toMatchObject({ found: 1 })
    await settleAll(of)
    // The correction has its answer: the same file once more is about nothing later, though no list has agreed yet.
    expect(await states(of)).toContain(`${lease.agreementNumber} INSTALMENT TOLD`)
    expect((await answer(of, rejected)).body).toMatchObject({ found: 0 })
    expect(await states(of)).not.toContain(`${lease.agreementNumber} REJECTED OPEN`)
  })

  it('to older news leaves newer news open, however late the file is taken in', async () => {
    await at('2026-11-10')
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const rejected = `${lease.agreementNumber};Hylätty;Runkonumero puuttuu;`
    const accepted = `${lease.agreementNumber};OK;;`
    const answerOf = (day: string, ...lines: string[]) => takeIn(of, answers(...lines), { kind: 'ANSWERS', day })
    await tell(of)
    expect((await answerOf('2026-11-10', rejected)).body).toMatchObject({ found: 1, answersDay: '2026-11-10' })
    await settleAll(of)
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'RETURNED', ended_day: '2026-11-11' })
      .where('id', '=', lease.agreementId)
      .execute()
    await at('2026-11-12')
    const told = (await tell(of)).body
    await at('2026-11-13')
    expect((await answerOf('2026-11-14', accepted)).status).toBe(400)
    // Neither a rejection nor an acceptance of what was told before speaks of the end.
    expect((await answerOf('2026-11-11', rejected)).body).toMatchObject({ found: 0 })
    expect((await answerOf('2026-11-11', accepted)).body).toMatchObject({ found: 0 })
    expect(await newsOf(of)).toEqual([
      { kind: 'ACTIVATED', answer: 'ACCEPTED' },
      { kind: 'ENDED', answer: null },
    ])
    const fileOf = async () => {
      const query = { leasingCompanyId: of.leasingCompanyId }
      const { items } = await world.ok(lessorFiles.list, { as: staff, query })
      return items.find(({ lessorFileId }) => lessorFileId === told.lessorFileId)!
    }
    expect((await fileOf()).unanswered).toBe(1)
    expect((await answerOf('2026-11-12', rejected)).body).toMatchObject({ found: 1 })
    expect((await fileOf()).unanswered).toBe(0)
    // An older acceptance that is taken in after it neither overwrites the answer nor closes what it opened.
    expect((await answerOf('2026-11-11', accepted)).body).toMatchObject({ gone: 0 })
    expect(await newsOf(of)).toContainEqual({ kind: 'ENDED', answer: 'REJECTED' })
    expect(await states(of)).toContain(`${lease.agreementNumber} REJECTED OPEN`)
  })

  it('to older news says nothing of a correction that was told after it', async () => {
    await at('2026-11-16')
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const rejected = `${lease.agreementNumber};Hylätty;Runkonumero puuttuu;`
    const answerOf = (day: string, ...lines: string[]) => takeIn(of, answers(...lines), { kind: 'ANSWERS', day })
    await tell(of)
    await answerOf('2026-11-16', rejected)
    const [open] = await differencesOf(of)
    const params = { id: open!.lessorDifferenceId }
    await at('2026-11-18')
    await world.ok(lessorFiles.decide, { as: staff, params, body: { act: 'TELL', version: open!.version } })
    await tell(of)
    for (const late of [rejected, `${lease.agreementNumber};OK;;`])
      expect((await answerOf('2026-11-17', late)).body).toMatchObject({ found: 0, gone: 0 })
    expect(await states(of)).toEqual([`${lease.agreementNumber} REJECTED TOLD`])
    expect((await answerOf('2026-11-18', rejected)).body).toMatchObject({ found: 1 })
    expect(await states(of)).toEqual([`${lease.agreementNumber} REJECTED OPEN`])
  })

  it('of an end stays settled while it says the same of the same, and is over when the lease ends on that day', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const notice = `${lease.agreementNumber};PÄÄTTYY;Takaisinosto;31.01.2027`
    expect((await answer(of, notice)).body).toMatchObject({ found: 1 })
    const end = (values: object) =>
      db().updateTable('leasing_agreements').set(values).where('id', '=', lease.agreementId).execute()
    expect((await answer(of, notice)).body).toMatchObject({ found: 0 })
    await settleAll(of)
    expect((await answer(of, notice)).body).toMatchObject({ found: 0 })
    expect((await answer(of, notice.replace('31.01.', '28.02.'))).body).toMatchObject({ found: 1 })
    await settleAll(of)
    expect((await answer(of, notice)).body).toMatchObject({ found: 1 })
    await settleAll(of)
    // Our own end has moved since it was settled, and is not theirs.
    await end({ lease_state: 'ENDED', end_reason: 'RETURNED', ended_day: '2026-12-31' })
    expect((await answer(of, notice)).body).toMatchObject({ found: 1 })
    expect((await differencesOf(of))[0]).toMatchObject({ ourDay: '2026-12-31', theirDay: '2027-01-31' })
    await end({ ended_day: '2027-01-31' })
    expect((await answer(of, notice)).body).toMatchObject({ found: 0, gone: 1 })
    expect(await states(of)).not.toContain(`${lease.agreementNumber} END_NOTICE OPEN`)
  })

  it('that accepts closes the rejection before it, and one that rejects stands in its place', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const rejected = `${lease.agreementNumber};Hylätty;Runkonumero puuttuu;`
    const accepted = `${lease.agreementNumber};OK;;`
    await tell(of)
    await answer(of, rejected)
    const [open] = await differencesOf(of)
    await world.ok(lessorFiles.decide, {
      as: staff,
      params: { id: open!.lessorDifferenceId },
      body: { act: 'TELL', version: open!.version },
    })
    await tell(of)
    expect((await answer(of, accepted)).body).toMatchObject({ found: 0, gone: 1 })
    expect(await states(of)).toEqual([`${lease.agreementNumber} REJECTED GONE`])
    expect(await newsOf(of)).toEqual([{ kind: 'ACTIVATED', answer: 'ACCEPTED' }])
    expect((await answer(of, rejected)).body).toMatchObject({ found: 1, gone: 0 })
    expect(await newsOf(of)).toEqual([{ kind: 'ACTIVATED', answer: 'REJECTED' }])
    // Within a file too the last word counts.
    expect((await answer(of, rejected, accepted)).body).toMatchObject({ found: 0, gone: 1 })
    expect(await newsOf(of)).toEqual([{ kind: 'ACTIVATED', answer: 'ACCEPTED' }])
  })
})

describe('the form of a lessor’s files', () => {
  it('is set at its version, read and written by, and never with one head for two columns', async () => {
    const of = await lessorWith(1)
    const [lease] = of.leases as [Of['leases'][0]]
    const params = { id: of.leasingCompanyId }
    const headers = {
      ...ordinaryProfile.headers,
      agreementNumber: 'contract',
      instalment: 'rent',
      endDay: 'end',
      companyName: '',
    }
    const form = {
      ...ordinaryProfile,
      separator: ',',
      dateFormat: 'YYYY-MM-DD',
      decimalSign: '.',
      encoding: 'UTF-8',
      headers,
    } as const
    const set = (version: number, values: object = {}, as = staff) =>
      world.call(lessorFiles.setProfile, { as, params, body: { ...form, ...values, version } as never })
    expect(await world.ok(lessorFiles.profile, { as: staff, params })).toMatchObject({ ...ordinaryProfile, version: 0 })
    expect((await set(0, {}, employer)).status).toBe(403)
    const twice = { headers: { ...headers, residual: 'rent' } }
    expect((await set(0, twice)).body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'headers.residual' }] })
    expect((await set(0)).body).toMatchObject({ version: 1 })
    expect((await set(0)).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const { body } = await takeIn(of, `contract,rent,end\n${lease.agreementNumber},100.00,2027-12-31\n`)
    expect(body).toMatchObject({ rows: 1, found: 0 })
    const file = await textOf((await tell(of)).body.lessorFileId)
    expect(file.split('\r\n')[0]).toBe(
      'tapahtuma,contract,y-tunnus,runkonumero,alkaa,end,rent,jäännösarvo,päättymisen syy',
    )
    expect(file).toContain(',2027-12-31,100.00,')
  })
})
