import { sql } from 'kysely'
import { turnKeeping } from '#features/operations/tasks/server/sources.ts'
import { refreshTurns, verifyTurns } from '#platform/server/turns/run.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { randomOf } from '../random.ts'
import type { World } from '../world.ts'
import { bankruptcy, workOffExits } from './exits.ts'
import { beginNew } from './happenings.ts'
import { brokenInvariants } from './invariants.ts'
import { merger } from './merger.ts'
import { moveMoney, openBank } from './money.ts'
import { type PaymentService, settleOnline } from './online.ts'
import { orderBicycles, replaceBicycles } from './orders.ts'
import { passOn } from './passing-on.ts'
import { lockMonths, settleLeavers, settleTerms } from './payroll.ts'
import { takeSteps } from './processes.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import { buildTown } from './town.ts'

export interface SimulationOptions {
  readonly leases: number
  readonly seed: number
  readonly from: Day
  readonly days: number
  /** How much more happens than in an ordinary year. */
  readonly intensity?: number
  /** After so many days a company goes bankrupt; unless told when three fifths of the time are over. */
  readonly bankruptAfter?: number
  /** After so many days a company merges into another; unless told when a quarter of the time is over. */
  readonly mergeAfter?: number
  /** Where people pay online. */
  readonly online: PaymentService
  /** Told each day's line when it is over. */
  readonly print?: (line: string) => void
}

/** The day of the month on which employers lock the month before. */
const LOCK_DAY = '05'

const euros = (cents: number) => (cents / 100).toFixed(2)

async function sums({ services }: World) {
  const { rows } = await sql<{ active: number; open: number }>`
    select (select count(*)::int from leasing_agreements where lease_state = 'ACTIVE') as active,
           (select coalesce(sum(open_cents), 0)::bigint from invoices where stage = 'SENT' and direction = 'SALES') as open`.execute(
    services.database.primary,
  )
  return rows[0]!
}

/** Whose turn it is stands as the rows say, once the minute's job has run. */
async function judgeTurns(simulation: Simulation) {
  const { services } = simulation.world
  await refreshTurns(services, turnKeeping)
  const { differences } = await verifyTurns(services.database.primary, services.env.now(), turnKeeping.sources)
  for (const { process, subjectId, stored, found } of differences.slice(0, 3))
    simulation.fault(`the turns of ${process} ${subjectId} are ${stored.join('; ')}, and should be ${found.join('; ')}`)
}

/** One day of everybody: the night's jobs, the money, what begins and what goes on. */
async function liveDay(simulation: Simulation, bank: ReturnType<typeof openBank>, options: SimulationOptions) {
  const { services } = simulation.world
  await settleOnline(simulation, options.online)
  try {
    await services.runJobs()
  } catch (error) {
    simulation.fault(`a job failed: ${String(error)}`)
  }
  await judgeTurns(simulation)
  await moveMoney(simulation, bank)
  if (simulation.today.endsWith(LOCK_DAY)) await lockMonths(simulation)
  const intensity = options.intensity ?? 1
  await beginNew(simulation, intensity)
  await orderBicycles(simulation, (options.leases / 10) * intensity)
  await replaceBicycles(simulation)
  await settleLeavers(simulation)
  await settleTerms(simulation)
  await workOffExits(simulation)
  await passOn(simulation)
  await takeSteps(simulation)
}

/**
 * Lives so many days in a town of leases, and asks after each whether the books, the bank, payroll and every process
 * still agree. The same seed gives the same lines; nothing in them is measured by a clock.
 * @returns every fault, none when all is well, and what the bank and the payment service have told
 */
export async function simulate(
  world: World,
  options: SimulationOptions,
): Promise<{ faults: readonly string[]; told: number; online: number }> {
  const random = randomOf(options.seed)
  world.env.setNow(`${options.from}T06:00:00Z`)
  const town = await buildTown(world, { leases: options.leases, random, today: options.from })
  const notes = new Map<string, number>()
  const faults: string[] = []
  const simulation = openSimulation({ world, random, town, today: options.from, notes, faults })
  const bank = openBank(options.online)
  let seen = 0
  const { bankruptAfter = Math.floor(options.days * 0.6), mergeAfter = Math.floor(options.days * 0.25) } = options
  for (let passed = 0; passed < options.days; passed += 1) {
    const today = addDays(options.from, passed)
    simulation.today = today
    world.env.setNow(`${today}T06:00:00Z`)
    notes.clear()
    if (passed === bankruptAfter) await bankruptcy(simulation)
    if (passed === mergeAfter) await merger(simulation)
    await liveDay(simulation, bank, options)
    const broken = await brokenInvariants(world.services.database.primary, {
      today,
      since: addDays(today, -1),
      told: bank.told,
      online: options.online.taken - options.online.paidBack,
    })
    for (const one of broken) simulation.fault(one)
    const { active, open } = await sums(world)
    const before = seen
    seen = faults.length
    const happened = [...notes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => `${what} ${times}`)
    options.print?.(
      `${today} | ${active} leases | open ${euros(open)} | bank ${euros(bank.told)} | ${faults.length === before ? 'holds' : 'BROKEN'} | ${happened.join(', ')}`,
    )
    for (const one of faults.slice(before)) options.print?.(`  ${one}`)
  }
  return { faults, told: bank.told, online: options.online.taken - options.online.paidBack }
}
