import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from './desk.ts'
import { type Ground, untilReady } from './ground.ts'
import type { Node, Start } from './node.ts'

/** How long what falls silent or away stays so. */
const AWAY_MS = 8_000
/** Longer than the database lets a transaction do nothing, which a frozen node leaves behind with its locks. */
const FROZEN_NODE_MS = 15_000
/** How soon whoever watches over a process starts it anew. */
const RESTART_MS = 1_000

/** A fault, and what must hold while it lasts. */
export interface Case {
  readonly name: string
  /** The longest time between two acknowledged writes that is allowed for; null where nothing else could take them. */
  readonly goalMs: number | null
  /** Why it cannot be tried here; null where it can. */
  skip?(ground: Ground): string | null
  /** Does what is to be done, and mends it. @returns when it was mended, where the service could not write before */
  work(ground: Ground, desk: Desk): Promise<number | null | undefined>
}

interface Held {
  hold(held: boolean): void
}

async function held(thing: Held, forMs = AWAY_MS): Promise<number> {
  thing.hold(true)
  await pause(forMs)
  thing.hold(false)
  return Date.now()
}

async function killed(thing: { kill(): Promise<void>; start(): Promise<void> }): Promise<number> {
  await thing.kill()
  await pause(RESTART_MS)
  const at = Date.now()
  await thing.start()
  return at
}

async function behind(door: Ground['doors']['primary'], state: 'MUTE' | 'SHUT'): Promise<number> {
  door.set(state)
  await pause(AWAY_MS)
  door.set('OPEN')
  return Date.now()
}

const noPooler = ({ pooler }: Ground) => (pooler ? null : 'PgBouncer is not installed')
const TWO_NODES_MS = 2_000
const ONE_NODE_MS = 6_000
const PROMOTED_MS = 10_000

async function replaced(nodes: readonly Node[], how: Start): Promise<undefined> {
  for (const node of nodes) {
    await node.stop()
    await node.start(how)
  }
}

/** Nodes of the release before go on while those of this one come, one after the other; the first brings the schema. */
export const rollingUpgrade = (name: string): Case => ({
  name,
  goalMs: TWO_NODES_MS,
  work: ({ nodes }) => replaced(nodes, {}),
})

const ofNodes: readonly Case[] = [
  { name: 'one of two nodes killed', goalMs: TWO_NODES_MS, work: async ({ nodes }) => void (await killed(nodes[0])) },
  {
    name: 'one of two nodes frozen',
    goalMs: TWO_NODES_MS,
    work: async ({ nodes }) => void (await held(nodes[0], FROZEN_NODE_MS)),
  },
  {
    name: 'the only node killed',
    goalMs: ONE_NODE_MS,
    async work({ nodes: [one, two] }) {
      await two.stop()
      await pause(1_000)
      await killed(one)
      await untilReady({ nodes: [one, one] })
      await two.start()
      return undefined
    },
  },
  {
    name: 'the clock of one node 20 minutes back',
    goalMs: TWO_NODES_MS,
    async work({ nodes: [one] }) {
      const preload = path.join(import.meta.dirname, 'clock-back.mjs')
      await one.stop()
      await one.start({ variables: { NODE_OPTIONS: `--import=${preload}` } })
      await pause(AWAY_MS)
      if (await one.probe()) throw new Error('a node whose clock is 20 minutes back says that it is ready')
      await replaced([one], {})
      return undefined
    },
  },
]

const ofDatabases: readonly Case[] = [
  {
    name: 'PgBouncer killed',
    goalMs: null,
    skip: noPooler,
    work: async ({ pooler }) => pooler && (await killed(pooler)),
  },
  {
    name: 'PgBouncer frozen',
    goalMs: null,
    skip: noPooler,
    work: async ({ pooler }) => pooler && (await held(pooler)),
  },
  { name: 'primary killed, started anew', goalMs: null, work: ({ pair }) => killed(pair.primary) },
  { name: 'primary frozen', goalMs: null, work: ({ pair }) => held(pair.primary) },
  { name: 'no way to the primary: silent', goalMs: null, work: ({ doors }) => behind(doors.primary, 'MUTE') },
  { name: 'no way to the primary: refused', goalMs: null, work: ({ doors }) => behind(doors.primary, 'SHUT') },
  { name: 'replica killed', goalMs: TWO_NODES_MS, work: async ({ pair }) => void (await killed(pair.standby)) },
  { name: 'replica frozen', goalMs: TWO_NODES_MS, work: async ({ pair }) => void (await held(pair.standby)) },
  {
    name: 'no way to the replica: silent',
    goalMs: TWO_NODES_MS,
    work: async ({ doors }) => void (await behind(doors.replica, 'MUTE')),
  },
  {
    name: 'the disk of the database full',
    goalMs: null,
    skip: ({ disk }) => (disk ? null : 'a disk to fill can be made by root alone'),
    async work({ disk, pair }) {
      const ballast = path.join(String(disk), 'ballast')
      const { bavail, bsize } = statfsSync(String(disk))
      execFileSync('fallocate', ['-l', String(bavail * bsize), ballast])
      await pause(AWAY_MS)
      rmSync(ballast)
      const at = Date.now()
      // A server that could not write its log has ended, and whoever watches over it starts it anew.
      for (const server of [pair.primary, pair.standby]) if (!server.isAlive()) await server.start()
      return at
    },
  },
]

const silentPeer = (name: string, door: keyof Ground['doors'], ask: (desk: Desk) => Promise<unknown>): Case => ({
  name,
  goalMs: TWO_NODES_MS,
  async work({ doors }, desk) {
    doors[door].set('MUTE')
    const asked = ask(desk)
    await pause(AWAY_MS)
    doors[door].set('OPEN')
    await asked
    return undefined
  },
})

const ofPeers: readonly Case[] = [
  silentPeer('mail server silent', 'mail', async () => undefined),
  silentPeer('SMS gateway silent', 'sms', (desk) => desk.sendTexts(5)),
  silentPeer('payment service silent', 'payments', (desk) => desk.payOnline(3)),
  silentPeer('e-invoice gateway silent', 'eInvoices', (desk) => desk.sendEInvoices(3)),
  silentPeer('object store silent', 'files', (desk) => desk.takeInEInvoices(3)),
  {
    name: 'object store away',
    goalMs: TWO_NODES_MS,
    async work({ doors }, desk) {
      doors.files.set('SHUT')
      const asked = desk.takeInEInvoices(3)
      await pause(AWAY_MS)
      doors.files.set('OPEN')
      await asked
      return undefined
    },
  },
  {
    name: 'bank folder away',
    goalMs: TWO_NODES_MS,
    async work({ bankInbox }, desk) {
      await desk.putStatement()
      const elsewhere = `${bankInbox}-${randomUUID()}`
      renameSync(bankInbox, elsewhere)
      await desk.readBank()
      await pause(AWAY_MS)
      renameSync(elsewhere, bankInbox)
      // As two nodes whose clocks strike at once.
      await Promise.all([desk.readBank(), desk.readBank()])
      return undefined
    },
  },
]

const promotion: Case = {
  name: 'primary lost, replica promoted',
  goalMs: PROMOTED_MS,
  async work({ pair, doors, ask }) {
    // What was acknowledged is on both: the promise of synchronous replication.
    await ask(`alter system set synchronous_standby_names = 'standby'`)
    await ask('select pg_reload_conf()')
    await pause(2_000)
    await pair.primary.kill()
    await pause(RESTART_MS)
    await pair.promote()
    doors.primary.leadTo(pair.standby.connection)
    return Date.now()
  },
}

/** Every fault in its turn; the last leaves the first primary behind. */
export const cases: readonly Case[] = [...ofNodes, ...ofDatabases, ...ofPeers, promotion]
