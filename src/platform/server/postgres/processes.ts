import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Names one life of a process: the moment of its start, so that a process number given anew to another program is
 * not taken for the old one. `null` when no such process runs; a process that has ended but waits for its parent to
 * notice counts as ended.
 */
export function lifeOf(pid: number): string | null {
  if (process.platform === 'linux') return linuxLifeOf(pid)
  if (!answersToSignals(pid)) return null
  if (process.platform === 'win32') return 'unknown'
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

/** The command line of a running process, or an empty string when it cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function linuxLifeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name stands in parentheses and may itself hold spaces; the numbered fields follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()} ${fields[19]}`
  } catch {
    return null
  }
}

let knownBootId: string | undefined

function bootId(): string {
  knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return knownBootId
}

function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
