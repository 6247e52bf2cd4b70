import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'poljin-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { alg: string; content: string }[]
}

test('the bill of materials is a CycloneDX list of what runs, each package with its version and hash', () => {
  const file = path.join(folder, 'sbom.cdx.json')
  execFileSync(process.execPath, [path.join(root, 'scripts/sbom.mjs'), file])
  const bom = JSON.parse(readFileSync(file, 'utf8')) as { bomFormat: string; components: Component[] }
  expect(bom.bomFormat).toBe('CycloneDX')
  const listed = new Map(bom.components.map((one) => [one.name, one]))
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(dependencies)) expect(listed.get(name)?.version, name).toBe(version)
  expect(listed.has('vitest')).toBe(false)
  for (const { name, hashes } of bom.components) expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
})

test('the build writes it', () => {
  expect(readFileSync(path.join(root, 'scripts/build.mjs'), 'utf8')).toContain("path.join(root, 'scripts', 'sbom.mjs')")
})
