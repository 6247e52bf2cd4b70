import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { createTestDatabase } from '#testing/database.ts'

const migrations = path.resolve(import.meta.dirname, '../../../../../../migrations')

it('takes out of queue and file what was not owed before the database kept that, and leaves the rest in the queue', async () => {
  const database = await createTestDatabase({ empty: true })
  // The rows are whole as they stand; what they refer to does not matter here.
  const pool = new pg.Pool({ ...database.connection, options: '-c session_replication_role=replica' })
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-owed-'))
  try {
    for (const name of readdirSync(migrations).filter((one) => one < '0810'))
      cpSync(path.join(migrations, name), path.join(folder, name))
    await migrate(pool, folder)
    const client = await pool.connect()
    const { rows } = await client.query(
      `insert into payment_files (id, message_id, execution_day, payment_count, total_cents, made_by)
       values (gen_random_uuid(), 'M', current_date, 3, 300, gen_random_uuid()) returning id`,
    )
    const add = async (name: string, paid: number, kind: 'INVOICE' | 'REPAYMENT') => {
      const direction = kind === 'INVOICE' ? 'PURCHASE' : 'SALES'
      const stage = kind === 'INVOICE' ? 'PAYMENT_QUEUED' : 'SENT'
      const invoice = await client.query(
        `insert into invoices (id, company_id, direction, purpose, party, stage, status, number, issue_day, due_day, net_cents, vat_cents, total_cents, paid_cents)
         values (gen_random_uuid(), gen_random_uuid(), $1, 'OTHER', 'STORE', $2, $2, $3, current_date, current_date, 100, 0, 100, $4) returning id`,
        [direction, stage, name, paid],
      )
      await client.query(
        `insert into payment_orders (id, company_id, invoice_id, payee_name, payee_iban, amount_cents, kind, account_from, made_by, payment_file_id)
         values (gen_random_uuid(), gen_random_uuid(), $1, $2, 'FI2112345600000785', 100, $3, $4, gen_random_uuid(), $5)`,
        [invoice.rows[0].id, name, kind, kind === 'INVOICE' ? 'INVOICE' : 'STAFF', rows[0].id],
      )
    }
    await add('paid otherwise', 100, 'INVOICE')
    await add('owed', 0, 'INVOICE')
    await add('to go back', 200, 'REPAYMENT')
    await add('gone back', 150, 'REPAYMENT')
    client.release()
    await migrate(pool)
    const orders = await pool.query(
      `select o.payee_name, o.state, o.reason, o.payment_file_id, o.returned_from, i.stage from payment_orders o
         join invoices i on i.id = o.invoice_id order by o.payee_name`,
    )
    const returned = { payment_file_id: null, returned_from: rows[0].id }
    expect(orders.rows).toEqual([
      { payee_name: 'gone back', state: 'REMOVED', reason: 'NOT_OWED', stage: 'SENT', ...returned },
      { payee_name: 'owed', state: 'QUEUED', reason: null, stage: 'PAYMENT_QUEUED', ...returned },
      {
        payee_name: 'paid otherwise',
        state: 'REMOVED',
        reason: 'NOT_OWED',
        stage: 'PAYMENT_TRANSACTION_REMOVED',
        ...returned,
      },
      { payee_name: 'to go back', state: 'QUEUED', reason: null, stage: 'SENT', ...returned },
    ])
    expect((await pool.query('select state from payment_files')).rows).toEqual([{ state: 'WITHDRAWN' }])
  } finally {
    await pool.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
