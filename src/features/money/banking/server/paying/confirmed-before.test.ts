import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { createTestDatabase } from '#testing/database.ts'

const migrations = path.resolve(import.meta.dirname, '../../../../../../migrations')

it('counts whoever confirmed a typed account before puppets were known with its namer, while the bank has not got it', async () => {
  const database = await createTestDatabase({ empty: true })
  const pool = new pg.Pool(database.connection)
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-confirmed-'))
  try {
    for (const name of readdirSync(migrations).filter((one) => one < '0540'))
      cpSync(path.join(migrations, name), path.join(folder, name))
    await migrate(pool, folder)
    const client = await pool.connect()
    // The rows are whole as they stand; what they refer to does not matter here.
    await client.query('set session_replication_role = replica')
    const add = (name: string, state: string, from: string, confirmed: string | null) =>
      client.query(
        `insert into payment_orders (id, company_id, invoice_id, payee_name, payee_iban, amount_cents, state, kind, account_from, made_by, confirmed_by, confirmed_at)
         values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'FI2112345600000785', 100, $2, 'REPAYMENT', $3,
                 gen_random_uuid(), case when $4::text is not null then gen_random_uuid() end, now() + $4::interval)`,
        [name, state, from, confirmed],
      )
    await add('before', 'QUEUED', 'STAFF', '-1 day')
    await add('since', 'QUEUED', 'STAFF', '1 minute')
    await add('sent', 'SENT', 'STAFF', '-1 day')
    await add('waits', 'TO_CONFIRM', 'STAFF', null)
    await add('the account that paid', 'QUEUED', 'PAYING_ACCOUNT', null)
    client.release(true)
    await migrate(pool)
    const { rows } = await pool.query('select payee_name from payment_orders where confirmed_alone')
    expect(rows).toEqual([{ payee_name: 'before' }])
  } finally {
    await pool.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
