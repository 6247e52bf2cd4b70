// Programs outside npm that some tests look at their results with.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

const tools = [
  { names: ['chromium', 'chromium-browser', 'google-chrome'], debianPackage: 'chromium', usedBy: 'browser tests' },
  { names: ['pdfsig'], debianPackage: 'poppler-utils', usedBy: 'tests of PDF files' },
  { names: ['pgbouncer'], debianPackage: 'pgbouncer', usedBy: 'tests of a connection pooler' },
  { names: ['soffice'], debianPackage: 'libreoffice-calc-nogui', usedBy: 'tests of spreadsheets' },
]

function isOnPath(name) {
  return (process.env.PATH || '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function missingTools(needed) {
  return needed.filter(({ names }) => !names.some(isOnPath))
}

/** Installs the missing tools where that is possible (as root on Debian) and answers those that are still missing. */
export function ensureTools(browser) {
  const needed = tools.filter(({ debianPackage }) => browser || debianPackage !== 'chromium')
  const missing = missingTools(needed)
  const canInstall = existsSync('/etc/debian_version') && process.getuid && process.getuid() === 0
  if (missing.length === 0 || !canInstall) return missing
  const packages = missing.map(({ debianPackage }) => debianPackage)
  console.log(`Installing ${packages.join(', ')} …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  return missingTools(needed)
}
