import { parseSync } from 'vite'
import { type Node, nodesIn } from './source-nodes.ts'

const nameOf = (node: Node) => String(((node.callee as Node).property as Node | undefined)?.name)
const isCallOf = (node: Node, names: readonly string[]) =>
  node.type === 'CallExpression' && names.includes(nameOf(node))

/**
 * The lines on which a clock is read once for each element of a `map`: rows that are written together then differ by
 * the milliseconds in between, and a list that sorts by them answers now in one order and now in another.
 */
export function clockReadsByElement(file: string, code: string): number[] {
  const maps = [...nodesIn(parseSync(file, code).program)].filter((node) => isCallOf(node, ['map', 'flatMap']))
  const reads = maps.flatMap((map) => [...nodesIn(map.arguments)]).filter((node) => isCallOf(node, ['now']))
  return [...new Set(reads.map(({ start }) => code.slice(0, start).split('\n').length))]
}
