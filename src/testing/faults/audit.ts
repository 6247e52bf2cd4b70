import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deliverEInvoices } from '#features/money/e-invoices/server/deliver-job.ts'
import { verifyChains } from '#platform/server/events/verify-chains.ts'
import type { Desk } from './desk.ts'
import type { Ground } from './ground.ts'
import type { Write } from './load.ts'

/** What became of what was acknowledged. */
export interface Account {
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
}

const counted: Readonly<Record<string, string>> = {
  unit: 'select name, count(*)::int as count from company_units where name = any($1) group by 1',
  bill: 'select description as name, count(*)::int as count from invoice_lines where description = any($1) group by 1',
}

/** Holds what was written against the rows: each acknowledged one is there once, each other one at most once. */
export async function accountOf({ ask }: Pick<Ground, 'ask'>, writes: readonly Write[]): Promise<Account> {
  const found = new Map<string, number>()
  for (const query of Object.values(counted))
    for (const row of await ask<{ name: string; count: number }>(query, [writes.map(({ name }) => name)]))
      found.set(row.name, row.count)
  const done = writes.filter(({ at }) => at !== null)
  return {
    acknowledged: done.length,
    lost: done.filter(({ name }) => !found.has(name)).length,
    doubled: writes.filter(({ name }) => (found.get(name) ?? 0) > 1).length,
  }
}

/** What was promised by these ids, and how often each is there. */
async function promisedOf({ ask }: Ground, query: string, ids: readonly string[]): Promise<Account> {
  const rows = await ask<{ id: string; count: number }>(query, [ids])
  const found = new Map(rows.map(({ id, count }) => [id, count]))
  return {
    acknowledged: ids.length,
    lost: ids.filter((id) => !found.has(id)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  }
}

const MOST_WAIT_MS = 100_000

/** Lets what waits for its next try be tried now, and waits until nothing waits. */
async function untilSettled({ ask }: Ground, { world }: Desk): Promise<void> {
  const until = Date.now() + MOST_WAIT_MS
  for (;;) {
    await ask(`update outbox set next_attempt_at = now() where status = 'PENDING' and next_attempt_at > now()`)
    await ask(`update e_invoice_messages set next_attempt_at = now() where state = 'WAITING'`)
    await deliverEInvoices.run(world.services)
    const [left] = await ask<{ count: number }>(`select (select count(*) from outbox where status = 'PENDING')::int
      + (select count(*) from e_invoice_messages where state = 'WAITING')::int
      + (select count(*) from files where storage_key is null)::int as count`)
    if (left?.count === 0 || Date.now() > until) return
    await pause(1_000)
  }
}

/** Messages of the outbox that a gateway has never taken, and those that it was handed more than once by one id. */
async function messagesOf({ ask }: Ground, channel: 'EMAIL' | 'SMS', taken: ReadonlyMap<string, number>) {
  const rows = await ask<{ id: string }>('select id from outbox where channel = $1', [channel])
  return {
    account: { acknowledged: rows.length, lost: rows.filter(({ id }) => !taken.has(id)).length, doubled: 0 },
    again: [...taken.values()].filter((count) => count > 1).length,
  }
}

/** Rows of files whose object is missing or has other bytes. */
async function filesOf({ ask, peers }: Ground): Promise<Account> {
  const rows = await ask<{ key: string; sha256: Buffer }>(
    'select storage_key as key, sha256 from files where storage_key is not null',
  )
  const isWhole = ({ key, sha256 }: (typeof rows)[number]) => {
    const held = peers.files.objects.get(key)
    return held !== undefined && createHash('sha256').update(held.content).digest().equals(sha256)
  }
  return { acknowledged: rows.length, lost: rows.filter((row) => !isWhole(row)).length, doubled: 0 }
}

/** One bill has one mail, invoice numbers have no gap, and the log is whole. @returns what is not so */
async function wrongIn({ ask }: Ground, { world }: Desk): Promise<string[]> {
  const [row] = await ask<Record<string, boolean>>(`select
    (select max(number::bigint) - min(number::bigint) + 1 = count(*) from invoices where direction = 'SALES' and number is not null) as "invoice numbers have no gap",
    (select coalesce(sum(amount_cents), 0) from ledger_rows where account = 'RECEIVABLES')
      = (select sum(open_cents) from invoices where direction = 'SALES' and stage = 'SENT') as "the ledger is what is open"`)
  const { faults } = await verifyChains(world.services.database.primary)
  return [
    ...Object.entries(row ?? {}).flatMap(([name, holds]) => (holds ? [] : [`not so: ${name}`])),
    ...faults.map((fault) => `event log: ${JSON.stringify(fault)}`),
  ]
}

/** Holds everything against everything once all faults are over. */
export async function auditAll(ground: Ground, desk: Desk) {
  await untilSettled(ground, desk)
  const { promised } = desk
  const mail = await messagesOf(ground, 'EMAIL', ground.peers.mail.taken)
  const sms = await messagesOf(ground, 'SMS', ground.peers.sms.taken)
  const online = `select invoice_id::text as id, count(*)::int as count from paytrail_attempts where invoice_id = any($1::uuid[]) and transaction_id is not null group by 1`
  const eInvoice = `select invoice_id::text as id, count(*)::int as count from e_invoice_messages where invoice_id = any($1::uuid[]) and state <> 'WAITING' group by 1`
  const takenIn = `select number as id, count(*)::int as count from received_e_invoices where number = any($1) group by 1`
  const paid = `select invoice_id::text as id, count(*)::int as count from payments where invoice_id = any($1::uuid[]) group by 1`
  const texts = `select recipient as id, count(*)::int as count from outbox where recipient = any($1) group by 1`
  const accounts: readonly (readonly [string, Account])[] = [
    ['mails', mail.account],
    ['text messages', sms.account],
    ['text messages promised', await promisedOf(ground, texts, promised.texts)],
    ['online payments begun', await promisedOf(ground, online, promised.paidOnline)],
    ['e-invoices sent', await promisedOf(ground, eInvoice, promised.eInvoices)],
    ['e-invoices taken in', await promisedOf(ground, takenIn, promised.takenIn)],
    ['payments of the bank', await promisedOf(ground, paid, promised.paid)],
    ['files', await filesOf(ground)],
  ]
  return {
    accounts,
    /** Handed over again by the same id, which a receiver drops: at least once is what a gateway is promised. */
    again: mail.again + sms.again + [...ground.peers.eInvoices.taken.values()].filter((count) => count > 1).length,
    wrong: await wrongIn(ground, desk),
  }
}
