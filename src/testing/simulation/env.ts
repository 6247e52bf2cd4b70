import { v7 } from 'uuid'
import { randomOf } from '../random.ts'
import type { TestEnv } from '../world.ts'

/** A clock that stands still but for a millisecond a look, and ids, codes and random bytes that a seed decides. */
export function simulatedEnv(seed: number): TestEnv {
  const random = randomOf(seed)
  let at = 0
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)))
  return {
    now() {
      at += 1
      return new Date(at)
    },
    setNow(instant) {
      at = new Date(instant).getTime()
    },
    advance(milliseconds) {
      at += milliseconds
    },
    random: bytes,
    code: () => String(Math.floor(random() * 1_000_000)).padStart(6, '0'),
    id() {
      at += 1
      return v7({ msecs: at, random: bytes(16) })
    },
  }
}
