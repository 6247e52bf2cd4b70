import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { createTestDatabase } from '#testing/database.ts'

const all = path.resolve(import.meta.dirname, '../../../../../../migrations')

const bikes = `
  insert into companies (id, name, business_id) values (gen_random_uuid(), 'Testi', '1234567-1');
  insert into users (id, email, first_name, last_name, work_email) values (gen_random_uuid(), 'a@testi.example', 'A', 'B', 'a@testi.example');
  insert into beneficiary_employees (id, company_id, user_id) select gen_random_uuid(), c.id, u.id from companies c, users u;
  insert into orders (id, company_id, beneficiary_employee_id, order_number, status, frame_number)
    select gen_random_uuid(), e.company_id, e.id, n.number, n.status, n.frame from beneficiary_employees e,
      (values ('P-1', 'PROCESSED', 'WTU 777'), ('P-2', 'CONFIRMED', 'wtu-777'), ('P-3', 'CANCELLED', 'WTU777'), ('P-4', 'PROCESSED', 'ABC-1')) as n (number, status, frame)`

/** A lease that has ended and goes on in another agreement of its chain. */
const passedOn = `
  insert into leasing_companies (id, name, kind) values (gen_random_uuid(), 'Vuokraaja', 'OTHER');
  insert into billing_tables (id, leasing_company_id, name, instalment_cents, yearly_interest_basis_points, valid_from)
    select gen_random_uuid(), id, 'Taulukko', 10000, 0, '2025-01-01' from leasing_companies where name = 'Vuokraaja';
  insert into leasing_agreements (id, company_id, beneficiary_employee_id, order_id, leasing_company_id, agreement_number, status, lease_state,
      chain_id, created_at, price_cents, instalment_cents, last_instalment_cents, service_share_cents, admin_fee_cents, residual_cents,
      lease_months, buy_out_cents, billing_table_id, billing_table_version, vat_basis_points, benefit_model)
    select gen_random_uuid(), o.company_id, o.beneficiary_employee_id, case when n.number = 'S-1' then o.id end, l.id, n.number, 'SIGNED', n.state,
           c.id, n.at::timestamptz, 100000, 10000, 10000, 0, 0, 0, 12, '{}', b.id, 1, 2550, 'FROM_SALARY'
      from orders o, leasing_companies l, companies c, billing_tables b,
           (values ('S-1', 'ENDED', '2026-01-01'), ('S-2', 'ACTIVE', '2026-06-01')) as n (number, state, at)
     where o.order_number = 'P-1' and l.name = 'Vuokraaja' and b.name = 'Taulukko';
  update orders set agreement_id = (select id from leasing_agreements where agreement_number = 'S-1') where order_number = 'P-1'`

/** A database at the release before a migration, and the way to run that one. */
async function before(name: string, work: (pool: pg.Pool, run: () => Promise<readonly string[]>) => Promise<void>) {
  const database = await createTestDatabase({ empty: true })
  const pool = new pg.Pool(database.connection)
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-frames-'))
  const copy = (files: readonly string[]) => {
    for (const file of files) cpSync(path.join(all, file), path.join(folder, file))
  }
  try {
    copy(readdirSync(all).filter((file) => file < name && (name > '0100' || file < '0015')))
    await migrate(pool, folder)
    await work(pool, () => {
      copy([name])
      return migrate(pool, folder)
    })
  } finally {
    await pool.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
}

const keysIn = async (pool: pg.Pool) =>
  (await pool.query('select frame_key from orders order by order_number')).rows.map((row) => row.frame_key)

test('two bikes with one frame number stop the migration with a sentence; corrected, it runs', async () => {
  const name = '0020_live_frame_numbers.sql'
  await before(name, async (pool, run) => {
    await pool.query(bikes)
    await expect(run()).rejects.toThrow(/Two bikes that are with us have one frame number.*WTU777 \(P-1, P-2\)/)
    await pool.query(`update orders set frame_number = 'WTU-778' where order_number = 'P-2'`)
    expect(await run()).toEqual([name])
    expect(await keysIn(pool)).toEqual(['WTU777', 'WTU778', null, 'ABC1'])
  })
})

test('so does one whose lease was passed on, which another bike has got meanwhile', async () => {
  const name = '0441_frame_numbers_of_chains.sql'
  await before(name, async (pool, run) => {
    await pool.query(bikes.replace("'CONFIRMED', 'wtu-777'", "'CONFIRMED', 'WTU-778'"))
    await pool.query(passedOn)
    await pool.query(`update orders set frame_number = 'wtu-777' where order_number = 'P-2'`)
    await expect(run()).rejects.toThrow(/under a lease that was passed on.*WTU777 \(P-1, P-2\)/)
    await pool.query(`update orders set frame_number = 'WTU-779' where order_number = 'P-2'`)
    expect(await run()).toEqual([name])
    expect(await keysIn(pool)).toEqual(['WTU777', 'WTU779', null, 'ABC1'])
  })
})
