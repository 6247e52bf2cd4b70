import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Database } from '#platform/server/database/db.ts'
import type { Part } from '#platform/server/runtime/lifecycle.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { isDemoWanted } from './whole-demo.ts'

/** How many of the demo's orders are made. */
export interface SeedProgress {
  readonly done: number
  readonly total: number
}

const program = path.join(import.meta.dirname, 'seed-process.ts')

/**
 * Sees to it that a demo server has its whole demo before it answers anybody. The filling runs in a child process with
 * one line of progress; a part of the server while it lasts, so that a server told to stop ends it.
 * @param connectionString of the database's owner
 * @returns whether there was something to fill
 */
export async function fillDemo(database: Database, connectionString: string, parts: Part[]): Promise<boolean> {
  if (!(await isDemoWanted(database.primary))) return false
  const child = fork(program, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  })
  child.send(connectionString)
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)))
  const part: Part = { name: 'filling of the demo', graceMs: 3_000, close: () => end(child, ended) }
  parts.push(part)
  showProgress(child)
  const isWhole = await ended
  parts.splice(parts.indexOf(part), 1)
  if (!isWhole) throw new StartupError('The demo was not finished; the next start makes it anew.')
  return true
}

async function end(child: ChildProcess, ended: Promise<boolean>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** One line that counts on; where no terminal reads along, one line at the beginning. */
function showProgress(child: ChildProcess): void {
  const { stdout } = process
  if (!stdout.isTTY) {
    console.log('Filling the demo …')
    return
  }
  child.on('message', ({ done, total }: SeedProgress) => stdout.write(`\rFilling the demo: ${done} of ${total} orders`))
  child.once('exit', () => stdout.write('\n'))
}
