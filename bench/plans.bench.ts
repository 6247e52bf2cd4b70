// What every list, count, search and detail call costs in the database, at ten thousand and at a million employees.
import pg from 'pg'
import { catalogueOf } from '#testing/scale/catalogue.ts'
import { type Explained, explain } from '#testing/scale/plans.ts'
import { callersOf, type ReadingCall, read } from '#testing/scale/reading.ts'
import { recording, type Statement } from '#testing/scale/recorder.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const LIMIT_MS = 25
/** A report reads every lease of a company of 14,000 people; it is held to its own limit. */
const REPORT_LIMIT_MS = 400
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const only = process.env.ONLY

interface Cell {
  readonly title: string
  readonly call: ReadingCall
  readonly milliseconds: number
  readonly planning: number
  readonly statements: number
  readonly blocks: number
  readonly scanned: readonly string[]
  readonly summary: string
}

async function measure(
  connection: pg.ClientConfig,
  employees: number,
  eachCell: (cell: Cell) => void,
): Promise<Map<string, Cell>> {
  const scale = scaleOf(employees)
  const world = await openWorldOn(connection)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('set jit = off')
  const cells = new Map<string, Cell>()
  try {
    const callers = await callersOf(world, scale)
    for (const call of catalogueOf(scale)) {
      const title = `${call.as}: ${call.spec.path.replace('/api/', '')} ${call.name}`
      if (only && !title.includes(only)) continue
      const refusal = { said: '' }
      const { statements } = await recording(() =>
        read(world, callers, call).catch((error: Error) => {
          refusal.said = error.message
        }),
      )
      const explained: (Explained & { statement: Statement })[] = []
      for (const statement of refusal.said ? [] : statements)
        explained.push({ ...(await explain(client, statement, ROUNDS)), statement })
      if (process.env.VERBOSE)
        for (const one of explained)
          console.log(
            `\n--- ${title} ${one.executionMs} ms (planning ${one.planningMs})\n${one.statement.text}\n${JSON.stringify(one.statement.values)}\n${one.summary}`,
          )
      const sum = (of: 'executionMs' | 'planningMs' | 'blocks') => explained.reduce((all, one) => all + one[of], 0)
      const cell: Cell = {
        title,
        call,
        milliseconds: refusal.said ? Number.POSITIVE_INFINITY : sum('executionMs'),
        planning: sum('planningMs'),
        statements: statements.length,
        blocks: sum('blocks'),
        scanned: [...new Set(explained.flatMap((one) => one.scanned))],
        summary: refusal.said || explained.toSorted((a, b) => b.executionMs - a.executionMs)[0]?.summary || '',
      }
      cells.set(title, cell)
      eachCell(cell)
    }
  } finally {
    await client.end()
    await world.close()
  }
  return cells
}

const limitOf = (call: ReadingCall) => (call.isReport ? REPORT_LIMIT_MS : LIMIT_MS)

const heading = `${'call'.padEnd(72)} stm   10 k ms   1 M ms  growth  blocks  plan of the dearest statement`

/** One line of the table. @returns whether the cell is at fault */
function print(cell: Cell, before = 0): boolean {
  const isSlow = cell.milliseconds > limitOf(cell.call)
  const growth = before > 0 ? (cell.milliseconds / before).toFixed(1) : '–'
  const faults = [...(isSlow ? ['slow'] : []), ...cell.scanned.map((table) => `reads all ${table}`)]
  const mark = faults.length > 0 ? `✗ ${faults.join(', ')}  ` : ''
  console.log(
    `${cell.title.slice(0, 72).padEnd(72)} ${String(cell.statements).padStart(3)} ${before.toFixed(1).padStart(9)} ${cell.milliseconds.toFixed(1).padStart(8)} ${growth.padStart(7)} ${String(cell.blocks).padStart(7)}  ${mark}${cell.summary.slice(0, 110)}`,
  )
  return faults.length > 0
}

const large = Number(process.env.EMPLOYEES ?? 1_000_000)
const server = await openBenchServer()
try {
  const of = async (employees: number, eachCell: (cell: Cell) => void) =>
    measure(
      await server.database(`scale_${employees}`, (connection) => fillScale(connection, scaleOf(employees))),
      employees,
      eachCell,
    )
  const small = await of(10_000, () => undefined)
  let faults = 0
  console.log(heading)
  const big = await of(large, (cell) => {
    if (print(cell, small.get(cell.title)?.milliseconds)) faults += 1
  })
  const costs = [...big.values()].filter(({ call }) => !call.isReport).map(({ milliseconds }) => milliseconds)
  const sorted = costs.toSorted((a, b) => a - b)
  console.log(
    `\n${big.size} calls; lists, searches and details at ${large} employees: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms, dearest ${sorted.at(-1)?.toFixed(1)} ms; ${faults} faults`,
  )
  if (faults > 0) process.exitCode = 1
} finally {
  await server.stop()
}
