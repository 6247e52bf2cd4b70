import type { Env } from '#platform/server/runtime/env.ts'

// No vowels and no look-alikes: a number can be read out on the phone and never spells a word.
const letters = '23456789BCDFGHJKLMNPQRSTVWXZ'

const mostDraws = 20

/**
 * Draws a number until one is free: at a million a year one draw in some hundred meets a taken one.
 * @param insert stores the row with `on conflict do nothing`; false when another row has the number
 */
export async function drawNumber(
  env: Env,
  prefix: string,
  insert: (number: string) => Promise<boolean>,
): Promise<string> {
  for (let draws = 0; draws < mostDraws; draws += 1) {
    const number = humanNumber(env, prefix)
    if (await insert(number)) return number
  }
  throw new Error(`no free number after ${mostDraws} draws`)
}

/** A number that people can say, such as `P-26-7KQ2MX`; unique by constraint, with no counter that nodes would share. */
function humanNumber(env: Env, prefix: string): string {
  const year = String(env.now().getUTCFullYear()).slice(2)
  const tail = [...env.random(6)].map((byte) => letters[byte % letters.length]).join('')
  return `${prefix}-${year}-${tail}`
}
