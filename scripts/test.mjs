// `npm test`: everything that is checked, from types to browser journeys, without the long tests, which `npm run test:long`
// runs alone: those that vitest.config.ts names and the browser tests tagged @long. `npm run check`, for every commit,
// leaves out the browser.
// The last line, "N passed, N failed", is for build servers to read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureTools } from './test-tools.mjs'
import {
  ensureFrontEnd,
  ensurePackages,
  environment,
  newNode,
  programOf,
  requireNode,
  root,
  runNode,
} from './toolchain.mjs'

const browser = !process.argv.includes('--no-browser')
const long = process.argv.includes('--long')
const strict = process.env.CI === 'true'
const results = []

/** Runs one stage, which answers how many tests passed, failed and were skipped. */
function stage(name, work) {
  console.log(`\n── ${name}`)
  const start = Date.now()
  const counts = work()
  const seconds = (Date.now() - start) / 1000
  results.push({ name, seconds, passed: 0, failed: 0, skipped: 0, failures: [], ...counts })
}

function oneCheck(worked) {
  return worked ? { passed: 1 } : { failed: 1 }
}

function reportFile(name) {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const file = path.join(root, '.cache', name)
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** A run that ended badly without naming a failed test counts as one failure. */
function atLeastOneFailure(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function unitTests() {
  const file = reportFile('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = runNode([programOf('vitest'), 'run', '--passWithNoTests', ...reporters])
  const report = readReport(file)
  if (!report) return oneCheck(code === 0)
  const unloaded = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0)
  return atLeastOneFailure(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests || 0),
    failures: [...unloaded.map(({ name, message }) => failure(name, message)), ...failedUnitTests(report)],
  })
}

function failedUnitTests({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(`${name} > ${fullName}`, failureMessages[0])),
  )
}

function failedBrowserTests(suites) {
  return suites.flatMap(({ file, specs, suites: inner }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => failure(`${file} > ${title}`, tests[0]?.results.at(-1)?.error?.message)),
    ...failedBrowserTests(inner || []),
  ])
}

/** One failed test on a line: its file and title, and the first line of what it said. */
function failure(name, message) {
  return `${path.isAbsolute(name) ? path.relative(root, name) : name}: ${(message || 'no message').trim().split('\n')[0]}`
}

/**
 * Fills the demo for the browser tests, which needs one core, beside checks that need not much more. Where it fails, the
 * browser tests fill it themselves, or say why they cannot.
 * @returns what waits for the folder and names it to them
 */
function seedAhead() {
  const options = { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] }
  const child = spawn(newNode(), [path.join(root, 'e2e', 'helpers', 'seed-ahead.ts')], options)
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'close')
  return async () => {
    const [code] = await ended
    if (code !== 0) return
    const folder = said.trim()
    process.env.POLJIN_E2E_DATA = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  }
}

function browserTests(list) {
  const file = reportFile('playwright.json')
  const args = [
    programOf('@playwright/test', 'playwright'),
    'test',
    '--pass-with-no-tests',
    ...(list ? ['--list'] : []),
  ]
  const code = runNode(args)
  const report = readReport(file)
  if (!report) return oneCheck(code === 0)
  if (list) return { skipped: countSpecs(report.suites) }
  const { expected, unexpected, flaky, skipped } = report.stats
  if (flaky > 0) console.log(`${flaky} of the browser tests passed only at the second attempt (marked «flaky» above).`)
  const failures = failedBrowserTests(report.suites)
  return atLeastOneFailure(code, { passed: expected + flaky, failed: unexpected, skipped, failures })
}

function countSpecs(suites) {
  return suites.reduce((sum, suite) => sum + suite.specs.length + countSpecs(suite.suites || []), 0)
}

function tools(missing) {
  for (const { names, usedBy } of missing) console.log(`${names[0]} is missing: the ${usedBy} are left out.`)
  return strict ? { failed: missing.length } : {}
}

function summarise() {
  console.log('')
  for (const { name, seconds, passed, failed, skipped } of results) {
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(`${name.padEnd(24)}${seconds.toFixed(1).padStart(7)} s   ${passed} passed, ${failed} failed${left}`)
  }
  // At the end, since of a long log often only the end is kept.
  const failures = results.flatMap(({ name, failures }) => failures.map((one) => `failed in ${name}: ${one}`))
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

process.env.LONG_TESTS = long ? 'only' : '0'
requireNode()
ensurePackages()
const missing = ensureTools(browser)
if (missing.length > 0) stage('tools', () => tools(missing))
const noBrowser = missing.some(({ usedBy }) => usedBy === 'browser tests')
const seeded = browser && !noBrowser && !process.env.POLJIN_E2E_DATA ? seedAhead() : null
if (!long) staticChecks()
stage('unit and API tests', unitTests)
if (browser) {
  stage('front end build', () => oneCheck(ensureFrontEnd()))
  if (!long) stage('front end weight', () => oneCheck(runNode([path.join(root, 'scripts', 'check-build.mjs')]) === 0))
  await seeded?.()
  stage('browser tests', () => browserTests(noBrowser))
}
summarise()

function staticChecks() {
  stage('types', () => oneCheck(runNode([programOf('typescript', 'tsc'), '-p', '.']) === 0))
  stage('format and lint', () => oneCheck(runNode([programOf('@biomejs/biome', 'biome'), 'check', '.']) === 0))
  stage('unused code', () => oneCheck(runNode([programOf('knip'), '--no-progress']) === 0))
  stage('code of tests alone', () =>
    oneCheck(runNode([programOf('knip'), '--no-progress', '--production', '-c', 'knip.production.json']) === 0),
  )
}
