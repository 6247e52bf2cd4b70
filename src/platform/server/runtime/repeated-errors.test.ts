import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { failureForLog } from '../http/http.ts'
import { countRepeats, repeatedErrors } from './repeated-errors.ts'

let now = 0
let later: { at: number; work: () => void }[] = []
const clock = {
  now: () => now,
  after: (ms: number, work: () => void) => void later.push({ at: now + ms, work }),
}
/** Time passes, and what was to be done meanwhile is done. */
function pass(ms: number): void {
  now += ms
  const due = later.filter(({ at }) => at <= now)
  later = later.filter(({ at }) => at > now)
  for (const { work } of due) work()
}

function logging() {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const hooks = repeatedErrors(countRepeats(clock))
  return { lines, log: pino({ serializers: { err: failureForLog }, hooks }, stream) }
}

const lost = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const other = () => Object.assign(new Error('no room'), { code: '53100' })

beforeEach(() => {
  now = 0
  later = []
})

describe('a fault that repeats itself', () => {
  it('is told in full five times a minute, then counted, and one line says how many were left out', () => {
    const { lines, log } = logging()
    const lose = (reqId: string) => log.child({ reqId }).error({ err: lost() }, 'request failed')
    for (let i = 0; i < 40; i += 1) lose(String(i))
    expect(lines.map(({ reqId }) => reqId)).toEqual(['0', '1', '2', '3', '4'])
    expect(lines[0]).toMatchObject({ err: { code: 'ECONNREFUSED', stack: expect.stringContaining('at ') } })
    pass(59_999)
    expect(lines).toHaveLength(5)
    pass(1)
    expect(lines).toHaveLength(6)
    expect(lines[5]).toMatchObject({
      level: 50,
      leftOut: 35,
      code: 'ECONNREFUSED',
      msg: '35 more of the same were left out: request failed',
    })
    lose('later')
    expect(lines).toHaveLength(7)
    pass(120_000)
    expect(lines).toHaveLength(7)
  })

  it('takes no line away from another fault, from another place or from what is no fault', () => {
    const { lines, log } = logging()
    for (let i = 0; i < 9; i += 1) log.error({ err: lost() }, 'request failed')
    log.error({ err: other() }, 'request failed')
    log.error({ err: lost() }, 'the outbox could not be read')
    for (let i = 0; i < 9; i += 1) log.info({ status: 503 }, 'request')
    expect(lines.map(({ msg }) => msg)).toEqual([
      ...Array.from({ length: 6 }, () => 'request failed'),
      'the outbox could not be read',
      ...Array.from({ length: 9 }, () => 'request'),
    ])
  })

  it('is told of a clock that stood still until the next of it came', () => {
    const { lines, log } = logging()
    const lose = () => log.error({ err: lost() }, 'request failed')
    for (let i = 0; i < 7; i += 1) lose()
    now += 60_000
    lose()
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([...Array.from({ length: 5 }, () => undefined), 2, undefined])
    pass(60_000)
    expect(lines).toHaveLength(7)
  })
})
