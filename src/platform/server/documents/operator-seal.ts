import { hkdfSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#platform/server/runtime/config.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import type { Brand } from '#platform/values/brand.ts'
import type { Stamp } from './cms-signature.ts'

/** A person waits for a seal, so that an authority has less time here than for roots. */
const STAMPED_WITHIN_MS = 4_000
/** An authority that has failed is left alone for so long: each seal would wait for it. */
const LEFT_ALONE_MS = 60_000
const STAMP_BYTES_AT_MOST = 12_000

/** Loaded for the first document: most of what a start holds in memory would be the parts that write and sign PDF. */
const sealing = () => import('./seal.ts')

/** What the certificates that earlier releases made are opened with. */
const earlierPassphrase = 'demo'

/** The passphrase of a certificate made here: nobody opens the file who does not have the secret key. */
const passphraseOf = (secretKey: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'seal-p12', 24)).toString('base64url')

/** What the operator's certificate does. */
export interface OperatorSeal {
  /** Seals a finished PDF. */
  readonly seal: (pdf: Buffer, reason: string) => Promise<Buffer>
  /** Signs a text with SHA-256. @returns the bare signature, and the certificate in DER */
  readonly signText: (text: string) => Promise<{ readonly signature: Buffer; readonly certificate: Buffer }>
}

/**
 * Dates signatures by the configured authority. A document without a date of a third party is better than none, and
 * the hourly root over it is stamped all the same.
 */
function createStamp({ timestamp }: Config, env: Env): Stamp | undefined {
  if (!timestamp) return undefined
  let leftAloneUntil = 0
  return async (signature) => {
    if (Date.now() < leftAloneUntil) return null
    try {
      const { requestTimeStamp } = await import('#platform/server/record/time-stamps.ts')
      const { token } = await requestTimeStamp(signature, timestamp, { env, withinMs: STAMPED_WITHIN_MS })
      return token.length <= STAMP_BYTES_AT_MOST ? token : null
    } catch {
      leftAloneUntil = Date.now() + LEFT_ALONE_MS
      return null
    }
  }
}

/** The operator's seal: the configured certificate, or one made once and kept in the data folder. */
export function createSeal(config: Config, env: Env, brand: Brand): OperatorSeal {
  let certificate: Promise<{ p12: Buffer; passphrase: string }> | null = null
  const stamp = createStamp(config, env)
  const opened = () => {
    certificate ??= readCertificate(config, env, brand).catch((error: unknown) => {
      // The next document tries again, so that a mended file needs no restart.
      certificate = null
      throw error
    })
    return certificate
  }
  return {
    async seal(pdf, reason) {
      const { p12, passphrase } = await opened()
      return (await sealing()).sealPdf(pdf, { p12, passphrase, reason, at: env.now(), stamp })
    },
    async signText(text) {
      const { p12, passphrase } = await opened()
      return (await sealing()).signText(text, { p12, passphrase })
    },
  }
}

async function readCertificate(config: Config, env: Env, brand: Brand) {
  if (config.sealP12File) return { p12: readFileSync(config.sealP12File), passphrase: config.sealP12Passphrase }
  const file = path.join(config.dataDir, 'seal.p12')
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true })
    const made = { commonName: brand.legalName, at: env.now(), passphrase: passphraseOf(config.secretKey) }
    writeFileSync(file, await (await sealing()).makeP12(made), { mode: 0o600 })
  }
  return openMade(file, config)
}

/**
 * Makes the certificate in the data folder anew, in the owner's present name. The one before is kept beside it: what it has
 * sealed holds it too and stays valid.
 * @returns where the one before lies, null where there was none
 */
export async function renewMadeSeal(config: Config, env: Env, brand: Brand): Promise<string | null> {
  if (config.sealP12File)
    throw new StartupError('SEAL_P12_FILE names a certificate that was not made here: its issuer renews it.')
  const file = path.join(config.dataDir, 'seal.p12')
  const before = existsSync(file) ? `${file}.until-${env.now().toISOString().replaceAll(/[:.]/g, '-')}` : null
  if (before) renameSync(file, before)
  try {
    await readCertificate(config, env, brand)
  } catch (error) {
    if (before) renameSync(before, file)
    throw error
  }
  return before
}

type Keys = Pick<Config, 'secretKey' | 'previousSecretKey'>

async function openMade(file: string, { secretKey, previousSecretKey }: Keys) {
  const { opensP12 } = await sealing()
  const p12 = readFileSync(file)
  const keys = [secretKey, ...(previousSecretKey ? [previousSecretKey] : [])]
  const passphrase = [...keys.map(passphraseOf), earlierPassphrase].find((one) => opensP12(p12, one))
  if (passphrase === undefined) throw new Error(`${file} opens with none of the keys`)
  return { p12, passphrase }
}

/** Closes the certificate that was made here by the present key, where another one still opens it. */
export async function closeSealAnew({ dataDir, ...keys }: Keys & Pick<Config, 'dataDir'>): Promise<void> {
  const file = path.join(dataDir, 'seal.p12')
  if (!existsSync(file)) return
  const { p12, passphrase } = await openMade(file, keys)
  const present = passphraseOf(keys.secretKey)
  if (passphrase === present) return
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, (await sealing()).reclosedP12(p12, passphrase, present), { mode: 0o600 })
  renameSync(draft, file)
}
