/** The schemas of the four tax tables, made from the description of their columns. */
import { EurosFromZero, Name, Nullable, Percent, Shape, T } from '#platform/contract/contract.ts'
import { type Columns, type Kind, wireName } from './columns.ts'

/** No scale and no list of reductions comes near this. */
const STEPS_MAX = 50

const plain = {
  euros: EurosFromZero,
  percent: Percent,
  factor: T.Number({ minimum: 100, maximum: 200, multipleOf: 0.01 }),
  age: T.Integer({ minimum: 0, maximum: 120 }),
  year: T.Integer({ minimum: 2000, maximum: 2100 }),
  flag: T.Boolean(),
  name: Name,
} as const

function shapeOfKind(kind: Kind): T.TSchema {
  if (typeof kind === 'string') return plain[kind]
  if ('nullable' in kind) return Nullable(shapeOfKind(kind.nullable))
  if ('group' in kind) return Shape(shapesOf(kind.group))
  return T.Array(Shape(shapesOf(kind.list)), { maxItems: STEPS_MAX })
}

/** The schema of every column under its name on the wire. */
export function shapesOf(columns: Columns): Record<string, T.TSchema> {
  return Object.fromEntries(Object.entries(columns).map(([name, kind]) => [wireName(name), shapeOfKind(kind)]))
}
