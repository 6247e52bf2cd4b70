import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { logStream, peopleLine } from './people-lines.ts'

const entry = (extra: object) => JSON.stringify({ level: 40, time: 1_764_340_000_000, pid: 1, hostname: 'h', ...extra })

it('is a sentence for people: when, how grave, what, and the rest by name', () => {
  expect(peopleLine(entry({ msg: 'a job failed', job: 'make-documents', ms: 12 }))).toBe(
    '16.26.40  warn  a job failed  job make-documents, ms 12\n',
  )
  expect(peopleLine(entry({ err: { type: 'TypeError', message: 'no such thing', stack: 'at …' } }))).toBe(
    '16.26.40  warn  err TypeError: no such thing\n',
  )
})

it('goes to terminals alone; programs get JSON', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    pino({}, logStream(true)).info('hello')
    expect(write.mock.calls.map(([line]) => line)).toEqual([expect.stringMatching(/ {2}info {2}hello\n$/)])
  } finally {
    write.mockRestore()
  }
  expect(logStream(false)).toBe(process.stdout)
})
