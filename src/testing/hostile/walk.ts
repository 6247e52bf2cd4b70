import { pick, randomOf } from '#testing/random.ts'
import type { World } from '#testing/world.ts'
import { employersCalls, personsCalls } from './calls.ts'
import { type Cast, closeRound, openRound } from './round.ts'

/** One random call of one of the two. */
async function hostileStep(
  byEmployer: ReturnType<typeof employersCalls>,
  byPerson: ReturnType<typeof personsCalls>,
  world: World,
  random: () => number,
) {
  const calls = random() < 0.6 ? byEmployer : byPerson
  await pick(random, calls)()
  // Time passes, but less in a round than a person has to answer in.
  if (random() < 0.1) world.env.advance(3_600_000)
}

interface Walk {
  readonly steps: number
  readonly perRound?: number
  readonly seed: number
  /** Done to the person's row after every step: a guard that is gone, which the walk has to find. */
  readonly breach?: (personId: string) => Promise<unknown>
}

/** Rounds of hostile steps. @returns what the model did not foresee */
export async function hostileWalk(
  world: World,
  cast: Cast,
  { steps, perRound = 60, seed, breach }: Walk,
): Promise<string[]> {
  const random = randomOf(seed)
  const faults: string[] = []
  for (let done = 0; done < steps; done += perRound) {
    const round = await openRound(world, cast, random)
    const byEmployer = employersCalls(round)
    const byPerson = personsCalls(round)
    for (let step = 0; step < Math.min(perRound, steps - done); step += 1) {
      await hostileStep(byEmployer, byPerson, world, random)
      await breach?.(round.personId)
    }
    faults.push(...(await closeRound(round)).map((fault) => `round ${done / perRound}: ${fault}`))
    await world.services.database.primary.deleteFrom('rate_limits').execute()
  }
  return faults
}
