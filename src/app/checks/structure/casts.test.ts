import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { type Node, nodesIn } from '#testing/sources/source-nodes.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const files = ['src', 'e2e', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:generated|d)\.ts$/.test(file))
    .map((file) => `${folder}/${file}`),
)

const typeOf = ({ typeAnnotation }: Node) => (typeAnnotation as Node).type

/** Whether a cast takes any value for what it names: to nothing that a value could be, or by way of what anything is. */
const hidesType = (node: Node) =>
  node.type === 'TSAsExpression' &&
  (typeOf(node) === 'TSNeverKeyword' ||
    ((node.expression as Node).type === 'TSAsExpression' && typeOf(node.expression as Node) === 'TSUnknownKeyword'))

const castsIn = (file: string, text: string) =>
  [...nodesIn(parseSync(file, text).program)]
    .filter(hidesType)
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`)

it('casts that hide a type are at most 25, tests among them', () => {
  const found = files.flatMap((file) => castsIn(file, readFileSync(path.join(root, file), 'utf8')))
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(25)
})

it('a cast that hides a type is found where it stands', () => {
  expect(castsIn('a.ts', 'const a = 1 as never')).toEqual(['a.ts:1'])
  expect(castsIn('a.ts', 'const a = 1\nconst b = a as unknown as string')).toEqual(['a.ts:2'])
  expect(castsIn('a.ts', 'const a = b as string')).toEqual([])
})
