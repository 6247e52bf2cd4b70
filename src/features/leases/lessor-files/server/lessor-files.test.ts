import { describe, expect, it } from 'vitest'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { applyPaymentChanges } from '#features/leases/lease-changes/server/apply-job.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import {
  asidesOf,
  at,
  db,
  differencesOf,
  employer,
  head,
  lessorWith,
  line,
  type Of,
  prepareLessorFiles,
  type Refused,
  settleAll,
  staff,
  states,
  takeIn,
  tell,
  textOf,
  world,
} from '#testing/cases/lessor-file-cases.ts'
import type { Caller } from '#testing/world.ts'
import { lessorFiles } from '../contract.ts'

prepareLessorFiles()

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
    const preview = await world.ok(lessorFiles.preview, { as: staff, query, body: Buffer.from(text) })
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
