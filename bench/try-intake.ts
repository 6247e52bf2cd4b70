// `npm run intake -- FOLDER`: takes the files of a folder into a service that is thrown away, each as it would come in, and
// prints what became of it: what it is, what was taken, put aside with its reason and line, skipped, known or refused.
// A statement's first account is taken as ours, unless `--account IBAN` says which is; e-invoices are for us where they
// name the brand's ids.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { signedInAs, stepUp } from '#testing/builders.ts'
import { tryFile } from '#testing/intake-trial.ts'
import { openWorldOn } from '#testing/world-on.ts'

const { values, positionals } = parseArgs({ options: { account: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('Usage: npm run intake -- FOLDER [--account IBAN]')
  process.exit(2)
}

const filesOf = (of: string): string[] =>
  readdirSync(of, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(of, name))
    .filter((name) => statSync(name).isFile())
    .toSorted()

const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-intake-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  await migrate(pool)
  await pool.end()
  const world = await openWorldOn(postgres.connection, {})
  const staff = await stepUp(world, await signedInAs(world, 'SUPER_ADMIN'))
  const trial = { world, staff, account: values.account }
  console.log(
    `E-invoices are for us where they name ${world.services.brand.legalName}, ${world.services.brand.businessId}.`,
  )
  for (const file of filesOf(folder)) {
    const { kind, whole, rest } = await tryFile(trial, file)
    console.log(`\n${path.relative(folder, file)}\n  ${kind}: ${whole}`)
    for (const line of rest) console.log(`  ${line}`)
  }
  await world.close()
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
