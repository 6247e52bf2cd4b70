import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const microsecondsPerTick = () => 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** The columns of a process after its name, which may hold spaces. */
function columnsOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Microseconds of processor time that a running process has used, its threads included; on Linux. */
export function processCpu(pid: number): number {
  const columns = columnsOf(String(pid))
  if (!columns) throw new Error(`The process ${pid} has ended.`)
  return (Number(columns[11]) + Number(columns[12])) * microsecondsPerTick()
}

/** Microseconds of processor time that the children of a process have used, those that have ended included; on Linux. */
export function childrenCpu(pid: number): number {
  const own = columnsOf(String(pid))
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(columnsOf)
    .filter((columns) => columns?.[1] === String(pid))
  const ticks = [...running.map((columns) => [columns![11], columns![12]]), own ? [own[13], own[14]] : []]
  return ticks.flat().reduce((sum, count) => sum + Number(count), 0) * microsecondsPerTick()
}
