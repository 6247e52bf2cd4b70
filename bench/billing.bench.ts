// A month of employer billing drafted, approved and sent: `npm run bench -- billing` (100,000 lines at 400 companies, one
// of which has a fifth of them; LINES=2000 for a short run).
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { billing } from '#features/money/billing/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import type { World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { watchMemory } from './parts/memory.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { openBenchServer } from './parts/scaled.ts'

/** Two lines a lease: its instalment and its fee. */
const leases = Number(process.env.LINES ?? 100_000) / 2
const companies = 400
const month = '2026-12'

const server = await openBenchServer()
try {
  const connection = await server.database('billing')
  const world = await openWorldOn(connection)
  await fill(world, connection)
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const used = { own: process.cpuUsage(), database: childrenCpu(server.pid) }
  const memory = watchMemory()
  const start = process.hrtime.bigint()
  const run = await world.ok(billing.start, { as: staff, body: { month } })
  const params = { id: run.billingRunId }
  const drafted = await reaching(() => world.ok(billing.run, { as: staff, params }), 'READY')
  const draftedAfter = Number(process.hrtime.bigint() - start) / 1e9
  await world.ok(billing.approve, { as: staff, params, body: { version: drafted.version } })
  const sent = await reaching(() => world.ok(billing.run, { as: staff, params }), 'DONE')
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  const memoryUsed = memory()
  const own = process.cpuUsage(used.own)
  console.log(
    `${sent.lines} lines on ${sent.invoices} invoices: drafted after ${draftedAfter.toFixed(1)} s, sent after ${seconds.toFixed(1)} s (goal 60), ` +
      `${memoryUsed} (goal 200); processor ${((own.user + own.system) / 1e6).toFixed(1)} s in the server, ` +
      `${((childrenCpu(server.pid) - used.database) / 1e6).toFixed(1)} s in the database`,
  )
  await world.close()
} finally {
  await server.stop()
}

/** Waits for the run, which goes on by itself, to stand where it is awaited. */
async function reaching<R extends { status: string }>(read: () => Promise<R>, status: string): Promise<R> {
  for (;;) {
    const run = await read()
    if (run.status === status) return run
    await setTimeout(250)
  }
}

/** Running leases of the operator: a fifth at the first company, the others at the rest in turn. */
async function fill(world: World, connection: pg.ClientConfig): Promise<void> {
  const { leasingCompanyId } = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const client = new pg.Client(connection)
  await client.connect()
  const id = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`
  const all = `from generate_series(0, ${companies - 1}) c`
  const each = `from (select n, case when n <= ${leases / 5} then 0 else 1 + n % ${companies - 1} end as c from generate_series(1, ${leases}) n) x`
  // What the rows of people carry of their orders plays no part here, and each person has many.
  await client.query(`
    set session_replication_role = replica;
    insert into companies (id, name, business_id, leasing_company_id, contact_email)
      select ${id('company', 'c')}, 'Testiyritys ' || c, lpad(c::text, 7, '0') || '-0', '${leasingCompanyId}', 'laskut' || c || '@yritys.example' ${all};
    insert into users (id, email, work_email, first_name, last_name)
      select ${id('user', 'c')}, 'testi' || c || '@yritys.example', 'testi' || c || '@yritys.example', 'Testi', 'Henkilö' ${all};
    insert into beneficiary_employees (id, company_id, user_id, status)
      select ${id('employee', 'c')}, ${id('company', 'c')}, ${id('user', 'c')}, 'ACCEPTED' ${all};
    insert into orders (id, company_id, beneficiary_employee_id, order_number, status)
      select ${id('order', 'n')}, ${id('company', 'c')}, ${id('employee', 'c')}, 'T-' || n, 'ACTIVE_LEASING' ${each};
    insert into leasing_agreements (id, company_id, beneficiary_employee_id, order_id, leasing_company_id, agreement_number, status, lease_state, price_cents, instalment_cents,
        last_instalment_cents, service_share_cents, admin_fee_cents, residual_cents, lease_months, buy_out_cents, billing_table_id, billing_table_version, vat_basis_points, benefit_model,
        tax_regime, commitment_day, start_day, end_day)
      select ${id('agreement', 'n')}, ${id('company', 'c')}, ${id('employee', 'c')}, ${id('order', 'n')}, '${leasingCompanyId}', 'S-' || n, 'SIGNED', 'ACTIVE', 120000, 10000 + n % 500,
        5000, 2200, 1500, 6000, 24, '{}', (select id from billing_tables limit 1), 1, 2550, 'FROM_SALARY', 'TAXABLE', '2026-05-01', '2026-06-01', '2028-05-31' ${each};
    analyze`)
  await client.end()
}
