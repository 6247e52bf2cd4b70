import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payments } from '#features/money/payments/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { brokenInvariants, invariantNames } from '#testing/simulation/invariants.ts'
import { openSimulatedWorld } from '#testing/simulation/open.ts'
import { repeatFault } from '#testing/simulation/repeats.ts'
import { type SimulationOptions, simulate } from '#testing/simulation/simulate.ts'
import type { World } from '#testing/world.ts'

// Much more happens than in an ordinary year; `npm run simulate -- --leases 200` lives a whole one.
const short = { leases: 30, seed: 6, from: '2026-01-01', intensity: 22, bankruptAfter: 40, mergeAfter: 10 } as const
const DAYS = 64
const DAYS_AGAIN = 12

const databases: TestDatabase[] = []
afterAll(() => Promise.all(databases.map((database) => database.drop())))

/** Lives the days in a database of its own. @returns the world, which stays open, its lines and what came of it */
async function live(options: Omit<SimulationOptions, 'online'>) {
  const database = await createTestDatabase()
  databases.push(database)
  const { world, online } = await openSimulatedWorld(database.connection, options.seed)
  const lines: string[] = []
  const outcome = await simulate(world, { ...options, online, print: (line) => lines.push(line) })
  return { world, lines, ...outcome }
}

let world: World
let lines: readonly string[]
let faults: readonly string[]
let told: number
let online: number
beforeAll(async () => {
  const lived = await live({ ...short, days: DAYS })
  world = lived.world
  lines = lived.lines
  faults = lived.faults
  told = lived.told
  online = lived.online
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
      'exit confirmed BANKRUPT',
      'exit confirmed MERGED',
      'lease merged',
      'lease passed on',
      'offer reserve',
      'bicycle offered to a colleague',
      'transfer signed',
      'online payment ok',
      'online payment pending',
      'online refund',
      'call repeated',
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
  'no more waits for the bank than is open': `
    update payment_orders set state = 'QUEUED', amount_cents = 99999999 where id = (select id from payment_orders where kind = 'INVOICE' order by id limit 1)`,
  'each payment that the bank has booked is one payment of its invoice': `
    update payment_orders set id = '00000000-0000-4000-8000-000000000002', state = 'PAID' where id = (select id from payment_orders order by id limit 1)`,
  'the ledger owes the seller of a purchase what is open of it': `
    update invoices set total_cents = total_cents + 1, net_cents = net_cents + 1 where id = (
      select id from invoices where direction = 'PURCHASE' and credited_invoice_id is null and matched_at is not null order by id limit 1)`,
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
    update leasing_agreements set end_day = '2025-12-31', original_end_day = '2025-12-31', updated_at = '2026-01-01' where id = (
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
  'a lease that goes over ends before the next begins, which goes on as it was': `
    update leasing_agreements set start_day = start_day + 1 where id = (
      select id from leasing_agreements where previous_agreement_id is not null and lease_state = 'ACTIVE' order by agreement_number limit 1)`,
  'what is transferred goes on the day after': `
    update leasing_agreements set previous_agreement_id = null where previous_agreement_id is not null`,
  'a month of a bicycle is billed in one company alone': `
    update leasing_agreements set chain_id = '00000000-0000-4000-8000-000000000001' where id in (
      select l.agreement_id from invoice_lines l join invoices i on i.id = l.invoice_id and i.stage = 'SENT' where l.source_key is not null)`,
  'a transfer holds the end of its lease, and nothing else of an offer does': `
    update bike_brokerages set step = 'TRANSFER', ending_id = null where id = (select id from bike_brokerages where step = 'DONE' order by id limit 1)`,
  'what was transferred bears the signature of each party under one document': `
    update transfer_signatures set document_sha256 = decode('00', 'hex') where party = 'TAKER'`,
  'an offer that awaits somebody has told them': `
    update bike_brokerages set step = 'RESERVED', step_changed_at = '2099-01-01' where id = (select id from bike_brokerages where step = 'DONE' order by id limit 1)`,
  'a company that has merged has no lease that nothing else ends': `
    update leasing_agreements set lease_state = 'ACTIVE', ends_on = null, ends_as = null, ends_by = null, ended_day = null, end_reason = null, end_day = '2029-12-31'
     where id in (select agreement_id from company_exit_leases where ending_id is not null);
    update agreement_endings set closed_at = '2026-01-31' where closed_at is not null or kind = 'TRANSFER'`,
  'no more goes back online than came': `
    update paytrail_refunds set amount_cents = amount_cents + 1000000, state = 'OK'
     where id = (select id from paytrail_refunds order by id limit 1)`,
  'each refund that was paid is in the ledger once, and no other': `
    update paytrail_refunds set state = case state when 'OK' then 'FAIL' else 'OK' end`,
  'the payment service': `
    update payments set amount_cents = amount_cents + 1 where id = (select id from payments where source like 'paytrail:%' order by id limit 1)`,
  'the bank': `update bank_entries set amount_cents = amount_cents + 1, state = 'OPEN', decided_at = null, decided_by = null, aside_reason = null where id = (select id from bank_entries order by id limit 1)`,
  'the books': `
    insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents)
    select gen_random_uuid(), company_id, voucher, 901, day, 'RECEIVABLES', 1 from ledger_rows order by id limit 1`,
}

describe('a call that is repeated with its key', () => {
  const forget = () => world.services.database.primary.deleteFrom('idempotency_keys').execute()

  it('is missed when it is answered anew, and when it only seems to be the same', async () => {
    const as = await signedInAs(world, 'SUPER_ADMIN')
    const people = world.services.database.primary.selectFrom('beneficiary_employees').select('id')
    const { id: beneficiaryEmployeeId } = await people.executeTakeFirstOrThrow()
    const body = { beneficiaryEmployeeId, description: 'Lukko', amount: 10, hasVat: true }
    const options = { as, body, key: world.env.id() }
    const first = await world.call(payments.create, options)
    expect(first.status).toBe(201)
    expect(await repeatFault(world, payments.create, { options, first })).toBeNull()
    await forget()
    expect(await repeatFault(world, payments.create, { options, first })).toMatch('something else')
    // Whoever makes a second bill and answers with the first is found by what there is.
    const bills: World = {
      ...world,
      async call(endpoint, again) {
        await forget()
        return Object.assign(await world.call(endpoint, again), { body: first.body })
      },
    }
    expect(await repeatFault(bills, payments.create, { options, first })).toMatch('did it again')
  })
})

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
      found.push(...(await brokenInvariants(db, { today: '2026-03-05', since: '2026-01-01', told, online })))
      throw undone
    })
    await expect(forged).rejects.toBe(undone)
    expect(found.map((one) => one.slice(0, one.indexOf(': ')))).toContain(name)
  })
})
