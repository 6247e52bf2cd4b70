/** Numbers below one, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** One of a list, by the next number. */
export const pick = <T>(random: () => number, of: readonly T[]): T => of[Math.floor(random() * of.length)]!
