// Statements of many movements taken in and matched, from a file as the bank's connection leaves it:
// `npm run bench -- bank` (100,000 movements; MOVEMENTS=1000 for a short run; BAD=1000
// makes so many of them unreadable).
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import { takeInBankInbox } from '#features/money/banking/server/statements/inbox-job.ts'
import { buildCompany } from '#testing/builders.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { watchMemory } from './parts/memory.ts'
import { childrenCpu } from './parts/processor-time.ts'
import { openBenchServer } from './parts/scaled.ts'

const movements = Number(process.env.MOVEMENTS ?? 100_000)
const bad = Number(process.env.BAD ?? 0)
const isBad = (n: number) => bad > 0 && n % Math.ceil(movements / bad) === 0

const inbox = mkdtempSync(path.join(tmpdir(), 'poljin-bench-inbox-'))
const server = await openBenchServer()
try {
  const world = await openWorldOn(await server.database('bank'), { variables: { BANK_INBOX_DIR: inbox } })
  const { companyId } = await buildCompany(world)
  // Nine of ten movements name an open invoice of their sum.
  for (let from = 1; from <= movements; from += 2_000)
    await sql`
      insert into invoices (id, company_id, direction, purpose, party, stage, status, number, reference_number, issue_day, due_day, net_cents, vat_cents, total_cents, sent_at)
      select gen_random_uuid(), ${companyId}, 'SALES', 'FEE', 'EMPLOYER', 'SENT', 'SENT', (900000000 + n)::text, (9000000000 + n)::text, current_date, current_date, 1195, 305, 1500, now()
        from generate_series(${from}::int, ${Math.min(from + 1_999, movements)}::int) n where n % 10 <> 0`.execute(
      world.services.database.primary,
    )
  await sql`analyze invoices`.execute(world.services.database.primary)
  await writeStatement(path.join(inbox, 'statement.xml'), world.services.brand.iban)
  const used = { own: process.cpuUsage(), database: childrenCpu(server.pid) }
  const memory = watchMemory()
  const start = process.hrtime.bigint()
  const result = await takeInBankInbox.run(world.services)
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  const memoryUsed = memory()
  const own = process.cpuUsage(used.own)
  const file = await world.services.database.primary
    .selectFrom('bank_files')
    .select(['entry_count', 'matched_count'])
    .executeTakeFirst()
  const { aside } = await world.services.database.primary
    .selectFrom('bank_doubts')
    .select(({ fn }) => fn.countAll<number>().as('aside'))
    .executeTakeFirstOrThrow()
  console.log(
    `${movements} movements: ${JSON.stringify(result)}, ${file?.entry_count} taken in, ${file?.matched_count} matched, ${aside} put aside, ` +
      `${seconds.toFixed(1)} s (goal ${bad > 0 ? 45 : 30}), ${memoryUsed}; ` +
      `processor ${((own.user + own.system) / 1e6).toFixed(1)} s in the server, ${((childrenCpu(server.pid) - used.database) / 1e6).toFixed(1)} s in the database`,
  )
  await world.close()
} finally {
  await server.stop()
  rmSync(inbox, { recursive: true, force: true })
}

async function writeStatement(file: string, iban: string): Promise<void> {
  const out = createWriteStream(file)
  out.write(
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>B</Id><Acct><Id><IBAN>${iban.replaceAll(' ', '')}</IBAN></Id></Acct>\n`,
  )
  for (let n = 1; n <= movements; n += 1) {
    const more = out.write(
      `<Ntry><Amt Ccy="EUR">${isBad(n) ? 'viisitoista' : '15.00'}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>A${n}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Testi Maksaja ${n}</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${9_000_000_000 + n}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    )
    if (!more) await new Promise<void>((resolve) => out.once('drain', () => resolve()))
  }
  out.end('</Stmt></BkToCstmrStmt></Document>')
  await finished(out)
}
