// The browser's stand-in for the schema library: the same JSON Schemas from the same calls, without its type engine.
// The contracts are written against the library; the front end's build puts this in its place.

type Schema = Readonly<Record<string, unknown>>

const OPTIONAL = Symbol('optional')
const isOptional = (schema: Schema) => OPTIONAL in schema

function hidden(schema: Schema, name: symbol): Schema {
  return Object.defineProperty({ ...schema }, name, { value: true, enumerable: false })
}

const ofType =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options })

function object(properties: Readonly<Record<string, Schema>>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

const optional = (schema: Schema): Schema => hidden(schema, OPTIONAL)

export const Type = {
  Any: (options: Schema = {}): Schema => ({ ...options }),
  String: ofType('string'),
  Number: ofType('number'),
  Integer: ofType('integer'),
  Boolean: ofType('boolean'),
  Literal: (value: string | number | boolean): Schema => ({ type: typeof value, const: value }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Object: object,
  Partial: ({ properties }: { properties: Readonly<Record<string, Schema>> }): Schema =>
    object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)]))),
  Union: (anyOf: readonly Schema[]): Schema => ({ anyOf }),
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
  Optional: optional,
}
