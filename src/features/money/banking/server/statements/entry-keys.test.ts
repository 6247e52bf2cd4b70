import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankEntry, bankSends, bankStatement, type EntryParts } from '#testing/money/bank-files.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const send = (parts: readonly EntryParts[], of: Parameters<typeof bankStatement>[2] = {}) =>
  bankSends(world, bankStatement(world, parts.map(bankEntry).join(''), of))
const counts = ({ entry_count, known_count, doubt_count }: Awaited<ReturnType<typeof send>>) => [
  entry_count,
  known_count,
  doubt_count,
]
const clashes = async () => {
  const rows = await world.services.database.primary
    .selectFrom('bank_doubts')
    .select(['amount_cents', 'reason'])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => [row.reason, row.amount_cents])
}

describe('a movement without the bank’s own reference', () => {
  it('is another one on another day, whatever its number in the statement', async () => {
    const first = await send([{ amount: '12.34', day: '2026-11-23', ref: null, ntryRef: '1', reference: '13' }])
    const second = await send([{ amount: '77.00', day: '2026-11-24', ref: null, ntryRef: '1', reference: '1232' }])
    expect([counts(first), counts(second)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ])
  })

  it('is known when the statement, or another file of its day, tells of it again', async () => {
    const told = [
      { amount: '5.00', ref: null, ntryRef: '1', reference: '26' },
      { amount: '5.00', ref: null, ntryRef: '2', reference: '26' },
      { amount: '6.00', ref: null, ntryRef: '3', reference: '26' },
    ]
    expect(counts(await send(told))).toEqual([3, 0, 0])
    expect(counts(await send(told.toReversed()))).toEqual([0, 3, 0])
    expect(counts(await send(told, { kind: '054' }))).toEqual([0, 3, 0])
  })

  it('is known by what it was called when its number alone was its key', async () => {
    const parts = { amount: '9.10', ref: null, ntryRef: '77', reference: '39' }
    await send([parts])
    await sql`update bank_entries set servicer_reference = '77', entry_key = iban || '|77|1' where reference = '39'`.execute(
      world.services.database.primary,
    )
    expect(counts(await send([parts]))).toEqual([0, 1, 0])
    expect(counts(await send([{ ...parts, day: '2026-11-21' }]))).toEqual([1, 0, 0])
  })
})

describe('a movement that the bank has named', () => {
  it('is put aside when its name is known with another amount, once, and never taken for the known one', async () => {
    await send([{ amount: '50.00', ref: 'NAMED' }])
    const other = [{ amount: '77.00', ref: 'NAMED' }]
    expect(counts(await send(other))).toEqual([0, 0, 1])
    expect(counts(await send([{ amount: '50.00', ref: 'NAMED' }, ...other]))).toEqual([0, 2, 0])
    expect(await clashes()).toEqual([['KEY_CLASH', 7_700]])
  })

  it('is put aside when the same name comes the other way round', async () => {
    await send([{ amount: '31.00', ref: 'TURNED' }])
    expect(counts(await send([{ amount: '31.00', ref: 'TURNED', sign: 'DBIT' }]))).toEqual([0, 0, 1])
  })

  it('is as many movements as one statement tells of, and no more when it comes again in another order', async () => {
    const told = [
      { amount: '1.00', ref: 'BATCH' },
      { amount: '2.00', ref: 'BATCH' },
      { amount: '1.00', ref: 'BATCH' },
    ]
    expect(counts(await send(told))).toEqual([3, 0, 0])
    expect(counts(await send(told.toReversed()))).toEqual([0, 3, 0])
    expect(counts(await send([...told, { amount: '2.00', ref: 'BATCH' }]))).toEqual([0, 3, 1])
  })

  it('has its reversal beside it', async () => {
    await send([{ amount: '8.00', ref: 'BACK' }])
    const back = [{ amount: '8.00', ref: 'BACK', sign: 'DBIT' as const, more: '<RvslInd>true</RvslInd>' }]
    expect(counts(await send(back))).toEqual([1, 0, 0])
    expect(counts(await send(back))).toEqual([0, 1, 0])
  })
})
