import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Mutant {
  readonly file: string
  readonly text: string
  readonly by: string
  readonly tests: readonly string[]
}
const mutants = JSON.parse(read('scripts/mutants.json')) as readonly Mutant[]

const LEAST = 3
const LEAST_IN_MONEY = 30

/** Features whose server decides nothing that a small change could turn. */
const withoutRules: Readonly<Record<string, string>> = {
  'ground/health': 'answers whether the database and the files answer',
}

const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
const features = foldersIn('src/features')
  .flatMap((wing) => foldersIn(`src/features/${wing}`).map((feature) => `${wing}/${feature}`))
  .filter((feature) => existsSync(path.join(root, 'src/features', feature, 'server')))
const countIn = (folder: string) => mutants.filter(({ file }) => file.startsWith(`src/features/${folder}/`)).length

describe('the mutants', () => {
  it('stand in the code, each text exactly once, and each changes it', () => {
    const texts = new Map(mutants.map(({ file }) => [file, existsSync(path.join(root, file)) ? read(file) : '']))
    const gone = mutants.filter(({ file, text, by }) => texts.get(file)?.split(text).length !== 2 || text === by)
    expect(gone).toEqual([])
  })

  it('name tests that are there, and at least one', () => {
    const untested = mutants.filter(
      ({ tests }) => tests.length === 0 || !tests.every((test) => existsSync(path.join(root, test))),
    )
    expect(untested).toEqual([])
  })

  it('are listed once each', () => {
    const keys = mutants.map(({ file, text, by }) => JSON.stringify([file, text, by]))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it(`are at least ${LEAST} in every feature with rules of its own on the server`, () => {
    const few = features.filter((feature) => countIn(feature) < LEAST && !(feature in withoutRules))
    expect(few.map((feature) => `${feature}: ${countIn(feature)}`)).toEqual([])
    expect(Object.keys(withoutRules).filter((feature) => !features.includes(feature))).toEqual([])
  })

  it(`are at least ${LEAST_IN_MONEY} in money`, () => {
    expect(countIn('money')).toBeGreaterThanOrEqual(LEAST_IN_MONEY)
  })

  it('are as many as the documents say', () => {
    for (const file of ['docs/mutants.md', 'CONTRIBUTING.md']) expect(read(file)).toContain(`${mutants.length} places`)
  })

  it('are argued only where they stand in the list', () => {
    const [, argued = ''] = read('docs/mutants.md').split('\n## Survivors\n')
    const told = argued.split('\n').filter((line) => line.startsWith('- '))
    expect(told.filter((line) => !mutants.some(({ text }) => line.includes(`\`${text}\``)))).toEqual([])
  })
})
