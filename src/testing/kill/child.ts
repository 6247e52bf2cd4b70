// Carries out one run and kills itself (SIGKILL) at a statement that the parent has drawn: as it is sent, or as its
// answer is there. Arguments: the run, the statement, BEFORE or AFTER; the connection and the facts come in KILL_WORLD.
import pg from 'pg'
import { openWorldOn } from '../world-on.ts'
import { type ImportFacts, importRuns } from './imports.ts'
import { type KillFacts, killableRuns } from './runs.ts'

const runs = { ...killableRuns, ...importRuns }
const { connection, facts } = JSON.parse(process.env.KILL_WORLD!) as {
  connection: pg.PoolConfig
  facts: KillFacts & ImportFacts
}
const [run, at, when] = process.argv.slice(2) as [keyof typeof runs, string, 'BEFORE' | 'AFTER']

const world = await openWorldOn(connection, { variables: facts.variables })
world.env.setNow(facts.now)
let left = Number(at)
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  left -= 1
  const answer = send.apply(this, given)
  if (left !== 0) return answer
  // One turn, so that the statement has left; its answer may be on its way or not.
  const kill = () => process.kill(process.pid, 'SIGKILL')
  if (when === 'AFTER') return Promise.resolve(answer as Promise<unknown>).finally(kill)
  setImmediate(kill)
  return answer
} as typeof pg.Client.prototype.query
await runs[run](world, facts)
process.exit(0)
