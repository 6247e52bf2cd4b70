import { randomBytes, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Clock, random and ids, handed in so that tests and simulations can drive them. */
export interface Env {
  now(): Date
  /** Cryptographically strong random bytes. */
  random(bytes: number): Buffer
  /** Six digits, uniformly drawn. */
  code(): string
  /** A UUIDv7; never a secret. */
  id(): string
}

export const systemEnv: Env = {
  now: () => new Date(),
  random: (bytes) => randomBytes(bytes),
  code: () => String(randomInt(0, 1_000_000)).padStart(6, '0'),
  id: () => v7(),
}
