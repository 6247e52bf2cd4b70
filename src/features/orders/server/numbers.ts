import type { Env } from '#platform/server/runtime/env.ts'

// No vowels and no look-alikes: a number can be read out on the phone and never spells a word.
const letters = '23456789BCDFGHJKLMNPQRSTVWXZ'

/** A number that people can say, such as `P-26-7KQ2MX`; unique by constraint, with no counter that nodes would share. */
export function humanNumber(env: Env, prefix: string): string {
  const year = String(env.now().getUTCFullYear()).slice(2)
  const tail = [...env.random(6)].map((byte) => letters[byte % letters.length]).join('')
  return `${prefix}-${year}-${tail}`
}
