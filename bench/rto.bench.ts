// How long it takes from nothing but an archive to a service that answers, with the rows of a million people: `npm run
// bench -- rto` (PEOPLE=20000 for a short run; needs about 25 GB of disk for a million). Its rows name no
// files and no events: a bucket's files stay where they are. So the proof of the log is none: it finds each agreement at fault.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { createNode } from '#testing/faults/node.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import { fillScale, tune } from './parts/scaled.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 1_000_000))
const GOAL_MINUTES = 15
const root = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(process.env.BENCH_SCRATCH ?? tmpdir(), 'poljin-bench-rto-'))
const place = (name: string) => path.join(scratch, name)
const secrets = { SECRET_KEY: 'a-key-of-the-bench-hT4mVq9Zs2Lw7Rk', BACKUP_PASSPHRASE: 'a passphrase of the bench' }
const always = { ...secrets, LOG_LEVEL: 'error', DEMO: '0', DATABASE_URL: '' }

const seconds: Record<string, number> = {}
async function timed<R>(what: string, work: () => Promise<R>): Promise<R> {
  const start = performance.now()
  const done = await work()
  seconds[what] = (performance.now() - start) / 1000
  console.log(`${what}: ${seconds[what].toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`)
  return done
}

/**
 * The command, which may find agreements at fault (exit code 1) where it proves the log, but may not fail.
 * @returns the last that it printed, and how many lines of faults it named
 */
async function poljin(args: readonly string[], variables: Record<string, string>, codes = [0]): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, 'src/app/server/commands/poljin.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...always, ...variables },
  })
  let printed = ''
  let complained = ''
  let lines = 0
  child.stdout.on('data', (part) => {
    printed += part
  })
  child.stderr.on('data', (part) => {
    complained = `${complained}${part}`.slice(-2_000)
    lines += String(part).split('\n').length - 1
  })
  // Not its exit: what it wrote last would be lost.
  const [code] = await once(child, 'close')
  if (!codes.includes(code)) throw new Error(`${args[0]} ended with ${code}: ${printed}${complained}`)
  return `${printed.trim()}\n${args[0]} ended with ${code}, ${lines} lines on stderr, the last: ${complained.trim().split('\n').at(-1)}`
}

/** Neither a proof that broke off nor one that was not made counts as a time. */
async function proven(args: readonly string[], variables: Record<string, string>): Promise<string> {
  const printed = await poljin(args, variables, [0, 1])
  if (!printed.includes('The event log is')) throw new Error(`${args[0]} has proven nothing: ${printed}`)
  return printed
}

/** The service has been there before its million came, so that a start has nothing to do for the first time. */
async function fill(dataDir: string): Promise<number> {
  const first = await createNode(dataDir, always)
  await first.start()
  await first.stop()
  const open = () => startEmbeddedPostgres({ dataDir, fsync: false })
  let postgres = await open()
  await tune(postgres.connection)
  await postgres.stop()
  postgres = await open()
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  try {
    await fillScale(postgres.connection, scale, ['files', 'events', 'event_chains', 'settings'])
    // A log that has told of what there is: else the first start would tell of each row.
    await pool.query(`begin; set local session_replication_role = replica;
      insert into events (id, subject_type, subject_id, position, type, actor_kind, occurred_at, previous_hash, hash)
        values (gen_random_uuid(), 'agreement', gen_random_uuid(), 1, 'AGREEMENT_TERMS_SET', 'SYSTEM', now() - interval '3 days', '', '');
      commit`)
    const { rows } = await pool.query('select pg_database_size(current_database()) as bytes')
    return Number(rows[0].bytes)
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

async function run() {
  const { bavail, bsize } = statfsSync(scratch)
  console.log(`${((bavail * bsize) / 1e9).toFixed(0)} GB of disk are free`)
  const bytes = await fill(place('data'))
  console.log(`${scale.employees} people at ${scale.companies} companies, ${(bytes / 1e9).toFixed(1)} GB`)
  const service = await createNode(place('data'), always)
  await timed('start of the service that is backed up', () => service.start())
  try {
    await timed('backup beside the running service', () =>
      poljin(['backup', '--to', scratch], { DATA_DIR: place('data') }),
    )
  } finally {
    await service.stop()
  }
  const archive = readdirSync(scratch).find((name) => name.endsWith('.age')) ?? ''
  console.log(`the archive has ${(statSync(place(archive)).size / 1e9).toFixed(2)} GB`)
  rmSync(place('data'), { recursive: true })
  const restored = await timed('restore into an empty folder, proof included', () =>
    proven(['restore', place(archive), '--to', place('restored')], {}),
  )
  console.log(restored)
  const again = await createNode(place('restored'), always)
  try {
    await timed('start until ready', () => again.start())
    if (!(await again.probe())) throw new Error(`not ready: ${again.printed()}`)
  } finally {
    await again.stop()
  }
  const proof = await timed('the proof alone, as verify', () => proven(['verify'], { DATA_DIR: place('restored') }))
  console.log(proof)
  const minutes =
    ((seconds['restore into an empty folder, proof included'] ?? 0) + (seconds['start until ready'] ?? 0)) / 60
  console.log(`from the archive to ready: ${minutes.toFixed(1)} minutes (goal ${GOAL_MINUTES})`)
  if (minutes > GOAL_MINUTES) process.exitCode = 1
}

try {
  await run()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
