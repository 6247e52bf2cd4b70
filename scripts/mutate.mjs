// `npm run mutate`: changes one place of the code at a time, as scripts/mutants.json lists them, and runs the tests that
// should notice. A mutant that nobody notices survives; docs/mutants.md argues the known ones. `npm run mutate -- <part>`
// tries those whose file bears the part, `npm run mutate -- --changed [base]` those of every feature that has changed since
// the base. It fails when a mutant's text is gone, when an unargued one survives, or when the tests of one were cut off: a
// run that took too long says nothing of its mutant. MUTATE_AT_ONCE says how many are tried at once, two if nothing else.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensurePackages, environment, giveUp, newNode, programOf, requireNode, root } from './toolchain.mjs'

requireNode()
ensurePackages()
const node = newNode()

const AT_ONCE = Number(process.env.MUTATE_AT_ONCE) || 2
const LONGEST_MS = 240_000

/** What git answers, or null where it knows no such thing. */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

/** The last release, or where this branch left the main one; on the main one the commit before the last. */
const usualBase = () => git('describe', '--tags', '--abbrev=0') ?? git('merge-base', 'HEAD', 'main~1') ?? 'HEAD~1'

/** A feature, or as deep a folder beside the features: what a change touches is tried as a whole. */
const partOf = (file) => file.split('/').slice(0, 4).join('/')

function changedParts(base) {
  const since = git('diff', '--name-only', base, '--', 'src')
  if (since === null) giveUp(`git knows no "${base}" to compare with.`)
  const unknown = git('ls-files', '--others', '--exclude-standard', '--', 'src') ?? ''
  return new Set([...since.split('\n'), ...unknown.split('\n')].filter((file) => file !== '').map(partOf))
}

const all = JSON.parse(readFileSync(path.join(root, 'scripts/mutants.json'), 'utf8'))
const [wanted = '', base = usualBase()] = process.argv.slice(2)
const changed = wanted === '--changed' ? changedParts(base) : null
const mutants = all.filter(({ file }) => (changed ? changed.has(partOf(file)) : file.includes(wanted)))
if (changed) console.log(`${mutants.length} of ${all.length} mutants stand in what has changed since ${base}.`)
if (changed && mutants.length === 0) process.exit(0)
const argued = readFileSync(path.join(root, 'docs/mutants.md'), 'utf8')

/** A text that is gone or stands twice says nothing any more: the list has to follow the code. */
function faultOf({ file, text, by, tests }) {
  const address = path.join(root, file)
  if (!existsSync(address)) return `${file}: the file is gone`
  const places = readFileSync(address, 'utf8').split(text).length - 1
  if (places !== 1) return `${file}: "${text}" stands ${places} times`
  if (text === by) return `${file}: "${text}" is changed into itself`
  const gone = tests.filter((test) => !existsSync(path.join(root, test)))
  return gone.length > 0 ? `${file}: no test ${gone.join(', ')}` : null
}

const faults = mutants.map(faultOf).filter((fault) => fault !== null)
if (faults.length > 0) giveUp(`These mutants have to follow the code (scripts/mutants.json):\n${faults.join('\n')}`)
if (mutants.length === 0) giveUp(`No mutant's file bears "${wanted}".`)

const databases = path.join(root, '.cache/test-database')
/** What was compiled for one mutant serves the next: all files but one are the same. */
const modules = path.join(root, '.cache/mutate-modules')
const keptModules = ['--fsModuleCache', `--fsModuleCachePath=${modules}`]

/** A copy of the sources for one runner, so that nobody else sees a mutant. */
function copyOfSources(runner) {
  const folder = path.join(root, '.cache/mutate', String(runner))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const part of ['src', 'migrations', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  // The migrated database of the tests goes by the migrations, which nobody changes here.
  mkdirSync(databases, { recursive: true })
  mkdirSync(path.join(folder, '.cache'))
  symlinkSync(databases, path.join(folder, '.cache/test-database'), 'junction')
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  return folder
}

/** What became of a mutant: the tests failed, passed all the same, or were cut off. */
function outcomeOf(folder, tests) {
  const args = [
    programOf('vitest'),
    'run',
    '--root',
    folder,
    '--maxWorkers=1',
    '--bail=1',
    '--reporter=dot',
    ...keptModules,
    ...tests,
  ]
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: folder, env: environment(), stdio: 'ignore' })
    let isCutOff = false
    const timer = setTimeout(() => {
      isCutOff = true
      child.kill('SIGKILL')
    }, LONGEST_MS)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(code === 0 ? 'survived' : isCutOff || signal !== null ? 'undecided' : 'died')
    })
  })
}

async function tryMutant(folder, { file, text, by, tests }) {
  const address = path.join(folder, file)
  const source = readFileSync(address, 'utf8')
  writeFileSync(
    address,
    source.replace(text, () => by),
  )
  const outcome = await outcomeOf(folder, tests)
  writeFileSync(address, source)
  return outcome
}

const start = Date.now()
const outcomes = { died: [], survived: [], undecided: [] }
const left = mutants.map((mutant, index) => ({ mutant, index }))

async function work(runner) {
  const folder = copyOfSources(runner)
  for (let next = left.shift(); next; next = left.shift()) {
    const { mutant, index } = next
    const outcome = await tryMutant(folder, mutant)
    outcomes[outcome].push(mutant)
    const word = (outcome === 'died' ? outcome : outcome.toUpperCase()).padEnd(9)
    console.log(`${String(index + 1).padStart(3)} ${word} ${mutant.file}: ${mutant.text} → ${mutant.by}`)
  }
}

await Promise.all(Array.from({ length: Math.min(AT_ONCE, mutants.length) }, (_, runner) => work(runner)))
const died = outcomes.died.length
const share = (100 * died) / mutants.length
console.log(
  `\n${died} of ${mutants.length} mutants died (${share.toFixed(0)} %) in ${Math.round((Date.now() - start) / 1000)} s`,
)
const unargued = outcomes.survived.filter(({ text }) => !argued.includes(text))
for (const { file, text, by } of unargued) console.log(`not argued in docs/mutants.md: ${file}: ${text} → ${by}`)
for (const { file, text, by } of outcomes.undecided)
  console.log(`undecided, its tests took over ${LONGEST_MS / 1000} s: ${file}: ${text} → ${by}`)
if (unargued.length > 0 || outcomes.undecided.length > 0 || share < 90) process.exitCode = 1
