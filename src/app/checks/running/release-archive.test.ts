import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { installed } from '#testing/runs/installed.ts'
import { findProgram } from '#testing/runs/programs.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'poljin-release-'))
const isRoot = process.getuid?.() === 0
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const archive = path.join(root, 'release', `poljin-${version}-${process.platform}-${process.arch}.tar.gz`)
const unpacked = path.join(scratch, `poljin-${version}`)

/** Linters from the registry, kept out of the product's packages; null where there is no way to it. */
const linters = (() => {
  try {
    const dependencies = { dclint: '3.1.0', dockerfilelint: '1.8.0', 'kubernetes-models': '5.1.0' }
    return installed('linters', 'release', { dependencies })
  } catch {
    return null
  }
})()
const patroni = findProgram('patroni')
/** Where Debian puts the programs of a PostgreSQL server. */
const serverPrograms = [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`).find((at) => existsSync(at))

/** Somebody else than who unpacked the archive: Debian's nobody, where this is root. */
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}

function makeRelease(): string {
  execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: root, stdio: 'ignore' })
  return readFileSync(`${archive}.sha256`, 'utf8').split(' ')[0]!
}

function folderOf(name: string): string {
  const folder = path.join(scratch, name)
  mkdirSync(folder, { mode: 0o700 })
  if (isRoot) chownSync(folder, nobody.uid!, nobody.gid!)
  return folder
}

/** A script of the archive, with nothing of this process's environment but where programs are. */
function start(script: string, args: string[], variables: Record<string, string>): ChildProcess {
  const node = path.join(unpacked, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const env = { PATH: '/usr/bin:/bin', LOG_LEVEL: 'warn', DEMO: '0', ...variables }
  return spawn(node, [path.join(unpacked, 'scripts', script), ...args], { cwd: scratch, env, ...nobody })
}

function outputOf(child: ChildProcess): { text: string; ended: Promise<number | null> } {
  const output = { text: '', ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (part: Buffer) => {
      output.text += part.toString()
    })
  return output
}

async function untilItRuns(child: ChildProcess, output: { text: string }): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const address = /is running: (\S+)/.exec(output.text)?.[1]
    if (address) return address
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the release did not start: ${output.text}`)
}

let first: string
beforeAll(() => {
  first = makeRelease()
  execFileSync('tar', ['xzf', archive, '-C', scratch])
  // Nobody writes in it.
  execFileSync('chmod', ['-R', 'a-w', unpacked])
  if (isRoot) chmodSync(scratch, 0o755)
}, 300_000)
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', scratch])
  rmSync(scratch, { recursive: true, force: true })
})

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).length

describe('the archive of a release', () => {
  it('holds no compiler, no tool of development and no test', () => {
    const names = execFileSync('tar', ['tzf', archive], { maxBuffer: 1e8 }).toString().split('\n')
    expect(names.length).toBeGreaterThan(2_000)
    const isOurs = (name: string) => name.startsWith(`poljin-${version}/src/`)
    expect(names.filter((name) => isOurs(name) && /\.test\.|\/testing\/|\.tsx$/.test(name))).toEqual([])
    const packages = new Set(names.map((name) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1]))
    for (const tool of ['typescript', 'vite', 'vitest', '@biomejs/biome', '@playwright/test', 'react', 'knip'])
      expect(packages, tool).not.toContain(tool)
    expect([...packages].filter((name) => name?.startsWith('@typescript'))).toEqual([])
    expect(packages).toContain('fastify')
  })

  it('has the same bytes each time it is made', () => {
    expect(makeRelease()).toBe(first)
  }, 300_000)

  it('runs as another user from a tree that nobody may write, with its own database, and writes nothing into it', async () => {
    const before = filesOf(unpacked)
    const DATA_DIR = folderOf('data')
    const child = start('start.mjs', [], { DATA_DIR, PORT: '0' })
    const output = outputOf(child)
    try {
      // Port 0 is told as it was given.
      const address = await untilItRuns(child, output)
      expect(await (await fetch(`${address}/api/health-check`)).json()).toMatchObject({ status: 'ok' })
      for (const page of ['/', '/kirjaudu', '/laskuri', '/api/openapi.json'])
        expect((await fetch(address + page)).status, page).toBe(200)
    } finally {
      child.kill('SIGTERM')
    }
    expect(await output.ended).toBe(0)
    expect(existsSync(path.join(DATA_DIR, 'first-admin-link'))).toBe(true)
    const verify = outputOf(start('poljin.mjs', ['verify'], { DATA_DIR }))
    expect(await verify.ended, verify.text).toBe(0)
    expect(verify.text).toMatch(/intact/)
    expect(filesOf(unpacked)).toBe(before)
  }, 300_000)

  it('refuses in production what leaves a door open, in one sentence', async () => {
    const child = start('start.mjs', [], { DATA_DIR: folderOf('production'), PORT: '0', NODE_ENV: 'production' })
    const output = outputOf(child)
    expect(await output.ended).toBe(1)
    expect(output.text.trim().split('\n')).toHaveLength(1)
  }, 60_000)
})

describe('the files that run it', () => {
  const known = new Set([...read('README.md').matchAll(/^\| `([A-Z_0-9]+)` +\|/gm)].map((match) => match[1]!))
  const ours = (names: Iterable<string>) =>
    [...names].filter((name) => !['NODE_ENV', 'NODE_COMPILE_CACHE'].includes(name) && !known.has(name))
  const probes = [...read('docs/operations.md').matchAll(/^\| `GET (\/\w+)`/gm)].map((match) => match[1])

  it('name variables that the service knows', () => {
    expect(known.size).toBeGreaterThan(30)
    const image = /^ENV (.*)$/m.exec(read('ops/release/Containerfile'))![1]!
    expect(ours(image.split(' ').map((pair) => pair.split('=')[0]!))).toEqual([])
    const compose = parse(read('ops/release/compose.yml'), { merge: true })
    for (const node of ['one', 'two']) expect(ours(Object.keys(compose.services[node].environment))).toEqual([])
    const [deployment] = parseAllDocuments(read('ops/release/kubernetes.yml')).map((one) => one.toJS())
    const [container] = deployment.spec.template.spec.containers
    expect(ours(container.env.map(({ name }: { name: string }) => name))).toEqual([])
    expect(
      ours(
        [/^Environment=(.*)$/m.exec(read('ops/release/poljin.service'))![1]!.split(' ')]
          .flat()
          .map((pair) => pair.split('=')[0]!),
      ),
    ).toEqual([])
  })

  it('ask the three probes of the management port, by the port that the image opens', () => {
    const [deployment, service] = parseAllDocuments(read('ops/release/kubernetes.yml')).map((one) => one.toJS())
    const [container] = deployment.spec.template.spec.containers
    const asked = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet)
    expect(asked.map((probe) => probe.path)).toEqual(['/started', '/live', '/ready'])
    for (const { path: address, port } of asked) {
      expect(probes).toContain(address)
      expect(port).toBe('management')
    }
    const image = read('ops/release/Containerfile')
    const ports = new Map(
      container.ports.map((one: { name: string; containerPort: number }) => [one.name, one.containerPort]),
    )
    expect(image).toContain(`MANAGEMENT_PORT=${ports.get('management')}`)
    expect(image).toContain(` PORT=${ports.get('http')} `)
    expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels)
  })

  it('give a node that is told to stop the time that it takes', () => {
    const compose = parse(read('ops/release/compose.yml'), { merge: true })
    expect(compose.services.one.stop_grace_period).toBe('60s')
    const [deployment] = parseAllDocuments(read('ops/release/kubernetes.yml')).map((one) => one.toJS())
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(60)
    expect(read('ops/release/poljin.service')).toContain('TimeoutStopSec=60')
  })

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('are a unit that systemd understands', () => {
    // The program is where the archive is unpacked; here it is this one.
    const unit = path.join(scratch, 'poljin.service')
    const text = read('ops/release/poljin.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    execFileSync('tee', [unit], { input: text, stdio: ['pipe', 'ignore', 'ignore'] })
    const told = execFileSync('systemd-analyze', ['verify', unit], { stdio: ['ignore', 'pipe', 'pipe'] }).toString()
    expect(told).toBe('')
  })

  it.runIf(linters)('are an image and a deployment that linters find nothing in', async () => {
    const packages = path.join(String(linters), 'node_modules')
    const lint = path.join(packages, 'dockerfilelint', 'bin', 'dockerfilelint')
    const found = execFileSync(process.execPath, [lint, '-o', 'json', path.join(root, 'ops/release/Containerfile')])
    expect(JSON.parse(found.toString())).toMatchObject({ totalIssues: 0 })
    const places: Record<string, string> = { Deployment: 'apps/v1', Service: 'v1', PodDisruptionBudget: 'policy/v1' }
    for (const one of parseAllDocuments(read('ops/release/kubernetes.yml')).map((document) => document.toJS())) {
      const models = await import(
        pathToFileURL(path.join(packages, 'kubernetes-models', `${places[one.kind]}/index.js`)).href
      )
      const validate = (given: object) => new models[one.kind](given).validate()
      expect(() => validate(one), one.kind).not.toThrow()
      expect(() => validate({ ...one, spec: { ...one.spec, selector: 'poljin' } }), one.kind).toThrow()
    }
  })

  it.runIf(linters)('are a composition that the published schema of compose files takes', () => {
    const place = path.join(String(linters), 'node_modules', 'dclint', 'schemas', 'compose.schema.json')
    // Its dialect is named by an address that no validator knows by heart.
    const { $schema: dialect, ...schema } = JSON.parse(readFileSync(place, 'utf8'))
    expect([dialect, schema.title]).toEqual(['https://json-schema.org/draft-07/schema', 'Compose Specification'])
    const ajv = new Ajv.default({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    const compose = parse(read('ops/release/compose.yml'), { merge: true })
    validate(compose)
    expect(validate.errors ?? []).toEqual([])
    for (const [key, value] of [
      ['restarts', 'always'],
      ['stop_grace_period', 60],
      ['secrets', 'seal'],
    ] as const)
      expect([key, validate({ ...compose, services: { one: { ...compose.services.one, [key]: value } } })]).toEqual([
        key,
        false,
      ])
  })

  it.runIf(patroni && serverPrograms)('are a configuration that Patroni’s own check takes', async () => {
    // It asks for the server's programs and for an etcd that answers.
    const etcd = createServer().listen(0, '127.0.0.1')
    await once(etcd, 'listening')
    const { port } = etcd.address() as AddressInfo
    const file = path.join(scratch, 'patroni.yml')
    const text = read('ops/release/patroni.yml')
      .replace(/hosts: \[.*\]/, `hosts: ["127.0.0.1:${port}"]`)
      .replace(/bin_dir: .*/, `bin_dir: ${serverPrograms}`)
      .replace(/data_dir: .*/, `data_dir: ${path.join(scratch, 'patroni')}`)
    writeFileSync(file, text)
    try {
      const { stdout, stderr } = await promisify(execFile)(String(patroni), ['--validate-config', file])
      expect(stdout + stderr).toBe('')
    } finally {
      etcd.close()
    }
  })
})
