import { parseSync } from 'vite'
import type { SourceFile } from './source-imports.ts'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface SizedFunction {
  /** `file:line` of its beginning. */
  readonly at: string
  readonly lines: number
}

const kinds = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

/** Every function of a file, methods, components and callbacks included, with its lines from first to last. */
export function functionsOf({ file, text }: SourceFile): SizedFunction[] {
  const found: SizedFunction[] = []
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const lineOf = (at: number) => {
    const after = breaks.findIndex((index) => index >= at)
    return (after < 0 ? breaks.length : after) + 1
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isNode(value)) return
    if (kinds.has(value.type)) {
      const first = lineOf(value.start)
      found.push({ at: `${file}:${first}`, lines: lineOf(value.end) - first + 1 })
    }
    for (const part of Object.values(value)) walk(part)
  }
  walk(parseSync(file, text).program)
  return found
}
