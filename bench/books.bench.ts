// A month of the books closed through its call, its vouchers numbered, and each of its files written twice: `npm run
// bench -- books` (200,000 vouchers; VOUCHERS=5000 for a short run).
import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import pg from 'pg'
import { bookkeeping } from '#features/money/bookkeeping/contract.ts'
import { checkKinds } from '#features/money/bookkeeping/rules/periods.ts'
import { voucherPrograms } from '#features/money/bookkeeping/rules/voucher-files.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { watchMemory } from './parts/memory.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { openBenchServer } from './parts/scaled.ts'

const VOUCHERS = Number(process.env.VOUCHERS ?? 200_000)
/** Written at once: the database judges the balance of each statement's vouchers. */
const PIECE = 10_000
const month = '2026-10'

const server = await openBenchServer()
try {
  const connection = await server.database('books')
  const world = await openWorldOn(connection)
  world.env.setNow('2026-11-05T08:00:00Z')
  const { companyId } = await buildCompany(world)
  await fill(connection, companyId)
  const staff = await signedInAs(world, 'SUPER_ADMIN')
  await close(world, staff)
  for (const program of voucherPrograms) await write(program, () => voucherFile(world, staff, program))
  await write('ledger, CSV', () => ledgerFile(world, staff))
  await world.close()
} finally {
  await server.stop()
}

async function close(world: World, staff: Caller) {
  const params = { month }
  const before = await timed(() => world.ok(bookkeeping.month, { as: staff, params }))
  const used = childrenCpu(server.pid)
  const memory = watchMemory()
  const reasons = Object.fromEntries(checkKinds.map((kind) => [kind, 'Vertailuaineistoa ei ole']))
  const body = { version: before.answer.version, reasons }
  const closed = await timed(() => world.ok(bookkeeping.close, { as: staff, params, body }))
  console.log(
    `${closed.answer.vouchers} vouchers, ${before.answer.unnumbered} without a number: read in ${before.seconds.toFixed(1)} s, ` +
      `closed in ${closed.seconds.toFixed(1)} s (goal 30), ${((childrenCpu(server.pid) - used) / 1e6).toFixed(1)} s of the database's processor; ` +
      `${memory()}; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

function voucherFile(world: World, staff: Caller, program: (typeof voucherPrograms)[number]) {
  return world.call(bookkeeping.voucherFile, { as: staff, params: { month }, query: { program } })
}

function ledgerFile(world: World, staff: Caller) {
  const query = { format: 'csv' as const, from: '2026-10-01', to: '2026-10-31' }
  return world.call(bookkeeping.ledgerFile, { as: staff, query })
}

async function write(name: string, file: () => Promise<{ status: number; raw: Buffer }>) {
  const digest = (raw: Buffer) => createHash('sha256').update(raw).digest('hex')
  const memory = watchMemory()
  const first = await timed(file)
  const told = memory()
  const again = await file()
  const same = digest(first.answer.raw) === digest(again.raw) ? 'the same bytes again' : 'OTHER BYTES the second time'
  console.log(
    `${name}: ${first.answer.status}, ${(first.answer.raw.length / 1_048_576).toFixed(1)} MB in ${first.seconds.toFixed(1)} s, ${same}; ` +
      `${told}, of which the answer itself is held twice by whoever asks`,
  )
}

async function timed<R>(work: () => Promise<R>): Promise<{ answer: R; seconds: number }> {
  const start = process.hrtime.bigint()
  const answer = await work()
  return { answer, seconds: Number(process.hrtime.bigint() - start) / 1e9 }
}

/** Sales of three rows and payments of two, in turn, over the days of the month. */
async function fill(connection: pg.ClientConfig, companyId: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  for (let from = 1; from <= VOUCHERS; from += PIECE)
    await client.query(`
      insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents, vat_basis_points, created_at)
      select gen_random_uuid(), '${companyId}', (case when n % 2 = 0 then 'payment:' else 'invoice:' end) || md5(n::text)::uuid || case when n % 2 = 0 then '' else ':sent' end,
             p.position, date '2026-10-01' + n % 31, p.account, p.cents, p.rate, timestamptz '2026-10-31T10:00:00Z' + n * interval '1 millisecond'
        from generate_series(${from}, ${Math.min(from + PIECE - 1, VOUCHERS)}) n
        join (values (1, 1, 'RECEIVABLES', 12550, null::int), (1, 2, 'SALES_INSTALMENT', -10000, 2550), (1, 3, 'VAT_OUTPUT', -2550, 2550),
                     (0, 1, 'BANK', 12550, null), (0, 2, 'RECEIVABLES', -12550, null)) p (kind, position, account, cents, rate) on p.kind = n % 2`)
  await client.query('analyze')
  await client.end()
}
