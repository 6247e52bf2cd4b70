import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Env } from './env.ts'

/** SHA-256, for tokens of 256 random bits, which need no slow hash. */
export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer')
}

/** A token of 256 random bits for links and sessions. */
export function newToken(env: Env): { token: string; hash: Buffer } {
  const token = env.random(32).toString('base64url')
  return { token, hash: sha256(token) }
}

/** Constant-time comparison of two hashes. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The keys that prove the event log, apart from all others; the first writes. */
export const chainKeysOf = (secretKey: string, previousSecretKey: string | null) =>
  [secretKey, ...(previousSecretKey ? [previousSecretKey] : [])].map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', 'event-chain', 32)),
  )

/** Seals and keys with the operator's secret key; a retired key still opens what it sealed. */
export interface Vault {
  /** Authenticated encryption of a short text. */
  seal(text: string): string
  /** @throws Error when the text was sealed by another key or changed. */
  open(sealed: string): string
  /** A keyed hash, for six-digit codes that a plain hash would not hide. */
  keyedHash(purpose: string, value: string): Buffer
}

export function createVault(secretKey: string, previousSecretKey: string | null = null): Vault {
  const keys = [secretKey, ...(previousSecretKey ? [previousSecretKey] : [])].map((key) => ({
    seal: Buffer.from(hkdfSync('sha256', key, '', 'seal', 32)),
    mac: Buffer.from(hkdfSync('sha256', key, '', 'mac', 32)),
  }))
  const current = keys[0]!
  return {
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.seal, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const [index, key] of keys.entries()) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key.seal, bytes.subarray(0, 12))
          decipher.setAuthTag(bytes.subarray(12, 28))
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        } catch (error) {
          if (index === keys.length - 1) throw error
        }
      }
      throw new Error('no key opens the text')
    },
    keyedHash: (purpose, value) => createHmac('sha256', current.mac).update(`${purpose}\n${value}`).digest(),
  }
}
