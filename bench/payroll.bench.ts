// A payroll month of every company, and the lock of the largest one, with 100,000 running leases at 2,000 companies.
import { createHash } from 'node:crypto'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { payrollCsv } from '#features/payroll/reporting/server/files.ts'
import { readMonth, readReports } from '#features/payroll/reporting/server/months.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import { callersOf } from '#testing/scale/reading.ts'
import { recording } from '#testing/scale/recorder.ts'
import { kinds, seededId } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { watchMemory } from './parts/memory.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

/** COMPANIES=400 for a short run. About two leases in three run; the largest company has some 14,000 of them. */
const companies = Number(process.env.COMPANIES ?? 2_000)
const scale = { employees: 80 * companies, companies, largest: 11 * companies }
const elsewhere = [
  'events',
  'event_chains',
  'outbox',
  'notifications',
  'contact_forms',
  'link_tokens',
  'files',
  'invoices',
  'invoice_lines',
  'signatures',
  'signed_documents',
  'sessions',
  'session_tokens',
]
const month = monthOf(helsinkiDay(new Date()))
const seconds = (since: number) => (performance.now() - since) / 1000

const server = await openBenchServer()
const connection = await server.database('payroll', (made) => fillScale(made, scale, elsewhere))
const world = await openWorldOn(connection)
try {
  const { database, env, texts } = world.services
  const ids = (await database.read.selectFrom('companies').select('id').orderBy('id').execute()).map(({ id }) => id)

  const countAll = async () => {
    const hash = createHash('sha256')
    let rows = 0
    for await (const report of readReports({ db: database.read, scope: scopeOfAll, env }, ids, month)) {
      const shown = await readMonth(database.read, report, month)
      for await (const part of payrollCsv(shown.rows, { texts, language: 'fi' })) hash.update(part)
      rows += shown.rows.length
    }
    return { rows, bytes: hash.digest('hex') }
  }
  const memory = watchMemory()
  const used = { server: process.cpuUsage(), database: childrenCpu(server.pid) }
  const start = performance.now()
  const { result: first, statements } = await recording(countAll)
  console.log(
    `one month of ${ids.length} companies: ${first.rows} rows in ${seconds(start).toFixed(1)} s, ${(statements.length / ids.length).toFixed(1)} statements a company, ${memory()}`,
  )
  const { user, system } = process.cpuUsage(used.server)
  const inDatabase = (childrenCpu(server.pid) - used.database) / 1e6
  console.log(
    `processor ${((user + system) / 1e6).toFixed(1)} s in the server, ${inDatabase.toFixed(1)} s in the database`,
  )
  const again = await countAll()
  console.log(again.bytes === first.bytes ? 'counted again: the same bytes' : 'counted again: OTHER BYTES')
  if (again.bytes !== first.bytes) process.exitCode = 1

  const { employer } = await callersOf(world, scale)
  const params = { companyId: seededId(kinds.company, 0), month }
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const before = performance.now()
    const { statements: sent } = await recording(work)
    console.log(`${what.padEnd(44)} ${(seconds(before) * 1000).toFixed(0).padStart(6)} ms, ${sent.length} statements`)
  }
  let previewHash = ''
  let rowCount = 0
  for (let round = 0; round < 3; round += 1)
    await timed('preview of the largest company', async () => {
      const sheet = await world.ok(reporting.rows, { as: employer, params, query: { limit: 50 } })
      previewHash = sheet.previewHash
      rowCount = sheet.total
    })
  await timed('months of the largest company', () =>
    world.ok(reporting.months, { as: employer, query: { companyId: params.companyId } }),
  )
  await timed('the month as CSV', () => world.call(reporting.csv, { as: employer, params }))
  await timed('the month as XLSX', () => world.call(reporting.xlsx, { as: employer, params }))
  console.log(`${rowCount} rows in the list of the largest company`)
  await timed('lock of the largest company', () =>
    world.ok(reporting.lock, { as: employer, params, body: { previewHash } }),
  )
  await timed('the locked month, first page', () =>
    world.ok(reporting.rows, { as: employer, params, query: { limit: 50 } }),
  )
} finally {
  await world.close()
  await server.stop()
}
