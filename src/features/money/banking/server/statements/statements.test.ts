import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

/** A day's statement with one entry in. */
const day = (toDay: string, [opening, amount, closing]: [string, string, string], id = toDay) =>
  bankStatement(world, bankEntry({ amount, day: toDay, ref: `D${id}` }), { id, balances: [opening, closing, toDay] })

const list = async () => (await world.ok(banking.statements, { as: staff, query: { limit: 100 } })).items
const byId = async () =>
  Object.fromEntries((await list()).map((one) => [one.statementId, [one.proof, ...one.problems]]))
const asked = async () => {
  const { data } = await world.ok(tasks.list, { as: staff })
  return data.filter(({ action }) => action === 'explainStatement').map(({ about }) => about)
}

describe('the balances of statements', () => {
  it('are proven while each goes on from the last, and a missing one asks the staff until it has come', async () => {
    await bankSends(world, day('2026-11-16', ['0.00', '10.00', '10.00']))
    await bankSends(world, day('2026-11-17', ['10.00', '5.00', '15.00']))
    expect(await byId()).toEqual({ '2026-11-16': ['PROVEN'], '2026-11-17': ['PROVEN'] })
    const taken = await bankSends(world, day('2026-11-19', ['17.00', '1.00', '18.00']), 'torstai.xml')
    expect(taken.entry_count).toBe(1)
    expect((await byId())['2026-11-19']).toEqual(['DIFFERS', 'GAP'])
    expect(await asked()).toEqual(['torstai.xml'])
    await bankSends(world, day('2026-11-18', ['15.00', '2.00', '17.00']))
    expect(Object.values(await byId())).toEqual(Array.from({ length: 4 }, () => ['PROVEN']))
    expect(await asked()).toEqual([])
  })

  it('refuse nothing where they do not fit: the entries are taken, and somebody says why', async () => {
    const taken = await bankSends(world, day('2026-11-20', ['18.00', '200.00', '18.00']), 'tekaistu.xml')
    expect(taken.entry_count).toBe(1)
    const wrong = (await list()).find(({ statementId }) => statementId === '2026-11-20')!
    expect(wrong).toMatchObject({ proof: 'DIFFERS', problems: ['SUM_DIFFERS'], opening: 18, booked: 200, closing: 18 })
    expect(await asked()).toEqual(['tekaistu.xml'])
    const call = { as: staff, params: { id: wrong.bankStatementId } }
    const explain = (explanation: string, version = wrong.version) =>
      world.call(banking.explain, { ...call, body: { version, explanation } })
    expect((await explain('')).status).toBe(400)
    expect((await explain('Pankin virhe', wrong.version + 1)).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    const done = await explain('Pankin virhe, korjattu tiliote tulee')
    expect(done.body).toMatchObject({ proof: 'EXPLAINED', explanation: 'Pankin virhe, korjattu tiliote tulee' })
    expect(await asked()).toEqual([])
    expect((await explain('Uudelleen', done.body.version)).body).toMatchObject({ code: 'BANK_STATEMENT_FITS' })
    const outsider = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect(
      (await world.call(banking.explain, { ...call, as: outsider, body: { version: 1, explanation: 'X' } })).status,
    ).toBe(403)
  })

  it('overlap where a statement tells of days that were told, which is asked about as well', async () => {
    const week = bankStatement(world, '', { id: 'viikko', balances: ['0.00', '18.00', '2026-11-19'] })
    await bankSends(
      world,
      Buffer.from(
        String(week).replace(
          '<Acct>',
          '<FrToDt><FrDtTm>2026-11-16T00:00:00</FrDtTm><ToDtTm>2026-11-19T23:59:59</ToDtTm></FrToDt><Acct>',
        ),
      ),
      'viikko.xml',
    )
    expect((await byId()).viikko).toEqual(['DIFFERS', 'SUM_DIFFERS', 'OVERLAP'])
    expect(await asked()).toEqual(['viikko.xml'])
  })

  it('of the same statement in another file are written once', async () => {
    const before = await list()
    const again = await bankSends(world, day('2026-11-17', ['10.00', '5.00', '15.00']))
    expect([again.entry_count, again.known_count, await list()]).toEqual([0, 1, before])
  })

  it('are not asked of a report of the day, a notification or a statement without them: those are unproven', async () => {
    for (const kind of ['052', '053', '054'] as const)
      await bankSends(world, bankStatement(world, bankEntry({ amount: '3.00' }), { kind, id: `ilman-${kind}` }))
    const proofs = await byId()
    expect(['052', '053', '054'].map((kind) => proofs[`ilman-${kind}`])).toEqual([
      ['UNPROVEN'],
      ['UNPROVEN'],
      ['UNPROVEN'],
    ])
    const found = await world.ok(banking.statements, { as: staff, query: { proof: 'UNPROVEN' } })
    expect(found.items.map(({ kind }) => kind).sort()).toEqual(['CAMT052', 'CAMT053', 'CAMT054'])
  })

  it('are seen by nobody without the right to the bank', async () => {
    const outsider = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect((await world.call(banking.statements, { as: outsider })).status).toBe(403)
    const params = { id: '00000000-0000-4000-8000-000000000000' }
    const body = { version: 1, explanation: 'X' }
    expect((await world.call(banking.explain, { as: staff, params, body })).status).toBe(404)
  })
})
