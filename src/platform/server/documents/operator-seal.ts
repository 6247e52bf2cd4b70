import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#platform/server/runtime/config.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Brand } from '#platform/values/brand.ts'
import { makeDemoP12, sealPdf } from './seal.ts'

const demoPassphrase = 'demo'

/**
 * The operator's seal: the configured certificate, or one made once and kept in the data folder.
 * @returns a function that seals a finished PDF
 */
export function createSeal(config: Config, env: Env, brand: Brand): (pdf: Buffer, reason: string) => Promise<Buffer> {
  let certificate: Promise<{ p12: Buffer; passphrase: string }> | null = null
  return async (pdf, reason) => {
    certificate ??= readCertificate(config, env, brand).catch((error: unknown) => {
      // The next document tries again, so that a mended file needs no restart.
      certificate = null
      throw error
    })
    const { p12, passphrase } = await certificate
    return sealPdf(pdf, { p12, passphrase, reason, at: env.now() })
  }
}

async function readCertificate(config: Config, env: Env, brand: Brand) {
  if (config.sealP12File) return { p12: readFileSync(config.sealP12File), passphrase: config.sealP12Passphrase }
  const file = path.join(config.dataDir, 'seal.p12')
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(file, await makeDemoP12({ commonName: brand.legalName, at: env.now() }), { mode: 0o600 })
  }
  return { p12: readFileSync(file), passphrase: demoPassphrase }
}
