/** A node of the parsed source, of which only what is read here is known. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** A parsed value's nodes, itself among them, outer ones first. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (isNode(value)) {
    yield value
    for (const key of Object.keys(value)) if (key !== 'parent') yield* nodesIn(value[key])
  }
}
