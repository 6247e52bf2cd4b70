import { setTimeout as pause } from 'node:timers/promises'
import { companyUnits } from '#features/people/companies/units/contract.ts'
import { type Account, accountOf, auditAll } from './audit.ts'
import { type Case, cases, rollingUpgrade } from './cases.ts'
import { type Desk, openDesk } from './desk.ts'
import { type Ground, openGround, untilReady, writeEmployer } from './ground.ts'
import { type Act, type Load, startLoad } from './load.ts'

/** A line of the table. */
export interface Outcome {
  readonly name: string
  /** Why it was left out. */
  readonly skipped?: string
  readonly account?: Account
  readonly gapMs?: number
  /** The part of the gap after the mending, where nothing else could take writes. */
  readonly afterMs?: number | null
  readonly goalMs?: number | null
  /** The longest that one write has taken, its repetitions included. */
  readonly longestMs?: number
  /** What else was wrong. */
  readonly wrong: readonly string[]
}

const CALM_MS = 1_500
const WRITERS = 5
/** Each writes about itself alone, so that one whose row is held does not hold the others. */
const employers = ['9870005-5', '9870006-3', '9870007-1']

/** Brings one fault about under load and reckons what it has cost. */
async function tryOne(ground: Ground, desk: Desk | null, load: Load, one: Case): Promise<Outcome> {
  const skipped = one.skip?.(ground)
  if (skipped) return { name: one.name, skipped, wrong: [] }
  await pause(CALM_MS)
  const from = Date.now()
  const wrong: string[] = []
  const mended = await one.work(ground, desk as Desk).catch((error: Error) => void wrong.push(error.message))
  await untilReady(ground).catch((error: Error) => void wrong.push(error.message))
  await pause(CALM_MS)
  const to = Date.now()
  await load.rest()
  const writes = load.writesSince(from - CALM_MS)
  const account = await accountOf(ground, writes)
  load.goOn()
  wrong.push(...new Set(writes.flatMap(({ fault }) => (fault ? [fault] : []))))
  const given = writes.filter(({ at, fault }) => at === null && !fault).length
  if (given > 0) wrong.push(`${given} writes were not acknowledged within a minute`)
  const afterMs = mended ? load.gap(mended, to) : null
  const longestMs = Math.max(0, ...writes.flatMap(({ begun, at }) => (at === null ? [] : [at - begun])))
  return { name: one.name, account, gapMs: load.gap(from, to), afterMs, longestMs, goalMs: one.goalMs, wrong }
}

/**
 * Runs the faults one after the other.
 * @param options.before the release before, whose nodes this one's take the place of; null where there is none to be had
 * @param options.wanted words, of which a case's name has to bear one
 */
export async function runFaults(options: {
  before: string | null
  wanted: readonly string[]
  told(outcome: Outcome): void
  /** Hands over what puts everything away, for a run that is broken off. */
  opened(close: () => Promise<void>): void
}): Promise<Outcome[]> {
  const { before, wanted, told } = options
  const isWanted = ({ name }: Case) => wanted.length === 0 || wanted.some((word) => name.includes(word))
  const ground = await openGround(before ? { tree: before } : {})
  options.opened(ground.close)
  const outcomes: Outcome[] = []
  const tell = (outcome: Outcome) => {
    outcomes.push(outcome)
    told(outcome)
  }
  const deeds: Act[] = []
  let load: Load | null = null
  try {
    for (const businessId of employers) {
      const { token, companyId } = await writeEmployer(ground, businessId)
      const body = (unitName: string) => ({ unit: { unitName }, companyId })
      deeds.push({ kind: 'unit', path: companyUnits.create.path, token, body })
    }
    load = startLoad(ground.nodes, deeds, WRITERS)
    const upgrade = rollingUpgrade(before ? 'rolling upgrade from the release before' : 'rolling restart')
    if (before || isWanted(upgrade)) tell(await tryOne(ground, null, load, upgrade))
    const desk = await openDesk(ground)
    try {
      deeds.push(desk.bills, desk.bills)
      for (const one of cases.filter(isWanted)) tell(await tryOne(ground, desk, load, one))
      await load.stop()
      const { accounts, again, wrong } = await auditAll(ground, desk)
      for (const [name, account] of accounts)
        if (account.acknowledged > 0) tell({ name: `in the end: ${name}`, account, wrong: [] })
      tell({ name: `in the end: ${again} messages came again with the id that they had`, wrong })
    } finally {
      await desk.world.close()
    }
  } finally {
    await load?.stop()
    await ground.close()
  }
  return outcomes
}

/** Whether nothing was lost or doubled, and nothing else was wrong. */
export const holds = ({ account, wrong }: Outcome) =>
  wrong.length === 0 && (!account || account.lost + account.doubled === 0)
