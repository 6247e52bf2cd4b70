import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { freshCode, signedInAs, stepUp } from '../builders.ts'
import type { World } from '../world.ts'
import { openWorldOn } from '../world-on.ts'
import type { ImportFacts, ImportRun } from './imports.ts'
import { type KillableRun, type KillFacts, killableRuns } from './runs.ts'
import {
  newBillingRun,
  newCallback,
  newFinvoice,
  newPaymentFile,
  newPayrollMonths,
  newRefund,
  newReminders,
  newStatement,
  type Stage,
  setStage,
} from './scene.ts'

/** About how many statements each run sends; where it is killed is drawn from them. */
const statements: Readonly<Record<KillableRun, number>> = {
  billing: 90,
  bankImport: 22,
  eInvoiceImport: 10,
  paymentCallback: 22,
  fileRelease: 28,
  reminders: 45,
  payrollLock: 28,
  largePayrollLock: 27,
  refund: 45,
}
const now = '2026-11-25T08:00:00Z'

/**
 * Kills each run with SIGKILL at a random statement, starts it again, and looks whether anything is billed, booked or
 * released twice or not at all; as many rounds as wanted.
 * @returns what was wrong, and how many runs were killed before their end
 */
export async function killRuns(
  connection: PoolConfig,
  { rounds, random }: { rounds: number; random: () => number },
): Promise<{ faults: string[]; killed: number }> {
  const folders = ['bank', 'e-invoice'].map((name) => mkdtempSync(path.join(tmpdir(), `poljin-kill-${name}-`)))
  const peer = await startDemoPaytrail()
  const variables = {
    BANK_INBOX_DIR: folders[0]!,
    EINVOICE_INBOX_DIR: folders[1]!,
    PAYTRAIL_URL: peer.config.url,
    PAYTRAIL_MERCHANT_ID: peer.config.merchantId,
    PAYTRAIL_SECRET: peer.config.secret,
  }
  const world = await openWorldOn(connection, { variables })
  world.env.setNow(now)
  try {
    const stage = await setStage(world, await signedInAs(world, 'INTERNAL_ADMIN'))
    const releaser = await signedInAs(world, 'INTERNAL_ADMIN')
    const faults: string[] = []
    let killed = 0
    for (let round = 0; round < rounds; round += 1) {
      const merchant = { id: peer.config.merchantId, secret: peer.config.secret }
      const scene = await newScene(world, stage, { round, folders, merchant })
      // The clock goes on meanwhile, and a code of an app lasts a minute, which a busy machine needs for less than a round.
      const atOneMoment = (run: KillableRun) => {
        world.env.setNow(now)
        return killableRuns[run](world, facts)
      }
      world.env.setNow(now)
      const code = await freshCode(world, await stepUp(world, releaser))
      const paymentFile = { ...scene.facts.paymentFile, code }
      const facts: KillFacts = { variables, now, staff: stage.staff, releaser, ...scene.facts, paymentFile }
      for (const run of Object.keys(statements) as KillableRun[]) {
        const at = 1 + Math.floor(random() * statements[run])
        const end = await runInChild({ connection, facts, run, at, when: random() < 0.5 ? 'BEFORE' : 'AFTER' })
        if (end === 'KILLED') killed += 1
        else if (end !== 'DONE') faults.push(`${run}: ${end}`)
        await atOneMoment(run)
        await atOneMoment(run)
      }
      faults.push(...(await refundFaults(world, peer, scene.facts.refund)).map((fault) => `round ${round}: ${fault}`))
      faults.push(...(await faultsOf(world, scene)).map((fault) => `round ${round}: ${fault}`))
    }
    return { faults, killed }
  } finally {
    await world.close()
    await peer.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function newScene(
  world: World,
  stage: Stage,
  of: { round: number; folders: readonly string[]; merchant: { id: string; secret: string } },
) {
  const [bank, eInvoices] = of.folders
  const billingRunId = await newBillingRun(world, stage, of.round)
  const paid = await newStatement(world, stage, bank!, of.round)
  newFinvoice(world, eInvoices!, of.round)
  const callback = await newCallback(world, stage, of.merchant)
  const refund = await newRefund(world, stage, of.merchant)
  const file = await newPaymentFile(world, stage, of.round)
  const reminders = await newReminders(world, stage)
  const payroll = await newPayrollMonths(world, stage)
  return {
    ...of,
    paid: [...paid, callback.invoiceId],
    released: file.invoiceId,
    reminders,
    facts: {
      billingRunId,
      callback: callback.query,
      refund,
      paymentFile: { paymentFileId: file.paymentFileId, version: file.version },
      payroll,
    },
  }
}

/** The service has paid a refund back once, and the ledger has it once. */
async function refundFaults(
  world: World,
  { refunds }: Awaited<ReturnType<typeof startDemoPaytrail>>,
  { invoiceId }: KillFacts['refund'],
): Promise<string[]> {
  const db = world.services.database.primary
  const asked = await db
    .selectFrom('paytrail_refunds')
    .select(['id', 'state'])
    .where('invoice_id', '=', invoiceId)
    .execute()
  const carriedOut = asked.filter(({ id }) => refunds.find(`refund-${id}`)[0] === 200)
  const { rows } = await sql<{ out: number; open: number }>`
    select (select count(*)::int from payments where invoice_id = ${invoiceId} and direction = 'OUT') as out,
           (select open_cents from invoices where id = ${invoiceId}) as open`.execute(db)
  const { out, open } = rows[0]!
  const states = asked.map(({ state }) => state).join()
  return carriedOut.length === 1 && out === 1 && Number(open) === 0
    ? []
    : [`a refund was carried out ${carriedOut.length} times and booked ${out} times, ${open} cents open (${states})`]
}

/** The connections to the database, but for the one that asks. */
async function backends(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

/** Does something, then waits until PostgreSQL has let go of its connections: what a killed process held is held till then. */
async function untilLetGo<R>(connection: PoolConfig, work: () => Promise<R>): Promise<R> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const others = new Set(await backends(client))
    const done = await work()
    const isHeld = async () => (await backends(client)).some((pid) => !others.has(pid))
    for (let waits = 0; waits < 500 && (await isHeld()); waits += 1) await new Promise((next) => setTimeout(next, 20))
    return done
  } finally {
    await client.end()
  }
}

/** Carries out a run in a process of its own, which dies as it sends a statement or as the answer is there. */
export function runInChild(of: {
  connection: PoolConfig
  facts: KillFacts | ImportFacts
  run: KillableRun | ImportRun
  at: number
  when: 'BEFORE' | 'AFTER'
}): Promise<'KILLED' | 'DONE' | string> {
  const { connection, facts, run, at, when } = of
  return untilLetGo(connection, () => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'child.ts'), run, String(at), when], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, KILL_WORLD: JSON.stringify({ connection, facts }) },
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    return new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(signal === 'SIGKILL' ? 'KILLED' : code === 0 ? 'DONE' : output))
    })
  })
}

/** What does not stand as after one undisturbed run of each kind. */
async function faultsOf(world: World, scene: Awaited<ReturnType<typeof newScene>>): Promise<string[]> {
  const { billingRunId, paymentFile, payroll } = scene.facts
  const { first, second } = scene.reminders
  const payrollOf = [payroll.params.companyId, payroll.largeCompanyId]
  const { rows } = await sql<Record<string, boolean>>`
    select (select status = 'DONE' from billing_runs where id = ${billingRunId}) as "the billing run is done",
      (select count(*) = 6 and count(distinct source_key) = 6 from invoice_lines l join invoices i on i.id = l.invoice_id
        where i.billing_run_id = ${billingRunId} and i.status = 'SENT') as "each lease is billed its two lines",
      (select count(*) = 2 * (${scene.round}::int + 1) from outbox where template = 'invoices:mail.sent') as "each employer has one mail a month",
      (select max(number::bigint) - min(number::bigint) + 1 = count(*) from invoices where direction = 'SALES' and number is not null) as "numbers have no gap",
      (select coalesce(sum(amount_cents), 0) from ledger_rows where account = 'RECEIVABLES')
        = (select sum(open_cents) from invoices where direction = 'SALES' and stage = 'SENT') as "the ledger is what is open",
      (select count(*) = ${scene.paid.length}::int and bool_and(status = 'PAID' and open_cents = 0) from invoices where id = any(${scene.paid}::uuid[])) as "what was paid is paid",
      (select count(*) = ${scene.paid.length}::int from payments where invoice_id = any(${scene.paid}::uuid[])) as "each is paid once",
      (select status = 'PAYMENT_SENT_TO_BANK' from invoices where id = ${scene.released}) as "the store's invoice is at the bank",
      (select state = 'RELEASED' from payment_files where id = ${paymentFile.paymentFileId}) as "the payment file is released",
      (select count(*) = 1 from events where subject_id = ${paymentFile.paymentFileId} and data ->> 'to' = 'RELEASED') as "it is released once",
      (select count(*) = 1 from received_e_invoices where number = ${`K-${scene.round}`}) as "the Finvoice is taken in once",
      (select count(*) = 2 and count(distinct template_values ->> 'number') = 2 from notifications n join invoices i on i.number = n.template_values ->> 'number'
        where n.template = 'payments:notice.reminder' and i.id in (${first}, ${second})) as "each is reminded once",
      (select count(*) from outbox where template = 'payments:notice.reminder')
        = (select count(*) from notifications where template = 'payments:notice.reminder') as "by one mail each",
      (select count(*) = 1 from invoice_lines where source_key = ${`REMINDER:${second}`}) as "the second costs its fee once",
      (select count(*) = 0 from invoice_lines where source_key = ${`REMINDER:${first}`}) as "the first costs none",
      (select count(*) = 2 and count(distinct company_id) = 2 and bool_and(row_count = 2) from payroll_months where company_id = any(${payrollOf}::uuid[])) as "each month is locked once",
      (select count(*) = 4 from payroll_rows where company_id = any(${payrollOf}::uuid[])) as "with all its rows",
      (select count(*) = 6 from files f join payroll_months m on f.parent_id = m.id and f.parent_type = 'payroll-month' and f.id in (m.csv_file_id, m.xlsx_file_id, m.salary_file_id)
        where m.company_id = any(${payrollOf}::uuid[])) as "and its three files",
      (select count(*) = 6 from files where company_id = any(${payrollOf}::uuid[]) and parent_type = 'payroll-month') as "and no half one",
      (select bool_and(state = 'DONE' and done_rows = 2) from payroll_lock_runs where company_id = ${payroll.largeCompanyId}) as "the run of the large month is done"`.execute(
    world.services.database.primary,
  )
  const [bank, eInvoices] = scene.folders.map((folder) => readdirSync(folder))
  const wrong = Object.entries(rows[0]!).flatMap(([what, holds]) => (holds === true ? [] : [`not so: ${what}`]))
  if (bank!.join() !== 'done' || eInvoices!.join() !== 'done') wrong.push('an inbox is not empty')
  return wrong
}
