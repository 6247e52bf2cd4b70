import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '#platform/contract/errors.ts'
import { present } from '#platform/values/present.ts'
import { normalisePassword } from '../rules/password-strength.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32

/** How many hashes have been computed and how many ran at once at most; told to the metrics and the tests. */
export const hashing = { computed: 0, mostAtOnce: 0 }

const atOnce = Math.max(1, availableParallelism())
const waiting: (() => void)[] = []
let running = 0

/** Who would wait longer than a few seconds is told to come back instead. */
const mostWaiting = 100

/**
 * At most one hash per core: more would only take memory, and a burst of sign-ins must not stop everything else.
 * @throws TOO_MANY_REQUESTS with Retry-After while a hundred wait
 */
async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (waiting.length >= mostWaiting) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3 })
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  hashing.mostAtOnce = Math.max(hashing.mostAtOnce, running)
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function derive(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism } = cost as { memory: number; passes: number; parallelism: number },
) {
  return inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        hashing.computed += 1
        const message = Buffer.from(normalisePassword(password), 'utf8')
        argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) => {
          if (error) reject(error)
          else resolve(tag)
        })
      }),
  )
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The Argon2id hash of a password in the PHC text form, which carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const noAccount = { nonce: randomBytes(16), tag: randomBytes(tagLength) }

/**
 * Compares a password with a stored hash. Exactly one hash is computed whether there is a stored one or not, so that
 * the time tells nothing about the account.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '')
  if (!parts) {
    const tag = await derive(password, noAccount.nonce)
    timingSafeEqual(tag, noAccount.tag)
    return false
  }
  const given = { memory: Number(parts[1]), passes: Number(parts[2]), parallelism: Number(parts[3]) }
  const expected = Buffer.from(present(parts[5]), 'base64')
  const tag = await derive(password, Buffer.from(present(parts[4]), 'base64'), given)
  return tag.length === expected.length && timingSafeEqual(tag, expected)
}
