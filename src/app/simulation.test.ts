import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { simulatedEnv } from '#testing/simulation/env.ts'
import { brokenInvariants, invariantNames } from '#testing/simulation/invariants.ts'
import { type SimulationOptions, simulate } from '#testing/simulation/simulate.ts'
import type { World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'

// Much more happens than in an ordinary year; `npm run simulate -- --leases 200` lives a whole one.
const short = { leases: 16, seed: 1, from: '2026-01-01', intensity: 10, bankruptAfter: 40 } as const
const DAYS = 64
const DAYS_AGAIN = 12

const databases: TestDatabase[] = []
afterAll(() => Promise.all(databases.map((database) => database.drop())))

/** Lives the days in a database of its own. @returns the world, which stays open, its lines and what came of it */
async function live(options: SimulationOptions) {
  const database = await createTestDatabase()
  databases.push(database)
  const world = await openWorldOn(database.connection, { env: simulatedEnv(options.seed) })
  const lines: string[] = []
  const outcome = await simulate(world, { ...options, print: (line) => lines.push(line) })
  return { world, lines, ...outcome }
}

let world: World
let lines: readonly string[]
let faults: readonly string[]
let told: number
beforeAll(async () => {
  const lived = await live({ ...short, days: DAYS })
  world = lived.world
  lines = lived.lines
  faults = lived.faults
  told = lived.told
}, 300_000)
afterAll(() => world.close())

describe('two busy months of a town of leases', () => {
  it('break nothing that holds after every day, and no call fails that the service allows', () => {
    expect(faults).toEqual([])
    expect(lines).toHaveLength(DAYS)
  })

  it('see every kind of process begin and go on', () => {
    const all = lines.join('\n')
    for (const what of [
      'order confirmed',
      'bicycle delivered',
      'redemption accept',
      'return approve',
      'claim decide',
      'absence plan confirm',
      'last working day set',
      'payment changed',
      'company marked bankrupt',
      'billing run approved',
      'payment file released',
      'payroll month locked',
    ])
      expect(all).toContain(what)
  })

  it('are the same to the letter from the same seed', async () => {
    const again = await live({ ...short, days: DAYS_AGAIN })
    await again.world.close()
    expect(again.lines).toEqual(lines.slice(0, DAYS_AGAIN))
  }, 120_000)
})

/** One wrong thing for each invariant, as only somebody at the database could do it. */
const wrongs: Record<string, string> = {
  'what is paid is what the payments say': `update invoices set paid_cents = paid_cents + 1 where number = (select min(number) from invoices where stage = 'SENT')`,
  'what is credited is what the credit notes say': `update invoices set credited_cents = credited_cents + 1 where number = (select min(number) from invoices where stage = 'SENT')`,
  'a credit note takes back its lines at their rate and no more than they were': `
    update invoice_lines set credits_line_id = (select l.id from invoice_lines l where l.gross_cents > 0 order by l.id limit 1)
     where id = (select l.id from invoice_lines l where l.gross_cents > 0 and l.credits_line_id is null order by l.id desc limit 1)`,
  'an invoice is the sum of its lines, with its tax': `
    update invoices set total_cents = total_cents + 1, net_cents = net_cents + 1 where number = (select min(number) from invoices where stage = 'SENT' and direction = 'SALES')`,
  'each voucher of the ledger balances': `
    insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents)
    select gen_random_uuid(), company_id, voucher, 900, day, account, 1 from ledger_rows order by id limit 1`,
  'a month of a lease is billed to its employer once': `
    insert into invoice_lines (id, company_id, invoice_id, position, description, net_cents, vat_basis_points, gross_cents, purpose, source_key, agreement_id)
    select gen_random_uuid(), l.company_id, l.invoice_id, 900, l.description, l.net_cents, l.vat_basis_points, l.gross_cents, l.purpose, l.source_key || '9', l.agreement_id
      from invoice_lines l join invoices i on i.id = l.invoice_id and i.stage = 'SENT' where l.source_key is not null and l.purpose = 'FEE' order by l.id limit 1`,
  'tax codes add up to the value': `
    update payroll_rows set facts = jsonb_set(facts, '{valueCents}', '1') where id = (select id from payroll_rows where event = 'RUNNING' order by id limit 1)`,
  'nothing is kept from the pay after the month of the last working day': `
    update beneficiary_employees set last_working_day = '2025-01-31' where id in (select a.beneficiary_employee_id from leasing_agreements a
      join payroll_rows r on r.agreement_id = a.id where (r.facts ->> 'netCollectionCents')::int > 0 or (r.facts ->> 'grossLoweringCents')::int > 0)`,
  'an ended lease has one reason and no later month in payroll': `
    update leasing_agreements set lease_state = 'ENDED', end_reason = 'TERM', ended_day = '2025-01-31' where id = (select agreement_id from payroll_rows order by id limit 1)`,
  'an ended lease is billed for no later month': `
    update leasing_agreements set lease_state = 'ENDED', end_reason = 'TERM', ended_day = '2025-01-31' where id = (
      select l.agreement_id from invoice_lines l join invoices i on i.id = l.invoice_id and i.stage = 'SENT' where l.source_key is not null order by l.id limit 1)`,
  'a lease has one end at a time and does not outlive it': `
    update leasing_agreements set end_day = '2025-12-31', original_end_day = '2025-12-31' where id = (
      select id from leasing_agreements where lease_state = 'ACTIVE' and ends_by is null order by agreement_number limit 1)`,
  'nothing refunded has an open line': `
    insert into order_cancellations (id, company_id, order_id, beneficiary_employee_id, reason_code, reason, kept_order_status, opened_at)
    select id, company_id, id, beneficiary_employee_id, 'OTHER', 'x', 'CONFIRMED', created_at from orders order by id limit 1;
    insert into order_cancellation_lines (id, company_id, order_cancellation_id, position, payer_type, party, direction, expected_cents)
    select gen_random_uuid(), company_id, id, 900, 'BIKE_STORE', 'STORE', 'TO_US', 100 from orders order by id limit 1;
    update orders set status = 'REFUNDED' where id = (select id from orders order by id limit 1)`,
  'a bill of a person that is open has been sent to them': `
    update invoices set sent_at = '2099-01-01' where id in (select id from invoices where party = 'PERSON' and stage = 'SENT');
    update invoices set paid_cents = paid_cents - 100 where party = 'PERSON' and stage = 'SENT'`,
  'a process that awaits its person has told them': `
    update bike_returns set step = 'APPROVED', payer = 'EMPLOYER', step_changed_at = '2099-01-01'`,
  'the bank': `update bank_entries set amount_cents = amount_cents + 1, state = 'OPEN', decided_at = null, decided_by = null, aside_reason = null where id = (select id from bank_entries order by id limit 1)`,
  'the books': `
    insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents)
    select gen_random_uuid(), company_id, voucher, 901, day, 'RECEIVABLES', 1 from ledger_rows order by id limit 1`,
}

describe('each of what must hold', () => {
  it('has a wrong that breaks it', () => {
    expect(Object.keys(wrongs).toSorted()).toEqual(invariantNames.toSorted())
  })

  it.each(Object.entries(wrongs))('is missed when it does not: %s', async (name, wrong) => {
    const undone = new Error('undone')
    const found: string[] = []
    const forged = world.services.database.transaction(async (db) => {
      // No trigger or rule of the database may come first.
      await sql`set local session_replication_role = replica`.execute(db)
      for (const statement of wrong.split(';\n')) await sql.raw(statement).execute(db)
      found.push(...(await brokenInvariants(db, { today: '2026-03-05', since: '2026-01-01', told })))
      throw undone
    })
    await expect(forged).rejects.toBe(undone)
    expect(found.map((one) => one.slice(0, one.indexOf(': ')))).toContain(name)
  })
})
