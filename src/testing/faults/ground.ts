import { type ChildProcess, execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { type S3Peer, startS3Peer } from '../s3-peer.ts'
import { type Pair, startPair } from '../standby.ts'
import { type Door, openDoor } from './door.ts'
import { createNode, type Node, type Start } from './node.ts'
import { startHttpPeer, startMailPeer, type Taker } from './peers.ts'
import { hasPgBouncer, startPooler } from './pooler.ts'

const SECRET_KEY = 'a-key-for-fault-runs-only-zVq7Lm2Xw9'
/** What the disk holds that the fault run fills. */
const DISK = '1500m'

/** What can be killed, held and started anew. */
interface Thing {
  kill(): Promise<void>
  hold(held: boolean): void
  start(): Promise<void>
}

/** Two nodes behind PgBouncer, a primary with its replica, an object store and every gateway, all of this machine. */
export interface Ground {
  readonly nodes: readonly [Node, Node]
  readonly pair: Pair
  /** Null where PgBouncer is not installed. */
  readonly pooler: Thing | null
  readonly doors: Readonly<Record<'primary' | 'replica' | 'files' | 'mail' | 'sms' | 'payments' | 'eInvoices', Door>>
  readonly peers: { readonly mail: Taker; readonly sms: Taker; readonly eInvoices: Taker; readonly files: S3Peer }
  /** The folder of a disk that may be filled; null where none could be made. */
  readonly disk: string | null
  readonly bankInbox: string
  /** What a process of the service is told, so that it works on the same rows. */
  readonly variables: Record<string, string>
  /** How the database that takes writes is reached, as its owner. */
  readonly owner: { host: string; port: number; user: string; password: string; database: string }
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** A disk in memory, which root alone can make. */
function makeDisk(root: string): string | null {
  const folder = path.join(root, 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    return null
  }
}

async function openPooler(folder: string, primary: Door, { user, password, database }: Ground['owner']) {
  if (!hasPgBouncer) return null
  const plan = { folder, server: primary, user, password, database, size: 12 }
  // What is asked while the database is away is answered by it again soon: clients hear an error sooner than they leave.
  const settings = 'server_login_retry = 1\nserver_connect_timeout = 2\nquery_wait_timeout = 5\nmax_client_conn = 300'
  const first = await startPooler({ ...plan, settings })
  let child: ChildProcess = first.process
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const { port } = first.connection
  return {
    port,
    kill,
    hold(held: boolean) {
      child.kill(held ? 'SIGSTOP' : 'SIGCONT')
    },
    async start() {
      child = (await startPooler({ ...plan, settings, port })).process
    },
  }
}

async function openPeers() {
  const [mail, sms, eInvoices, files, payments] = await Promise.all([
    startMailPeer(),
    startHttpPeer(),
    startHttpPeer(),
    startS3Peer(),
    startDemoPaytrail(),
  ])
  const at = (port: number | string) => openDoor({ host: '127.0.0.1', port: Number(port) })
  const doors = {
    mail: await at(mail.port),
    sms: await at(sms.port),
    eInvoices: await at(eInvoices.port),
    files: await at(new URL(files.config.endpoint).port),
    payments: await at(new URL(payments.config.url).port),
  }
  return { peers: { mail, sms, eInvoices, files }, payments, doors }
}

type Peers = Awaited<ReturnType<typeof openPeers>>

const urlOf = ({ host, port }: Door) => `http://${host}:${port}`

function variablesOf({ peers, payments, doors }: Peers, bankInbox: string): Record<string, string> {
  const { bucket, region, keyId, secret } = peers.files.config
  return {
    SECRET_KEY,
    DEMO: '0',
    LOG_LEVEL: 'error',
    GENERAL_LIMIT: '0',
    ADMISSION_MS: '0',
    DRAIN_SECONDS: '2',
    SMTP_URL: `smtp://${doors.mail.host}:${doors.mail.port}`,
    SMS_GATEWAY_URL: urlOf(doors.sms),
    EINVOICE_GATEWAY_URL: urlOf(doors.eInvoices),
    PAYTRAIL_URL: urlOf(doors.payments),
    PAYTRAIL_MERCHANT_ID: payments.config.merchantId,
    PAYTRAIL_SECRET: payments.config.secret,
    FILES_S3_ENDPOINT: urlOf(doors.files),
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_KEY_ID: keyId,
    FILES_S3_SECRET: secret,
    BANK_INBOX_DIR: bankInbox,
  }
}

/** Makes everything and starts both nodes, by another release where one is named. */
export async function openGround(how: Start = {}): Promise<Ground> {
  const root = mkdtempSync(path.join(tmpdir(), 'poljin-faults-'))
  chmodSync(root, 0o755)
  const disk = makeDisk(root)
  const pair = await startPair({ durable: true, within: disk ?? root })
  const { user, password, database } = pair.primary.connection
  const primary = await openDoor(pair.primary.connection)
  const replica = await openDoor(pair.standby.connection)
  const owner = { host: primary.host, port: primary.port, user, password, database }
  const pooler = await openPooler(root, primary, owner)
  const made = await openPeers()
  const bankInbox = path.join(root, 'bank')
  mkdirSync(bankInbox)
  const addressOf = (port: number) => `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  const variables = {
    ...variablesOf(made, bankInbox),
    DATABASE_URL: addressOf(pooler?.port ?? primary.port),
    DATABASE_OWNER_URL: addressOf(primary.port),
    READ_DATABASE_URL: addressOf(replica.port),
  }
  const nodes = await Promise.all(['one', 'two'].map((name) => createNode(path.join(root, name), variables)))
  const [one, two] = nodes as [Node, Node]
  await one.start(how)
  await two.start(how)
  const doors = { ...made.doors, primary, replica }
  return {
    nodes: [one, two],
    pair,
    pooler,
    doors,
    peers: made.peers,
    disk,
    bankInbox,
    variables,
    owner,
    async ask(text, values = []) {
      const client = new pg.Client(owner)
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async close() {
      await Promise.all([one.kill(), two.kill()])
      await pooler?.kill()
      await Promise.all(Object.values(doors).map((door) => door.close()))
      await Promise.all([...Object.values(made.peers), made.payments].map((peer) => peer.close()))
      await pair.close()
      if (disk) execFileSync('umount', [disk])
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** An employer's admin with a session, written as any release has these rows. @returns the token and the company */
export async function writeEmployer(
  { ask }: Pick<Ground, 'ask'>,
  businessId: string,
): Promise<{ token: string; companyId: string }> {
  const token = randomBytes(32).toString('base64url')
  const [companyId, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
  await ask(`insert into companies (id, name, business_id) values ($1, $2, $3)`, [
    companyId,
    `Vikaryhmä ${businessId}`,
    businessId,
  ])
  await ask(`insert into users (id, email, work_email, first_name, last_name) values ($1, $2, $2, 'A', 'B')`, [
    userId,
    `a${businessId}@testi.example`,
  ])
  await ask('insert into user_roles (id, user_id, role_id, company_id) values ($1, $2, $3, $4)', [
    randomUUID(),
    userId,
    roleId('EMPLOYER_ADMIN'),
    companyId,
  ])
  await ask(
    `insert into sessions (id, user_id, csrf_token, absolute_end_at, signed_in_with) values ($1, $2, '-', '2100-01-01', 'PASSWORD')`,
    [sessionId, userId],
  )
  await ask(`insert into session_tokens (hash, session_id, kind, expires_at) values ($1, $2, 'ACCESS', '2100-01-01')`, [
    sha256(token),
    sessionId,
  ])
  return { token, companyId }
}

/** Waits until every node says that it takes calls. @throws where one does not within a minute and a half */
export async function untilReady({ nodes }: Pick<Ground, 'nodes'>): Promise<void> {
  const until = Date.now() + 90_000
  while (!(await Promise.all(nodes.map((node) => node.probe()))).every((told) => told === true)) {
    if (Date.now() > until) throw new Error(`a node is not ready: ${nodes.map((node) => node.printed()).join('\n')}`)
    await pause(50)
  }
}
