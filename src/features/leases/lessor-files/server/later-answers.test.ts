import { describe, expect, it } from 'vitest'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { buildRunningLease, signedInAs } from '#testing/builders.ts'
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
  settleAll,
  staff,
  states,
  takeIn,
  tell,
  textOf,
  world,
} from '#testing/cases/lessor-file-cases.ts'
import { lessorFiles } from '../contract.ts'
import { ordinaryProfile } from '../rules/profile.ts'

prepareLessorFiles()

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
      world.call(lessorFiles.setProfile, { as, params, body: { ...form, ...values, version } })
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
