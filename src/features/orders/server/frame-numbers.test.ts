import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { createTestDatabase } from '#testing/database.ts'

const all = path.resolve(import.meta.dirname, '../../../../migrations')
const names = ['0020_live_frame_numbers.sql']

const bikes = `
  insert into companies (id, name, business_id) values (gen_random_uuid(), 'Testi', '1234567-1');
  insert into users (id, email, first_name, last_name, work_email) values (gen_random_uuid(), 'a@testi.example', 'A', 'B', 'a@testi.example');
  insert into beneficiary_employees (id, company_id, user_id) select gen_random_uuid(), c.id, u.id from companies c, users u;
  insert into orders (id, company_id, beneficiary_employee_id, order_number, status, frame_number)
    select gen_random_uuid(), e.company_id, e.id, n.number, n.status, n.frame from beneficiary_employees e,
      (values ('P-1', 'PROCESSED', 'WTU 777'), ('P-2', 'CONFIRMED', 'wtu-777'), ('P-3', 'CANCELLED', 'WTU777'), ('P-4', 'PROCESSED', 'ABC-1')) as n (number, status, frame)`

test('two bikes with one frame number stop the migration with a sentence; corrected, it runs', async () => {
  const database = await createTestDatabase({ empty: true })
  const pool = new pg.Pool(database.connection)
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-frames-'))
  const copy = (files: readonly string[]) => {
    for (const name of files) cpSync(path.join(all, name), path.join(folder, name))
  }
  try {
    copy(readdirSync(all).filter((name) => name < '0015'))
    await migrate(pool, folder)
    await pool.query(bikes)
    copy(names)
    await expect(migrate(pool, folder)).rejects.toThrow(
      /Two bikes that are with us have one frame number.*WTU777 \(P-1, P-2\)/,
    )
    await pool.query(`update orders set frame_number = 'WTU-778' where order_number = 'P-2'`)
    expect(await migrate(pool, folder)).toEqual(names)
    const { rows } = await pool.query('select order_number, frame_key from orders order by order_number')
    expect(rows.map((row) => row.frame_key)).toEqual(['WTU777', 'WTU778', null, 'ABC1'])
  } finally {
    await pool.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
