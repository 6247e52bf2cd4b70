import { X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { createSeal, renewMadeSeal } from './operator-seal.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'seal-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const brand = (legalName: string) => ({ ...demoBrand, legalName })
async function subjectOf(legalName: string) {
  const config = { ...readConfig({ DATA_DIR: dataDir }), sealP12File: null }
  const { certificate } = await createSeal(config, systemEnv, brand(legalName)).signText('kuka')
  return new X509Certificate(certificate).subject
}

it('is made anew in the name of the present owner, and the one before is kept', async () => {
  const config = { ...readConfig({ DATA_DIR: dataDir }), sealP12File: null }
  expect(await subjectOf('Ensimmäinen Oy')).toContain('CN=Ensimmäinen Oy')
  // A name alone changes nothing: what seals is what lies there.
  expect(await subjectOf('Toinen Oy')).toContain('CN=Ensimmäinen Oy')
  const before = await renewMadeSeal(config, systemEnv, brand('Toinen Oy'))
  expect(await subjectOf('Toinen Oy')).toContain('CN=Toinen Oy')
  expect((await readdir(dataDir)).filter((name) => name.startsWith('seal.p12')).sort()).toEqual([
    'seal.p12',
    path.basename(before!),
  ])
})

it('leaves alone a certificate that was brought, and one that it cannot replace', async () => {
  const brought = { ...readConfig({ DATA_DIR: dataDir }), sealP12File: path.join(dataDir, 'brought.p12') }
  await expect(renewMadeSeal(brought, systemEnv, brand('Kolmas Oy'))).rejects.toThrow('SEAL_P12_FILE')
  expect(await subjectOf('Kolmas Oy')).toContain('CN=Toinen Oy')
  const empty = path.join(dataDir, 'file')
  await writeFile(empty, '')
  const nowhere = { ...readConfig({ DATA_DIR: dataDir }), sealP12File: null, dataDir: empty }
  await expect(renewMadeSeal(nowhere, systemEnv, brand('Kolmas Oy'))).rejects.toThrow()
})
