import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { leftOutTables, neverExported } from '../rules.ts'
import { companyNamed, exportCompany } from './export-company.ts'
import { exportedTables } from './exported-tables.ts'

let world: World
let cast: Cast
let other: Cast
const folder = mkdtempSync(path.join(tmpdir(), 'poljin-company-'))

let employee: Caller

async function orderOf(of: Cast): Promise<Caller> {
  const { own, journey, orderId } = await anotherOrder(world, of)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(of.employer, orderId, 'EMPLOYER')
  return own.employee
}

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  other = await buildCast(world)
  employee = await orderOf(cast)
  await orderOf(other)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const db = () => world.services.database.primary

/** Each entry of an archive by its name. */
async function opened(place: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  const reader = extract()
  Readable.from([readFileSync(place)])
    .pipe(createGunzip())
    .pipe(reader)
  for await (const entry of reader) entries.set(entry.header.name, await buffer(Readable.from(entry)))
  return entries
}

async function exported(companyId: string, name: string) {
  const company = await companyNamed(db(), companyId)
  const place = path.join(folder, name)
  const found = await exportCompany(world.services, company!, place)
  const entries = await opened(place)
  const rowsOf = (table: string): Record<string, unknown>[] =>
    String(entries.get(`tables/${table}.jsonl`) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { found, place, entries, rowsOf }
}

/** Every table with a column that names a company. */
async function companyTables(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name = any(array['company_id', 'taker_company_id', 'into_company_id', 'home_company_id', 'leasing_company_id', 'group_company_id'])
     order by 1, 2`.execute(db())
  return rows
}

describe('what a company that leaves is handed', () => {
  it('has its rows, papers and messages, what each is, and what is not there and why', async () => {
    const { found, place, entries, rowsOf } = await exported(cast.companyId, 'own.tar.gz')
    expect(statSync(place).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['own.tar.gz'])
    expect(rowsOf('companies')).toMatchObject([{ id: cast.companyId }])
    for (const table of ['orders', 'leasing_agreements', 'signatures', 'beneficiary_employees', 'users', 'events'])
      expect(rowsOf(table).length, table).toBeGreaterThan(0)
    const papers = JSON.parse(String(entries.get('papers.json'))) as { id: string; name: string; label: string }[]
    expect(papers.length).toBeGreaterThan(0)
    expect(found).toMatchObject({ papers: papers.length, missing: [] })
    for (const { name } of papers) expect(entries.get(name)?.length).toBeGreaterThan(0)
    expect(papers.some(({ name }) => entries.get(name)?.subarray(0, 5).toString() === '%PDF-')).toBe(true)
    expect(rowsOf('files').map(({ id }) => id)).toEqual(expect.arrayContaining(papers.map(({ id }) => id)))
    const schema = JSON.parse(String(entries.get('schema.json'))) as { tables: Record<string, Record<string, string>> }
    for (const [table, columns] of Object.entries(schema.tables))
      for (const row of rowsOf(table))
        expect(Object.keys(row).toSorted(), table).toEqual(Object.keys(columns).toSorted())
    const recipients = new Set(rowsOf('outbox').map(({ user_id }) => user_id))
    expect(recipients.has(cast.employer.userId)).toBe(true)
    expect(recipients.has(employee.userId), 'what an employee was sent is theirs').toBe(false)
    const readme = String(entries.get('README.txt'))
    for (const table of Object.keys(leftOutTables)) expect(readme).toContain(table)
    expect(readme).not.toContain('company-export:')
    const told = db().selectFrom('events').select('data').where('company_id', '=', cast.companyId)
    expect(await told.where('type', '=', 'REGISTER_CHANGED').execute()).toContainEqual({
      data: { register: 'company', act: 'export' },
    })
  })

  it('knows of every table that names a company whether its rows go along', async () => {
    const known = new Set([...Object.keys(exportedTables), ...Object.keys(leftOutTables)])
    const tables = await companyTables()
    expect(tables.map(({ table }) => table).filter((table) => !known.has(table))).toEqual([])
    expect(Object.keys(leftOutTables).filter((table) => table in exportedTables)).toEqual([])
  })

  it('has no row, name or id of another company, in whatever table that stands', async () => {
    const { entries, rowsOf } = await exported(cast.companyId, 'scoped.tar.gz')
    const text = [...entries]
      .filter(([name]) => !name.startsWith('papers/'))
      .map(([, content]) => String(content))
      .join('\n')
    const foreign: string[] = []
    for (const { table, column } of await companyTables()) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from ${sql.table(table)} t where t.${sql.ref(column)} = ${other.companyId}`.execute(
        db(),
      )
      for (const { row } of rows) if (typeof row.id === 'string') foreign.push(row.id)
    }
    expect(foreign.length).toBeGreaterThan(10)
    for (const id of [other.companyId, ...foreign]) expect(text, id).not.toContain(id)
    for (const table of Object.keys(exportedTables))
      for (const row of rowsOf(table)) if ('company_id' in row) expect(row.company_id, table).toBe(cast.companyId)
  })

  it('has no secret: no column of one, and none of its values', async () => {
    const planted = 'planted-secret-0123456789'
    await db().updateTable('users').set({ password_hash: planted, totp_secret_sealed: planted }).execute()
    await db().updateTable('orders').set({ security_code_sealed: planted }).execute()
    const { entries } = await exported(cast.companyId, 'secrets.tar.gz')
    const schema = JSON.parse(String(entries.get('schema.json'))) as { tables: Record<string, Record<string, string>> }
    for (const [table, columns] of Object.entries(schema.tables))
      expect(
        Object.keys(columns).filter((name) => neverExported.test(name)),
        table,
      ).toEqual([])
    for (const [name, content] of entries) expect(content.includes(planted), name).toBe(false)
  })

  it('is found by the business id too, and is nothing where nobody bears it', async () => {
    const { business_id } = await db()
      .selectFrom('companies')
      .select('business_id')
      .where('id', '=', cast.companyId)
      .executeTakeFirstOrThrow()
    expect((await companyNamed(db(), business_id))?.id).toBe(cast.companyId)
    expect(await companyNamed(db(), '0000000-0')).toBeUndefined()
  })
})
