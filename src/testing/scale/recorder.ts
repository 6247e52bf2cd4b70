import pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Transaction boundaries, and the look at maintenance, which each process repeats only every few seconds. */
const boundaries = /^(begin|commit|rollback)\b|from "settings"/i
let running: Statement[] | null = null
let isPatched = false

/** Notes every statement that any connection of this process is given, from the first use on. */
function listen(): void {
  if (isPatched) return
  isPatched = true
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : (first as { text?: string })?.text
    if (running && text && !boundaries.test(text)) {
      const values = Array.isArray(second) ? second : ((first as { values?: unknown[] })?.values ?? [])
      running.push({ text, values: [...values] })
    }
    return original.apply(this, given)
  } as typeof pg.Client.prototype.query
}

/** Runs what belongs to the test itself and is not noted. */
export async function unrecorded<R>(work: () => Promise<R>): Promise<R> {
  const noted = running
  running = null
  try {
    return await work()
  } finally {
    running = noted
  }
}

/** Runs work and answers the statements that it sent to the database, transaction boundaries and the look at maintenance left out. */
export async function recording<R>(work: () => Promise<R>): Promise<{ result: R; statements: readonly Statement[] }> {
  listen()
  const statements: Statement[] = []
  running = statements
  try {
    return { result: await work(), statements }
  } finally {
    running = null
  }
}
