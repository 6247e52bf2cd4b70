import type { Database, Db } from '../database/db.ts'
import { forgetOtherKeys } from '../database/key-check.ts'
import { sealAnew, sealedColumns } from '../database/sealed-values.ts'
import { settingChains } from '../database/settings.ts'
import { closeSealAnew } from '../documents/operator-seal.ts'
import { partAccepted } from '../events/accepted-breaks.ts'
import { close, closingsOf } from '../events/closings.ts'
import { sealChain } from '../events/event-chain.ts'
import { keepHeadsAnew, keptRecord } from '../events/event-heads.ts'
import { keyEventChainsOf, sealFilesAnew, sealNoteAnew } from '../events/event-keys.ts'
import { logEvent, systemActor } from '../events/events.ts'
import { type Chain, type ChainFault, chainsAfter, verifyChain, verifyChains } from '../events/verify-chains.ts'
import type { Config } from '../runtime/config.ts'
import type { Env } from '../runtime/env.ts'
import { createVault } from '../runtime/secrets.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { closeRoots, verifyRoots } from './record-roots.ts'

type Keys = Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKey'>

/** What the retirement of a key has done. */
export interface Retired {
  readonly chains: number
  readonly values: number
  /** Values that neither key opens; they are left as they are. */
  readonly lost: number
}

const brokenAt = ({ fault, subjectType, subjectId, position }: ChainFault) =>
  `${fault} ${subjectType} ${subjectId} at ${position}`

function requireIntact(faults: readonly ChainFault[], sentence: string): void {
  if (faults.length > 0) throw new StartupError(`${sentence} (${faults.slice(0, 3).map(brokenAt).join('; ')})`)
}

/** Proves one chain under both keys and closes it under the present one; its writers wait for as long as that takes. */
async function closeChain(database: Database, chain: Chain, at: Date): Promise<ChainFault[]> {
  return database.transaction(async (db) => {
    const held = await db
      .selectFrom('event_chains')
      .selectAll()
      .where('subject_type', '=', chain.subject_type)
      .where('subject_id', '=', chain.subject_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const closed = (await closingsOf(db, [held])).get(`${held.subject_type} ${held.subject_id}`)
    const { faults, head, digest } = await verifyChain(db, held, closed, { isDigested: true })
    const { open } = await partAccepted(db, faults)
    if (open.length > 0) return open
    const { subject_type, subject_id, length } = held
    await close(db, { subject_type, subject_id, length, head, digest }, at)
    await db
      .updateTable('event_chains')
      .set({ seal: sealChain(held) })
      .where('subject_type', '=', subject_type)
      .where('subject_id', '=', subject_id)
      .execute()
    return []
  })
}

async function closeChains(database: Database, at: Date): Promise<number> {
  let chains = 0
  let page = await chainsAfter(database.primary, undefined)
  while (page.length > 0) {
    for (const chain of page)
      requireIntact(await closeChain(database, chain, at), 'The event log is broken; nothing is closed over a break.')
    chains += page.length
    page = await chainsAfter(database.primary, page.at(-1))
  }
  return chains
}

async function sealValuesAnew(db: Db, keys: Keys): Promise<{ anew: number; lost: number }> {
  const both = createVault(keys.secretKey, keys.previousSecretKey)
  const present = createVault(keys.secretKey)
  const sum = { anew: 0, lost: 0 }
  for (const column of await sealedColumns(db)) {
    const { anew, lost } = await sealAnew(db, column, both, present)
    sum.anew += anew
    sum.lost += lost
  }
  return sum
}

/**
 * Retires the key before: seals anew under the present one what it had sealed, closes what it had linked, and proves all of
 * it with the present key alone before that key is forgotten. The service may go on working, with both keys on every node.
 * Cut short, it is begun again.
 * @param database as the owner of the tables
 * @throws StartupError where there is no key before, the log is broken, or a node still writes by the key before
 */
export async function retireKey(database: Database, keys: Keys, env: Env): Promise<Retired> {
  if (!keys.previousSecretKey)
    throw new StartupError(
      'There is no key to retire: set SECRET_KEY to a new key and PREVIOUS_SECRET_KEY to the one before, start every node so, and call this again.',
    )
  const db = database.primary
  keyEventChainsOf(keys)
  requireIntact((await keptRecord(db, keys)).faults, 'The kept heads of the event log have changed.')
  requireIntact((await partAccepted(db, await verifyRoots(db, keys))).open, 'The roots of the record have changed.')
  const chains = await closeChains(database, env.now())
  await closeRoots(db, env.now())
  const { anew: values, lost } = await sealValuesAnew(db, keys)
  const alone = { ...keys, previousSecretKey: null }
  sealNoteAnew(keys)
  sealFilesAnew(keys)
  await closeSealAnew(keys)
  await database.transaction((held) => keepHeadsAnew(held, keys, env.now()))
  keyEventChainsOf(alone)
  const { open: left } = await partAccepted(db, [...(await verifyChains(db)).faults, ...(await verifyRoots(db, alone))])
  requireIntact(
    left,
    'The key before is not retired: a node has written by it meanwhile. Start every node with both keys and call this again.',
  )
  await database.transaction(async (held) => {
    await forgetOtherKeys(held, keys)
    await logEvent(held, env, systemActor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: settingChains.service },
      shared: false,
      data: { register: 'secret-key', change: 'retired', chains, values },
    })
  })
  return { chains, values, lost }
}
