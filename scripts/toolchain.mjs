// What the commands share. Runs on Node 20, before anything is installed: plain JavaScript, nothing imported but Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const lockfile = path.join(root, 'package-lock.json')
const packagesStamp = path.join(root, 'node_modules', '.installed-lockfile')
const buildStamp = path.join(root, 'dist', 'built-from.json')
const windows = process.platform === 'win32'
/** An archive that `npm run release` has made: everything is there, and nothing is installed or built. */
const isRelease = !existsSync(lockfile)

/** Ends the command with one sentence. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The oldest Node that can install; the server itself runs on the one that comes with the packages. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    giveUp(`Node.js 20 or later is needed, and this is ${process.versions.node}; see https://nodejs.org.`)
}

/** Installs the locked packages when they are missing or belong to another lockfile. */
export function ensurePackages() {
  if (isRelease) return
  const wanted = createHash('sha256').update(readFileSync(lockfile)).digest('hex')
  if (read(packagesStamp) === wanted) return
  if (installedAsLocked()) return writeFileSync(packagesStamp, wanted)
  console.log('Installing the packages …')
  // Under npm its own program is known and started without a shell; tools for the build are needed in any mode. Not
  // "npm ci": it refuses where a registry lacks a package that only another platform needs.
  const npm = process.env.npm_execpath
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error']
  const options = { cwd: root, stdio: 'inherit' }
  const fromNpm = npm && path.basename(npm) === 'npm-cli.js'
  const result = fromNpm
    ? spawnSync(process.env.npm_node_execpath || process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: windows })
  if (result.status !== 0) giveUp('The packages could not be installed; npm has said why above.')
  if (!installedAsLocked())
    giveUp('What npm has installed differs from package-lock.json; run "npm install" and commit the lockfile.')
  writeFileSync(packagesStamp, wanted)
}

/** Whether npm's own record of node_modules says the same as the lockfile, packages for other platforms aside. */
function installedAsLocked() {
  const record = read(path.join(root, 'node_modules', '.package-lock.json'))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const locked = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  const asLocked = (name) => locked[name] !== undefined && locked[name].integrity === installed[name].integrity
  const complete = Object.keys(locked).every((name) => name === '' || installed[name] || locked[name].optional)
  return complete && Object.keys(installed).every(asLocked)
}

/** The Node that runs the sources: the installed one, or on platforms without it this one when it is new enough. */
export function newNode() {
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const installed = path.join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return giveUp(
    `On ${process.platform} ${process.arch} Node.js 24 or later is needed, and this is ${process.versions.node}.`,
  )
}

/** The program of an installed package, to be run by the Node above. */
export function programOf(packageName, command = packageName) {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** The environment of everything started: the installed Node first, compiled code kept between starts. */
export function environment() {
  const bin = path.join(root, 'node_modules', '.bin')
  // The folder of a release may be read only; what is compiled goes where the data goes.
  const cache = isRelease
    ? path.resolve(process.env.DATA_DIR || 'data', 'compiled')
    : path.join(root, '.cache', 'compiled')
  return {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || cache,
  }
}

/** Runs a script of the project by the installed Node and answers its exit code. */
export function runNode(args, options = {}) {
  const result = spawnSync(newNode(), args, { cwd: root, stdio: 'inherit', env: environment(), ...options })
  return result.status === null ? 1 : result.status
}

/**
 * V8 sizes its young generation by the machine's memory: 130 MB that no request of ours needs. Between two full
 * collections it lets the old one grow several times over; half of what is in use is enough.
 */
export const serverMemory = ['--max-semi-space-size=8', '--heap-growing-percent=50']

/**
 * Becomes the given program of the installed Node: signals and exit code are its own. Where a process cannot replace
 * itself, the program is a child that gets the signals and ends with this process.
 */
export function becomeNode(args) {
  const node = newNode()
  args = [...serverMemory, ...args]
  if (process.execve && !windows) {
    process.execve(node, [node, ...args], environment())
  }
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm runs this through a shell that passes no signals on; when npm is killed, the shell's end is all there is to see.
  const starter = process.ppid
  const isOrphaned = () => process.env.npm_lifecycle_event && process.ppid !== starter
  setInterval(() => isOrphaned() && child.kill('SIGTERM'), 500).unref()
  child.on('error', (error) => giveUp(`The server could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => {
    process.exit(code === null ? 128 + (signal === 'SIGKILL' ? 9 : 15) : code)
  })
}

/** Builds the front end when a source of it has changed since the last build; false when it cannot be built. */
export function ensureFrontEnd() {
  if (isRelease) return true
  const files = frontEndSources()
  const listing = digest(files.map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`))
  const stamp = JSON.parse(read(buildStamp) || '{}')
  if (stamp.listing === listing) return true
  const content = digest(files.map((file) => `${path.relative(root, file)} ${digest([readFileSync(file)])}`))
  if (stamp.content !== content) {
    console.log('Building the front end …')
    rmSync(buildStamp, { force: true })
    if (runNode([path.join(root, 'scripts', 'build.mjs')]) !== 0) return false
  }
  mkdirSync(path.dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, JSON.stringify({ listing, content }))
  return true
}

/** Everything that may end up in the browser: no tests and nothing of the server. */
function frontEndSources() {
  const configuration = [
    'vite.config.ts',
    'vite.site.config.ts',
    'scripts/build.mjs',
    'scripts/prerender.mjs',
    'scripts/compress.mjs',
    'scripts/api-document.mjs',
    ...['description', 'examples', 'mount'].map((name) => `src/platform/server/http/${name}.ts`),
    'package-lock.json',
  ]
  const named = configuration.map((name) => path.join(root, name)).filter((file) => existsSync(file))
  const sources = filesBelow(path.join(root, 'src')).filter((file) => !/\.test\.tsx?$/.test(file))
  return [...named, ...sources.sort()]
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) return ['server', 'testing'].includes(entry.name) ? [] : filesBelow(inside)
    return [inside]
  })
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/**
 * The places of the packages that run in production, from the lockfile: what the dependencies need, and what those need.
 * The lockfile's own marks are too wide: what a peer of development brings counts there as production's.
 */
export function productionPackages() {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
  const found = new Set()
  /** Where Node looks for a package, from the inside out. */
  const placeOf = (from, name) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
      if (packages[place]) return place
      if (at === '') return null
      if (!at.includes('/node_modules/')) at = ''
    }
  }
  const follow = (from) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(from, name)
      if (!place || found.has(place)) continue
      found.add(place)
      follow(place)
    }
  }
  follow('')
  return [...found].sort()
}
