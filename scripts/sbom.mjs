// Writes dist/sbom.cdx.json: the packages that run in production with their versions and hashes, as a CycloneDX list.
// Run by `npm run build`, from the lockfile alone, so that the same lockfile gives the same bytes. A first argument names
// another file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { productionPackages, root } from './toolchain.mjs'

const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const { name, version } = read('package.json')
const { packages } = read('package-lock.json')
const hashOf = (integrity = '') => {
  const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? []
  return digest ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] } : {}
}
const components = productionPackages()
  .map((folder) => [folder, packages[folder]])
  .map(([folder, one]) => {
    const full = one.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const purl = `pkg:npm/${full.replace('@', '%40')}@${one.version}`
    return {
      type: 'library',
      'bom-ref': `${purl}#${folder}`,
      name: full,
      version: one.version,
      purl,
      scope: one.optional ? 'optional' : 'required',
      ...(one.license ? { licenses: [{ expression: one.license }] } : {}),
      ...hashOf(one.integrity),
    }
  })
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
  components,
}
const file = path.resolve(root, process.argv[2] ?? 'dist/sbom.cdx.json')
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`Bill of materials: ${components.length} packages in ${path.relative(root, file)}`)
