import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { type Authority, hasOpenssl, openAuthority } from '#testing/cases/time-stamp-authority.ts'
import { createSeal } from './operator-seal.ts'
import { createPdf } from './pdf.ts'
import { makeP12, sealPdf } from './seal.ts'

const at = new Date('2026-03-14T11:02:51Z')
const reason = 'Työsuhdepyörän leasingsopimus (S-1) – sinetti €'

let folder: string
let p12: Buffer
let plain: Buffer
let sealed: Buffer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seal-'))
  p12 = await makeP12({ commonName: 'Äänekoski Esimerkki Oy', at, passphrase: 'demo' })
  const page = await createPdf({ title: 'Sopimus', language: 'fi', brand: demoBrand, at, headline: 'S-1' })
  page.title('Sopimus')
  page.paragraph('Pyörän hinta on 3 000,00 €.')
  plain = await page.finish()
  sealed = await sealPdf(plain, { p12, passphrase: 'demo', reason, at })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function pdfsig(pdf: Buffer, ...options: string[]): Promise<string> {
  await writeFile(path.join(folder, 'document.pdf'), pdf)
  const { stdout } = await promisify(execFile)('pdfsig', [...options, 'document.pdf'], {
    cwd: folder,
    env: { ...process.env, TZ: 'UTC' },
  }).catch(
    // pdfsig ends with an error code when a signature does not hold.
    (error: { stdout: string }) => error,
  )
  return stdout
}

/** The two ranges that the signature covers, and the signature itself. */
function partsOf(pdf: Buffer): { covered: Buffer; signature: Buffer; range: number[] } {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1'))!.slice(1).map(Number)
  const [first = 0, firstLength = 0, second = 0, secondLength = 0] = range
  // Zeros fill the place up; the message's own header (30 82 and two bytes of length) says where it ends.
  const padded = Buffer.from(pdf.subarray(firstLength + 1, second - 1).toString('latin1'), 'hex')
  return {
    range,
    covered: Buffer.concat([pdf.subarray(first, first + firstLength), pdf.subarray(second, second + secondLength)]),
    signature: padded.subarray(0, 4 + padded.readUInt16BE(2)),
  }
}

describe.skipIf(spawnSync('pdfsig', ['-v']).status !== 0)('a reader', () => {
  it('calls the signature valid, of the whole document, in the form of PAdES', async () => {
    const words = await pdfsig(sealed)
    expect(words).toContain('Signature Validation: Signature is Valid.')
    expect(words).toContain('Total document signed')
    expect(words).toContain('ETSI.CAdES.detached')
    expect(words).toContain('SHA-256')
    expect(words).toContain('Äänekoski Esimerkki Oy')
  })

  it('sees that a byte has changed, wherever it stands', async () => {
    const { range } = partsOf(sealed)
    const places = [20, Math.floor(range[1]! / 2), range[1]! - 2, range[2]! + 5, sealed.length - 30]
    for (const place of places) {
      const changed = Buffer.from(sealed)
      changed[place] = changed[place]! ^ 1
      expect((await pdfsig(changed)).includes('Signature is Valid.')).toBe(false)
    }
  })

  it('sees that something was appended', async () => {
    const appended = Buffer.concat([sealed, Buffer.from('\n% more\n')])
    expect(await pdfsig(appended)).toContain('Not total document signed')
  })
})

it('shows the reason with every letter and the moment that was handed in', () => {
  const text = sealed.toString('latin1')
  const octal = /\/Reason \(((?:\\\d{3})+)\)/.exec(text)![1]!
  const bytes = Buffer.from(
    octal
      .split('\\')
      .slice(1)
      .map((digits) => Number.parseInt(digits, 8)),
  )
  expect(bytes.swap16().toString('utf16le')).toBe(`\uFEFF${reason}`)
  expect(text).toContain('/M (D:20260314110251Z)')
})

it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'is a CMS message with the certificate bound in and no time of its own',
  async () => {
    const { covered, signature } = partsOf(sealed)
    await writeFile(path.join(folder, 'signature.der'), signature)
    await writeFile(path.join(folder, 'covered'), covered)
    await writeFile(path.join(folder, 'key.p12'), p12)
    const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' }).toString()
    openssl('pkcs12', '-in', 'key.p12', '-nokeys', '-passin', 'pass:demo', '-out', 'certificate.pem')
    const trust = [
      '-CAfile',
      'certificate.pem',
      '-purpose',
      'any',
      '-attime',
      String(at.getTime() / 1000).split('.')[0]!,
    ]
    openssl(
      'cms',
      '-verify',
      '-cades',
      ...trust,
      '-inform',
      'DER',
      '-in',
      'signature.der',
      '-binary',
      '-content',
      'covered',
      '-out',
      'out',
    )
    expect((await readFile(path.join(folder, 'out'))).equals(covered)).toBe(true)
    const shown = openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signature.der')
    expect(shown).toContain('id-smime-aa-signingCertificateV2')
    expect(shown).not.toContain('signingTime')
  },
)

describe.skipIf(!hasOpenssl)('with an authority of time stamps', () => {
  let authority: Authority
  let seal: ReturnType<typeof createSeal>['seal']
  beforeAll(async () => {
    authority = await openAuthority('ec')
    const config = { ...readConfig({ DATA_DIR: folder }), timestamp: authority.timestamp }
    seal = createSeal(config, systemEnv, demoBrand).seal
  })
  afterAll(() => authority.close())

  /** The token of a signature and what it stamps: the signature's own value. */
  function stampIn(pdf: Buffer) {
    const { signature } = partsOf(pdf)
    const [signer] = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(signature)).content }).signerInfos
    const [attribute] = signer!.unsignedAttrs?.attributes ?? []
    return (
      attribute && {
        token: attribute.values[0].toBER() as ArrayBuffer,
        value: signer!.signature.valueBlock.valueHexView,
      }
    )
  }

  it('the signature bears a stamp over its value, by which OpenSSL tells when it was there', async () => {
    const stamped = stampIn(await seal(plain, reason))!
    expect(authority.holds(new Uint8Array(stamped.token), stamped.value)).toBe(true)
    expect(authority.holds(new Uint8Array(stamped.token), Buffer.from('other'))).toBe(false)
  })

  it.skipIf(spawnSync('pdfsig', ['-v']).status !== 0)('readers call the stamped document valid and whole', async () => {
    const words = await pdfsig(await seal(plain, reason))
    expect(words).toContain('Signature is Valid.')
    expect(words).toContain('Total document signed')
  })

  it('the document is sealed without a stamp when the authority fails, which is then left alone', async () => {
    authority.answer('fault')
    const before = authority.asked()
    const unstamped = [await seal(plain, reason), await seal(plain, reason)]
    expect(unstamped.map(stampIn)).toEqual([undefined, undefined])
    expect(authority.asked() - before).toBe(1)
  })

  it('and without one configured it bears none', () => {
    expect(stampIn(sealed)).toBeUndefined()
  })
})

it('keeps title, language and structure of the document', () => {
  const text = sealed.toString('latin1')
  for (const part of ['/Lang', '/StructTreeRoot', '/MarkInfo', '/ViewerPreferences']) expect(text).toContain(part)
})

it('refuses a wrong passphrase', async () => {
  await expect(sealPdf(plain, { p12: Buffer.from(p12), passphrase: 'wrong', reason, at })).rejects.toThrow(
    /password|MAC/i,
  )
  await expect(sealPdf(plain, { p12, passphrase: 'wrong', reason, at })).rejects.toThrow(/password|MAC/i)
})

it('makes another key each time', async () => {
  expect(
    (await makeP12({ commonName: 'Esimerkki Oy', at, passphrase: 'demo' })).equals(
      await makeP12({ commonName: 'Esimerkki Oy', at, passphrase: 'demo' }),
    ),
  ).toBe(false)
})
