import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { NamedQuery } from './named-query.ts'

let own: TestDatabase
let client: pg.Client
let described: string[] = []
beforeAll(async () => {
  own = await createTestDatabase({ empty: true })
  client = await connect()
})
afterAll(async () => {
  await client.end()
  await own.drop()
})

async function connect() {
  const made = new pg.Client(own.connection)
  await made.connect()
  const { connection } = made as { connection: NodeJS.EventEmitter }
  connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) =>
    described.push(fields.map(({ name }) => name).join()),
  )
  return made
}

const ask = (text: string, values: unknown[], name?: string, by = client) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new NamedQuery(text, values, (error, found) => (error ? reject(error) : resolve(found)))
    by.query(Object.assign(query, { name }))
  })

const rows = `select n, nullif(n, 2) as gap, '2026-11-25 08:00+00'::timestamptz + n * interval '1 day' as at, array[n] as list
  from generate_series(1, $1::int) n`

it('asks for the description of a named statement’s rows once a connection, and reads the same rows each time', async () => {
  described = []
  const first = await ask(rows, [2], 'rows')
  expect(first.rows).toEqual([
    { n: 1, gap: 1, at: new Date('2026-11-26T08:00:00Z'), list: [1] },
    { n: 2, gap: null, at: new Date('2026-11-27T08:00:00Z'), list: [2] },
  ])
  const second = await ask(rows, [3], 'rows')
  expect(second.rows.slice(0, 2)).toEqual(first.rows)
  expect(second.rowCount).toBe(3)
  expect((await ask(rows, [0], 'rows')).rows).toEqual([])
  expect(described).toEqual(['n,gap,at,list'])
  const other = await connect()
  expect((await ask(rows, [1], 'rows', other)).rows).toHaveLength(1)
  await other.end()
  expect(described).toHaveLength(2)
})

it('asks each time without a name', async () => {
  described = []
  for (const count of [1, 2]) expect((await ask(rows, [count])).rows).toHaveLength(count)
  expect(described).toHaveLength(2)
})

it('keeps statements without rows, those that fail, and those of other rows apart', async () => {
  await client.query('create table probe (n integer primary key)')
  const insert = (n: number) => ask('insert into probe values ($1)', [n], 'insert')
  expect([(await insert(1)).rowCount, (await insert(2)).rowCount]).toEqual([1, 1])
  await expect(insert(2)).rejects.toMatchObject({ code: '23505' })
  await expect(ask('insert into probe values ($1)', ['x'], 'insert')).rejects.toMatchObject({ code: '22P02' })
  expect((await insert(3)).rows).toEqual([])
  expect((await ask('delete from probe where n > $1 returning n as gone', [1], 'gone')).rows).toHaveLength(2)
  expect((await ask('delete from probe where n > $1 returning n as gone', [0], 'gone')).rows).toEqual([{ gone: 1 }])
  expect((await ask(rows, [1], 'rows')).rows).toMatchObject([{ n: 1 }])
})

it('runs no statement whose rows have become others', async () => {
  await client.query('create table shape (n integer)')
  const all = () => ask('select * from shape where n < $1', [9], 'shape')
  expect((await all()).rows).toEqual([])
  await client.query('alter table shape add column more text')
  await expect(all()).rejects.toThrow('cached plan must not change result type')
})
