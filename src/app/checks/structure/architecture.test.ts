import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tableOwners } from '#testing/lists/table-owners.ts'
import { unscopedQueries as answered } from '#testing/lists/unscoped-queries.ts'
import { functionsOf } from '#testing/sources/source-functions.ts'
import { circlesBetween, importFault, importsOf, placeOf, sourceFiles, wings } from '#testing/sources/source-imports.ts'
import { scopeFaults, tenantTables, unscopedQueries } from '#testing/sources/source-scopes.ts'
import {
  daysCutFromInstants,
  defaultScopes,
  misplacedSql,
  ownerFaults,
  tablesWritten,
} from '#testing/sources/source-sql.ts'

const files = sourceFiles()

const faultsIn = (sources: typeof files) =>
  sources.flatMap((source) =>
    importsOf(source).flatMap((target) => {
      const fault = importFault(placeOf(source.file), placeOf(target))
      return fault ? [`${source.file} → ${target}: ${fault}`] : []
    }),
  )

/** What a feature says of itself: it names its parts, and only the application reads it. */
const isFeatureList = ({ file }: { file: string }) => /\/(server\/feature|web\/(admin-)?screens)\.ts$/.test(file)

describe('imports', () => {
  it('point only where the architecture lets them', () => {
    expect(faultsIn(files)).toEqual([])
  })

  it('lead from each wing of features to those before it alone, and every wing is named', () => {
    const found = new Set(features.map(({ file }) => placeOf(file).wing))
    expect([...found].sort()).toEqual([...wings].sort())
  })

  it('make no circle between features, types and screens included', () => {
    expect(circlesBetween(files, ({ feature }) => feature)).toEqual([])
  })

  it('make no circle between the server sides of the parts of features', () => {
    const parts = files.filter((one) => !isFeatureList(one))
    expect(circlesBetween(parts, ({ part, side }) => (side === 'server' ? part : null))).toEqual([])
  })

  it('reach what a feature says of itself from the application alone', () => {
    const lists = new Set(files.filter(isFeatureList).map(({ file }) => file))
    const reading = files.filter((one) => importsOf(one).some((target) => lists.has(target)))
    expect(lists.size).toBeGreaterThan(50)
    expect(reading.filter(({ file }) => !file.startsWith('app/')).map(({ file }) => file)).toEqual([])
  })
})

describe('the rules of imports go red', () => {
  const one = (file: string, line: string) => faultsIn([{ file, text: `${line}\n` }])

  it.each([
    ['platform/server/database/db.ts', "import { rules } from '#features/orders/orders/rules.ts'"],
    ['platform/web/api/user.ts', "import type { Order } from '#features/orders/orders/shapes.ts'"],
    ['features/ground/a/web/A.tsx', "import { b } from '#features/ground/a/server/b.ts'"],
    ['features/ground/a/web/A.tsx', "import type { B } from '#features/ground/a/server/b.ts'"],
    ['features/ground/a/web/A.tsx', "import { B } from '#features/ground/b/web/B.tsx'"],
    ['features/ground/a/web/A.tsx', "const B = () => import('#features/ground/b/web/B.tsx')"],
    ['features/ground/a/rules.ts', "import { b } from '../../server/b.ts'"],
    ['features/ground/a/rules.ts', "import { open } from '#testing/world.ts'"],
    ['features/money/a/rules.ts', "import type { B } from '#features/site/b/rules.ts'"],
  ])('for %s with %s', (file, line) => {
    expect(one(file, line)).toHaveLength(1)
  })

  it('and let through what is allowed', () => {
    expect(one('features/ground/a/web/A.tsx', "import { b } from '#features/ground/b/rules.ts'")).toEqual([])
    expect(one('features/site/a/rules.ts', "import { b } from '#features/money/b/rules.ts'")).toEqual([])
    expect(one('features/ground/a/server/a.ts', "import type { A } from '../../../contract.ts'")).toEqual([])
  })

  it('for a circle of types alone, and for one through a screen', () => {
    const circle = [
      { file: 'features/ground/a/shapes.ts', text: "import type { B } from '#features/ground/b/shapes.ts'\n" },
      { file: 'features/ground/b/web/B.tsx', text: "import {\n  a,\n} from '#features/ground/a/contract.ts'\n" },
    ]
    expect(circlesBetween(circle, ({ feature }) => feature)).toEqual(['a → b → a'])
  })
})

const running = files.filter(({ file }) => placeOf(file).layer !== 'testing')
const features = files.filter(({ file }) => placeOf(file).layer === 'feature')
const writerOf = (file: string) => placeOf(file).feature ?? placeOf(file).layer
const writesOf = (sources: typeof files) =>
  sources.map((source) => ({
    writer: writerOf(source.file),
    file: source.file,
    tables: tablesWritten(source),
  }))

describe('tables', () => {
  it('are written by the feature that owns them, or by another for the reason that the map names', () => {
    const writing = running.filter(({ file }) => !file.startsWith('app/seed/'))
    expect(ownerFaults(tableOwners, writesOf(writing))).toEqual([])
  })

  it('have an owner each', () => {
    const migrations = path.resolve(import.meta.dirname, '../../../../migrations')
    const made = readdirSync(migrations).flatMap((file) =>
      [...readFileSync(path.join(migrations, file), 'utf8').matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(
        (match) => match[1]!,
      ),
    )
    expect(made.length).toBeGreaterThan(50)
    expect(made.filter((table) => !(table in tableOwners))).toEqual([])
  })

  it('go red for a foreign writer, a table without owner and an exception that nobody needs', () => {
    const owners = { orders: { owner: 'orders', others: { billing: 'bills' } } }
    const written = (file: string, text: string) =>
      ownerFaults(
        owners,
        writesOf([
          { file, text },
          { file: 'features/money/billing/server/b.ts', text: 'update orders set a = 1' },
        ]),
      )
    expect(written('features/orders/orders/server/a.ts', "db.insertInto('orders')")).toEqual([])
    expect(written('features/pricing/tax/server/a.ts', "db.updateTable('orders as o')")).toHaveLength(1)
    expect(written('features/pricing/tax/server/a.ts', 'sql`delete from orders o where true`')).toHaveLength(1)
    expect(written('features/pricing/tax/server/a.ts', "db.deleteFrom('unknown')")).toHaveLength(1)
    expect(ownerFaults(owners, [])).toEqual(['billing does not write orders'])
  })
})

describe('SQL', () => {
  it('that reads stands in files of queries (queries.ts), not in handlers, and files of queries write nothing', () => {
    expect(misplacedSql(features)).toEqual([])
  })

  it('goes red for handlers that read and for queries that write', () => {
    const fault = (file: string, text: string) => misplacedSql([{ file, text }])
    expect(fault('features/ground/a/server/handlers.ts', "db.selectFrom('orders')")).toHaveLength(1)
    expect(fault('features/ground/a/server/x-handlers.ts', 'sql`select 1 as one\n from orders`')).toHaveLength(1)
    expect(fault('features/ground/a/server/queries.ts', "db.deleteFrom('orders')")).toHaveLength(1)
    expect(fault('features/ground/a/server/queries.ts', "db.selectFrom('orders')")).toEqual([])
    expect(fault('features/ground/a/server/close.ts', "db.updateTable('orders')")).toEqual([])
  })

  it('never takes a scope by default', () => {
    expect(running.flatMap(defaultScopes)).toEqual([])
    expect(defaultScopes({ file: 'a.ts', text: 'function f(db: Db, scope: Scope = scopeOfAll) {}' })).toHaveLength(1)
    expect(defaultScopes({ file: 'a.ts', text: 'function f(db: Db, scope?: Scope) {}' })).toHaveLength(1)
  })
})

describe('queries on tables of companies', () => {
  const tables = tenantTables()
  const inCode = running.filter(({ file }) => !file.startsWith('app/seed/'))

  it('take a scope, or a row that was found with one, or are named with who answers for them', () => {
    expect(tables.size).toBeGreaterThan(15)
    expect(
      scopeFaults(
        answered,
        inCode.flatMap((source) => unscopedQueries(source, tables)),
      ),
    ).toEqual([])
  })

  it('go red without a scope, also through another function of the file, and for an entry that nobody needs', () => {
    const fault = (text: string) =>
      scopeFaults(
        {},
        unscopedQueries({ file: 'a.ts', text: `const open = sql\`select 1 from orders\`\n${text}` }, tables),
      )
    expect(fault("export const f = (db: Db, id: string) => db.selectFrom('orders as o')")).toHaveLength(1)
    expect(fault('export async function f(db: Db) { return open.execute(db) }')).toHaveLength(1)
    expect(fault("export function f(db: Db, scope: Scope) { return db.selectFrom('orders') }")).toEqual([])
    expect(fault("export function f(db: Db, order: OrderRow) { return db.updateTable('orders') }")).toEqual([])
    expect(fault("export const f = (db: Db) => db.selectFrom('vat_rates')")).toEqual([])
    expect(scopeFaults({ 'holds the row': ['a.ts f'] }, [])).toEqual(['a.ts f needs no entry'])
  })
})

describe('days', () => {
  it('are never cut from the text of an instant, which has the day of UTC', () => {
    // Days are counted at midnight of UTC inside this one module.
    const own = files.filter(({ file }) => file !== 'platform/values/days.ts')
    expect(own.flatMap(daysCutFromInstants)).toEqual([])
    expect(daysCutFromInstants({ file: 'a.ts', text: 'now.toISOString().slice(0, 10)' })).toHaveLength(1)
    expect(daysCutFromInstants({ file: 'a.ts', text: 'link.createdAt.slice(0, 10)' })).toHaveLength(1)
    expect(daysCutFromInstants({ file: 'a.ts', text: 'items.slice(0, 10)' })).toEqual([])
  })
})

describe('files and folders', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'e2e', 'scripts', 'bench'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(path.join(root, file)))

  it('are no longer than 400 lines, but for what is generated', () => {
    const written = all.filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !file.includes('.generated.'))
    const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1
    expect(written.length).toBeGreaterThan(1000)
    // Its kinds of task that are turns go to the table of turns; what is left is short.
    const long = written.filter((file) => linesOf(file) > 400 && !file.endsWith('tasks/server/queries.ts'))
    expect(long.map((file) => `${linesOf(file)} ${file}`)).toEqual([])
  })

  it('hold at most 35 files', () => {
    const folders = Map.groupBy(all, (file) => path.dirname(file))
    const full = [...folders].filter(([, held]) => held.length > 35)
    expect(full.map(([folder, held]) => `${held.length} ${folder}`)).toEqual([])
  })
})

describe('functions', () => {
  /** Whoever splits functions lowers the count here; nobody raises it. */
  const LONG_FUNCTIONS = 4

  it(`of more than sixty lines are at most ${LONG_FUNCTIONS}`, () => {
    const long = files.flatMap(functionsOf).filter(({ lines }) => lines > 60)
    expect(long.length, long.map(({ at, lines }) => `${lines} ${at}`).join('\n')).toBeLessThanOrEqual(LONG_FUNCTIONS)
  })

  it('are measured from the first line to the last, each by itself', () => {
    const text = 'export function outer() {\n  return [1].map((one) => {\n    return one\n  })\n}\n'
    expect(functionsOf({ file: 'a.tsx', text })).toEqual([
      { at: 'a.tsx:1', lines: 5 },
      { at: 'a.tsx:2', lines: 3 },
    ])
  })
})
