import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from '#testing/sources/source-imports.ts'
import { privateWordsIn } from '#testing/sources/source-words.ts'

const source = path.resolve(import.meta.dirname, '../../..')
const tests = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))

describe('the names of the code', () => {
  it('are the terms of the field, and none of the private words that were replaced by them', () => {
    const own = sourceFiles().filter(({ file }) => file !== 'testing/sources/source-words.ts')
    expect([...own, ...tests].flatMap(privateWordsIn)).toEqual([])
  })

  it('go red for a private word, alone or as a part of a name', () => {
    expect(privateWordsIn({ file: 'a.tsx', text: 'const a = <Crank />' })).toHaveLength(1)
    expect(privateWordsIn({ file: 'a.ts', text: 'const readSurroundings = () => 1' })).toHaveLength(1)
    expect(privateWordsIn({ file: 'a.ts', text: 'export const PATIENCE_MS = 200' })).toHaveLength(1)
    expect(privateWordsIn({ file: 'a.ts', text: '// the situation\nconst facts = { toString: "crank" }' })).toEqual([])
  })
})
