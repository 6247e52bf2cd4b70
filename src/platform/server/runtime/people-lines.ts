import type { LogLevel } from './config.ts'

const words: readonly (readonly [number, LogLevel])[] = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [20, 'debug'],
]
const hidden = ['level', 'time', 'pid', 'hostname', 'msg', 'reqId']

const shown = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  const { type, message } = value as { type?: string; message?: string }
  return message === undefined ? JSON.stringify(value) : `${type ?? 'Error'}: ${message}`
}

/** One line of the log as people read it in a terminal: time, level, what happened, and the rest by name. */
export function peopleLine(line: string): string {
  const entry = JSON.parse(line) as Record<string, unknown> & { level: number; time: number }
  const word = words.find(([level]) => entry.level >= level)?.[1] ?? 'trace'
  const rest = Object.entries(entry)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, value]) => `${name} ${shown(value)}`)
  const at = new Date(entry.time).toLocaleTimeString('fi-FI', { timeZone: 'Europe/Helsinki' })
  return `${[at, word, String(entry.msg ?? ''), rest.join(', ')].filter(Boolean).join('  ')}\n`
}

/** Where the log goes: people's lines in a terminal, else one line of JSON an entry, as programs read it. */
export const logStream = (isTerminal = process.stdout.isTTY === true) =>
  isTerminal ? { write: (line: string) => void process.stdout.write(peopleLine(line)) } : process.stdout
