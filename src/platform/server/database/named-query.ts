import pg from 'pg'

/** What the driver makes of a description of rows, and reads each row with. */
interface Shape {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

interface DriverConnection {
  describe(part: object): void
}

/** The parts of the driver's own query that its types leave out; its version is locked. */
interface DriverQuery {
  readonly name: string | undefined
  readonly _result: Shape
  _accumulateRows: boolean
  prepare(connection: DriverConnection): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
}

type Done = (error: Error | null, result: pg.QueryResult) => void
const Driver = pg.Query as unknown as new (text: string, values: unknown[], done: Done) => DriverQuery & pg.Submittable

/** What comes back from each named statement, by the connection that keeps its plan. */
const shapes = new WeakMap<DriverConnection, Map<string, Shape>>()

function shapesOf(connection: DriverConnection): Map<string, Shape> {
  const known = shapes.get(connection) ?? new Map<string, Shape>()
  shapes.set(connection, known)
  return known
}

const askNothing = () => undefined

/**
 * A query that asks for the description of its rows once a connection and name. The driver asks each time, and of a list
 * with fifty columns a description is a tenth of the whole. What was told once holds: PostgreSQL runs no kept statement
 * whose rows have become others.
 */
export class NamedQuery extends Driver {
  override prepare(connection: DriverConnection): void {
    const shape = this.name === undefined ? undefined : shapesOf(connection).get(this.name)
    if (!shape) {
      super.prepare(connection)
      return
    }
    Object.assign(this._result, shape)
    this._accumulateRows = true
    const { describe } = connection
    connection.describe = askNothing
    try {
      super.prepare(connection)
    } finally {
      connection.describe = describe
    }
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    const { name, _result } = this
    if (name !== undefined && !shapesOf(connection).has(name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = _result
      shapesOf(connection).set(name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleCommandComplete(message, connection)
  }
}
