import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoUsers } from '#features/operations/demo/rules.ts'
import { readConfig } from '#platform/server/runtime/config.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const markdownIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...markdownIn('docs')]

/** Paths of the repository in code spans, and what links lead to; examples with `<name>`, `…` or `*` are patterns. */
function pathsIn(file: string): string[] {
  const text = read(file).replace(/```[\s\S]*?```/g, '')
  const spans = [...text.matchAll(/`((?:src|docs|scripts|migrations|e2e|bench|\.ci)(?:\/[^`\s]*)?)`/g)].map(
    (match) => match[1]!,
  )
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) =>
    path.join(path.dirname(file), match[1]!),
  )
  return [...spans, ...links].filter((found) => !/[<>…*{}]/.test(found))
}

const rowsUnder = (heading: string) =>
  (read('README.md').split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

describe('the documents', () => {
  it.each(documents)('%s names only files and folders that exist', (file) => {
    expect(pathsIn(file).filter((found) => !existsSync(path.join(root, found)))).toEqual([])
  })

  it.each(documents)('%s names only commands that exist', (file) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const code = read(file).match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []
    const named = code.flatMap((part) => [...part.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1]!))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('number each decision once, each with its date, status, context, choice and consequence', () => {
    const files = readdirSync(path.join(root, 'docs/decisions')).sort()
    expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length)
    for (const file of files) {
      const [title, , state] = read(`docs/decisions/${file}`).split('\n')
      expect(`${file} ${title}`).toMatch(/^0*(\d+)-\S+ # \1 · /)
      expect(`${file}: ${state}`).toMatch(/: (?:Date: )?\d{4}-\d\d-\d\d\b.*\b(?:accepted|in force|replaced by \d+)\.?$/)
      for (const part of ['Context', 'Choice', 'Consequence'])
        expect(read(`docs/decisions/${file}`)).toContain(`**${part}.**`)
    }
  })

  it('name for each advisory the test that finds its class here', () => {
    const rows = read('docs/security.md')
      .split('\n')
      .filter((line) => line.startsWith('| CVE-'))
    expect(rows.length).toBeGreaterThanOrEqual(25)
    expect(new Set(rows.map((row) => row.split(' ')[1])).size).toBe(rows.length)
    for (const row of rows) {
      const [, file, title] = /`([^`]+)`: (.+?) +\|$/.exec(row) ?? []
      const plain = (text: string) => text.replaceAll(/[’'`\\]/g, '')
      expect(plain(read(file!)), `${file}: ${title}`).toContain(plain(title!))
    }
  })

  it('name for each forgery the test that does it, whether it is found or not', () => {
    const [, table = ''] = read('docs/record.md').split('## Who can forge what')
    const rows = table.split('\n').filter((line) => line.startsWith('|'))
    const folder = 'src/features/operations/event-log/server'
    const files = [
      `${folder}/forgery.test.ts`,
      `${folder}/accepted-breaks.test.ts`,
      `${folder}/forged-rows.test.ts`,
      `${folder}/receipts.test.ts`,
      `${folder}/stamped.test.ts`,
      'src/platform/server/roles/roles.test.ts',
    ]
    const tests = files.map(read).join('')
    const done = rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim()))
    expect(done.length).toBeGreaterThanOrEqual(28)
    for (const [, forgery, , , by] of done) for (const title of by!.split('; ')) expect(tests, forgery).toContain(title)
  })

  it('show pictures that are small', () => {
    const folder = path.join(root, 'docs/screenshots')
    const large = readdirSync(folder).filter((file) => readFileSync(path.join(folder, file)).length > 150_000)
    expect(large).toEqual([])
  })
})

describe('the README', () => {
  it('lists every variable of the configuration once and no other', () => {
    const source = read('src/platform/server/runtime/config.ts')
    const variables = [...source.matchAll(/variables\.([A-Z][A-Z\d_]+)|\(variables, '([A-Z][A-Z\d_]+)'/g)].map(
      (match) => match[1] ?? match[2]!,
    )
    const listed = rowsUnder('Configuration').map(([name]) => name!.replaceAll('`', ''))
    expect(listed.toSorted()).toEqual([...new Set(variables)].sort())
  })

  it('gives the defaults that the code has', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-documents-'))
    const { port, ...config } = readConfig({ DATA_DIR: dataDir })
    rmSync(dataDir, { recursive: true })
    const given = new Map(rowsUnder('Configuration').map(([name, value]) => [name!.replaceAll('`', ''), value!]))
    const written = {
      HOST: config.host,
      PORT: port,
      POOL_SIZE: config.poolSize,
      ADMISSION_MS: config.admissionMs,
      PAYROLL_LOCK_AT_ONCE: config.payrollLockAtOnce,
      MAIL_FROM: config.mailFrom,
      OPERATOR_EMAIL: config.operatorEmail,
      LOG_LEVEL: config.logLevel,
      ORIGIN: config.origin.replace(String(port), 'PORT'),
    }
    for (const [name, value] of Object.entries(written))
      expect(`${name} ${given.get(name)}`).toBe(`${name} \`${value}\``)
    const switches = {
      DEMO: config.demo,
      MAINTENANCE: config.maintenance,
      TRUST_PROXY: config.trustProxy,
      GENERAL_LIMIT: config.generalLimit,
    }
    for (const [name, isOn] of Object.entries(switches))
      expect(`${name} ${given.get(name)}`).toBe(`${name} ${isOn ? 'on' : 'off'}`)
    const { databaseUrl, readDatabaseUrl, smtpUrl, smsGatewayUrl, smsGatewayToken, brandFile, previousSecretKey } =
      config
    expect(
      [databaseUrl, readDatabaseUrl, smtpUrl, smsGatewayUrl, smsGatewayToken, brandFile, previousSecretKey].filter(
        Boolean,
      ),
    ).toEqual([])
  })

  it('names the demo users and their password', () => {
    expect(rowsUnder('The demo').map(([email]) => email!.replaceAll('`', ''))).toEqual(
      demoUsers.map(({ email }) => email),
    )
    expect(read('README.md')).toContain(`\`${demoUsers[0]!.password}\``)
  })
})

/** Every word of the code, and every part of a compound one; files by their names too. */
const wordsOfCode = () => {
  const files = ['src', 'migrations', 'scripts', 'bench', 'e2e', 'ops'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs|sql|json|css|ya?ml)$/.test(file) && !file.endsWith('documents.test.ts'))
      .map((file) => `${folder}/${file}`),
  )
  return new Set(
    files
      .flatMap((file) => [file.split('/').slice(2).join('/'), read(file)])
      .flatMap((text) => text.match(/[\w-]+(?:[:/][\w-]+)*/g) ?? [])
      .flatMap((word) => [word, ...word.split(/[:/]/)]),
  )
}

/** Names of the browser, of libraries, of PostgreSQL and of standards that a decision speaks of and the code does not use. */
const othersNames = [
  'BroadcastChannel',
  'BarcodeDetector',
  'useMutation',
  'ActualText',
  'Range',
  'in_hot_standby',
  'pg_last_xact_replay_timestamp',
]

/** Names in code spans that look like a program's: with a capital inside, an underscore, or beginning with a capital. */
const identifiersIn = (file: string) =>
  [
    ...read(file)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/`([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\([^`]*\))?`/g),
  ]
    .flatMap((match) => match[1]!.split('.'))
    .filter((name) => /[a-z][A-Z]|_|^[A-Z][a-z]/.test(name))

describe('what documents name', () => {
  const words = wordsOfCode()
  const isThere = (name: string) => words.has(name) || words.has(`${name}s`)

  it('is an identifier that stands in the code', () => {
    const named = documents.flatMap((file) => identifiersIn(file).map((name) => ({ file, name })))
    expect(named.length).toBeGreaterThan(400)
    const gone = named.filter(({ name }) => !isThere(name) && !othersNames.includes(name))
    expect(gone).toEqual([])
  })

  it('is in the glossary a word that the code uses', () => {
    const named = [...read('docs/glossary.md').matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|$/gm)].flatMap((row) =>
      [...row[1]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((name) => !isThere(name))).toEqual([])
  })
})
