// Programs outside npm that some tests look at their results with.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

// The first name is the one that is wanted; the others do as well. Drawing nothing on a screen, the headless shell needs
// two fifths less processor time than the whole browser: CI installs it, others keep the browser that they have. Packages are
// tried in their order.
const tools = [
  {
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    debianPackages: ['chromium-headless-shell', 'chromium'],
    usedBy: 'browser tests',
  },
  { names: ['pdfsig'], debianPackages: ['poppler-utils'], usedBy: 'tests of PDF files' },
  { names: ['pgbouncer'], debianPackages: ['pgbouncer'], usedBy: 'tests of a connection pooler' },
  { names: ['soffice'], debianPackages: ['libreoffice-calc-nogui'], usedBy: 'tests of spreadsheets' },
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

function install(packages) {
  console.log(`Installing ${packages.join(', ')} …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}

/** Installs the wanted tools where that is possible (as root on Debian) and answers those that are still missing. */
export function ensureTools(browser) {
  const needed = tools.filter(({ usedBy }) => browser || usedBy !== 'browser tests')
  const canInstall = existsSync('/etc/debian_version') && process.getuid && process.getuid() === 0
  if (!canInstall) return missingTools(needed)
  const isCI = process.env.CI === 'true'
  const wanted = needed.filter(({ names }) => !(isCI ? isOnPath(names[0]) : names.some(isOnPath)))
  if (wanted.length > 0) install(wanted.map(({ debianPackages }) => debianPackages[0]))
  const second = missingTools(needed).filter(({ debianPackages }) => debianPackages[1])
  if (second.length > 0) install(second.map(({ debianPackages }) => debianPackages[1]))
  return missingTools(needed)
}
