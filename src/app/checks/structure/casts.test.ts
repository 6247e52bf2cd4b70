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

/** Whether an expression is taken for there although its type says that it may not be. */
const isTakenForThere = ({ type }: Node) => type === 'TSNonNullExpression'

const linesWith = (file: string, text: string, is: (node: Node) => boolean) =>
  [...nodesIn(parseSync(file, text).program)]
    .filter(is)
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`)

const inAll = (is: (node: Node) => boolean, among: readonly string[] = files) =>
  among.flatMap((file) => linesWith(file, readFileSync(path.join(root, file), 'utf8'), is))

it('casts that hide a type are at most 25, tests among them', () => {
  const found = inAll(hidesType)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(25)
})

it('a cast that hides a type is found where it stands', () => {
  expect(linesWith('a.ts', 'const a = 1 as never', hidesType)).toEqual(['a.ts:1'])
  expect(linesWith('a.ts', 'const a = 1\nconst b = a as unknown as string', hidesType)).toEqual(['a.ts:2'])
  expect(linesWith('a.ts', 'const a = b as string', hidesType)).toEqual([])
})

const guarded =
  /^src\/(?:features\/(?:money|leases\/agreements\/signing|ground\/(?:sessions|proposals)|operations\/roles)\/|platform\/server\/http\/)/

it('nothing of money, signing and access is taken for there', () => {
  const among = files.filter((file) => guarded.test(file) && !/\.test\.tsx?$/.test(file))
  expect(among.length).toBeGreaterThan(400)
  expect(inAll(isTakenForThere, among)).toEqual([])
  expect(linesWith('a.ts', 'const a = b!.c', isTakenForThere)).toEqual(['a.ts:1'])
})
