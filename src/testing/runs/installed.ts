import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const INSTALL_MS = 900_000

/** Packages, in exact versions, that stand outside the product's own. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
}

/** Installs packages from the registry, once, without running their scripts. @returns the folder that holds node_modules */
export function installed(group: 'peers' | 'servers' | 'linters', name: string, packages: Packages): string {
  const folder = path.resolve(import.meta.dirname, '../../../.cache', group, name)
  const file = path.join(folder, 'package.json')
  const wanted = `${JSON.stringify({ name: `peer-${name}`, private: true, ...packages }, null, 2)}\n`
  const isThere = existsSync(path.join(folder, 'installed')) && readFileSync(file, 'utf8') === wanted
  if (isThere) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, wanted)
  console.log(`Installing ${Object.keys(packages.dependencies)[0]} in .cache/${group}/${name}`)
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock']
  execFileSync('npm', ['install', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INSTALL_MS,
  })
  writeFileSync(path.join(folder, 'installed'), '')
  return folder
}
