import { describe, expect, test } from 'vitest'
import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import { type CallerParts, createCaller } from './caller.ts'

const read = endpoint({
  method: 'GET',
  path: '/api/bikes/:bikeId',
  access: 'session',
  summary: 'A bike.',
  params: Shape({ bikeId: T.String() }),
  query: Shape({ search: T.Optional(T.String()), page: T.Optional(T.Integer()) }),
  replies: { 200: Shape({ name: T.String() }) },
})
const write = endpoint({
  method: 'POST',
  path: '/api/bikes',
  access: 'session',
  summary: 'Adds a bike.',
  body: Shape({ name: T.String() }),
  replies: { 201: Shape({ name: T.String() }) },
})

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
const refusal = (status: number, code: string) => answer(status, { code, message: code, requestId: 'r1' })

interface Sent {
  address: string
  request: RequestInit
}

function setUp(answers: (Response | Error | ((sent: Sent) => Response))[], drawnFor: string | null = null) {
  const sent: Sent[] = []
  const waits: number[] = []
  const heard: string[] = []
  const refused: string[] = []
  let keys = 0
  let clock = 1000
  let refreshedAt = 0
  const parts: CallerParts = {
    fetch: async (address, request) => {
      sent.push({ address, request })
      clock += 1
      const next = answers.shift()
      if (!next) throw new Error(`nothing answers ${address}`)
      if (next instanceof Error) throw next
      return typeof next === 'function' ? next({ address, request }) : next
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
    tabs: {
      alone: (work) => work(),
      lastRefresh: () => refreshedAt,
      setLastRefresh: (milliseconds) => {
        refreshedAt = milliseconds
      },
      now: () => clock,
    },
    newKey: () => `key-${++keys}`,
    pageUser: () => drawnFor,
    listeners: {
      onMaintenance: () => heard.push('maintenance'),
      onSessionEnded: () => heard.push('ended'),
      onDeactivated: () => heard.push('deactivated'),
      onRefused: async (code) => void refused.push(code),
      onUnanswered: () => heard.push('unanswered'),
      onStepUp: async () => heard.push('step-up') === 1,
    },
  }
  return { call: createCaller(parts), sent, waits, heard, refused, refreshInOtherTab: () => (refreshedAt = clock + 1) }
}

const keyOf = ({ request }: Sent) => (request.headers as Record<string, string>)['idempotency-key']

const marked = endpoint({
  method: 'GET',
  path: '/api/bell',
  access: 'session',
  summary: 'What rings.',
  etag: true,
  query: Shape({ since: T.Optional(T.String()) }),
  replies: { 200: Shape({ name: T.String() }) },
})

describe('an endpoint with an ETag', () => {
  const markOf = ({ request }: Sent) => (request.headers as Record<string, string>)['if-none-match']
  const rings = (name: string, etag: string) => answer(200, { name }, { etag })
  const unchanged = () => new Response(null, { status: 304 })

  test('is asked with the mark of its last answer, which is given again while it holds', async () => {
    const { call, sent, waits } = setUp([rings('one', 'W/"1"'), unchanged(), rings('two', 'W/"2"'), unchanged()])
    const answers = []
    for (let round = 0; round < 4; round += 1) answers.push(await call(marked))
    expect(answers).toEqual([{ name: 'one' }, { name: 'one' }, { name: 'two' }, { name: 'two' }])
    expect(sent.map(markOf)).toEqual([undefined, 'W/"1"', 'W/"1"', 'W/"2"'])
    expect(waits).toEqual([])
  })

  test('knows nothing of another address', async () => {
    const { call, sent } = setUp([rings('one', 'W/"1"'), rings('two', 'W/"2"')])
    await call(marked, { query: { since: 'then' } })
    expect(await call(marked, { query: { since: 'now' } })).toEqual({ name: 'two' })
    expect(sent.map(markOf)).toEqual([undefined, undefined])
  })
})

describe('a page', () => {
  const userOf = ({ request }: Sent) => (request.headers as Record<string, string>)['x-page-user']

  test('names whom it was drawn for with every write, also with one that goes again, and with no read', async () => {
    const { call, sent } = setUp(
      [answer(200, { name: 'one' }), answer(503, 'busy'), answer(201, { name: 'Halla' })],
      'aino',
    )
    await call(read, { params: { bikeId: '1' } })
    await call(write, { body: { name: 'Halla' } })
    expect(sent.map(userOf)).toEqual([undefined, 'aino', 'aino'])
  })

  test('for nobody names nobody', async () => {
    const { call, sent } = setUp([answer(201, { name: 'Halla' })])
    await call(write, { body: { name: 'Halla' } })
    expect(sent.map(userOf)).toEqual([undefined])
  })

  test('of somebody else than who is signed in by now is told so, once and without another try', async () => {
    const { call, sent, heard, refused } = setUp([refusal(409, 'PAGE_OF_ANOTHER_USER')], 'aino')
    await expect(call(write, { body: { name: 'Halla' } })).rejects.toMatchObject({ code: 'PAGE_OF_ANOTHER_USER' })
    expect(sent).toHaveLength(1)
    expect(heard).toEqual(['ended'])
    expect(refused, 'what is to be said of the code is made ready').toEqual(['PAGE_OF_ANOTHER_USER'])
  })
})

describe('an address', () => {
  test('holds the encoded params and leaves empty query values out', async () => {
    const { call, sent } = setUp([answer(200, { name: 'Halla' })])
    await call(read, { params: { bikeId: 'a/b' }, query: { search: '', page: 2 } })
    expect(sent[0]?.address).toBe('/api/bikes/a%2Fb?page=2')
    expect(keyOf(sent[0]!)).toBeUndefined()
  })
})

describe('a reply that the specification wants looked at', () => {
  const vat = endpoint({
    method: 'GET',
    path: '/api/vat/country/:code',
    access: 'public',
    summary: 'A rate.',
    replies: { 200: T.Any() },
  })

  test('is handed on when it has the shape', async () => {
    const { call } = setUp([answer(200, { value: 25.5 })])
    await expect(call(vat, { params: { code: 'FI' } })).resolves.toEqual({ value: 25.5 })
  })

  test('is a failure when it has not', async () => {
    const { call } = setUp([answer(200, { value: '25.5' })])
    await expect(call(vat, { params: { code: 'FI' } })).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: 'Invalid VAT data structure',
    })
  })
})

describe('a call that wants the password once more', () => {
  const wanted = () => answer(403, { code: 'STEP_UP_REQUIRED', message: '', requestId: '1' })

  test('goes again with the same key once it has been given, and fails when it is wanted a second time', async () => {
    const { call, sent, heard } = setUp([wanted(), answer(201, { name: 'Halla' }), wanted(), wanted()])
    await expect(call(write, { body: { name: 'Halla' } })).resolves.toEqual({ name: 'Halla' })
    expect(new Set(sent.map(keyOf)).size).toBe(1)
    await expect(call(write, { body: { name: 'Halla' } })).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(heard).toEqual(['step-up', 'step-up'])
  })
})

describe('a call that nobody answers', () => {
  test('is told at its first try, and one that the caller gave up is not', async () => {
    const { call, heard } = setUp([new TypeError('Failed to fetch'), answer(200, { name: 'Halla' })])
    await call(read, { params: { bikeId: '1' } })
    expect(heard).toEqual(['unanswered'])
    const leaving = new AbortController()
    const stopped = setUp([
      () => {
        leaving.abort()
        throw new TypeError('Failed to fetch')
      },
    ])
    await expect(stopped.call(read, { params: { bikeId: '1' }, signal: leaving.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect(stopped.heard).toEqual([])
  })

  test('is told when a gateway answers in the place of the service', async () => {
    const { call, heard } = setUp([answer(502, 'Bad gateway'), answer(200, { name: 'Halla' })])
    await call(read, { params: { bikeId: '1' } })
    expect(heard).toEqual(['unanswered'])
  })
})

describe('retries', () => {
  test('wait 1, 2 and 4 seconds after the network failed and keep the idempotency key', async () => {
    const down = new TypeError('Failed to fetch')
    const { call, sent, waits } = setUp([down, down, down, answer(201, { name: 'Halla' })])
    await expect(call(write, { body: { name: 'Halla' } })).resolves.toEqual({ name: 'Halla' })
    expect(waits).toEqual([1000, 2000, 4000])
    expect(new Set(sent.map(keyOf))).toEqual(new Set(['key-1']))
    expect(new Set(sent.map(({ request }) => request.body))).toEqual(new Set(['{"name":"Halla"}']))
  })

  test('stop after the fourth failure', async () => {
    const down = new TypeError('Failed to fetch')
    const { call, sent } = setUp([down, down, down, down])
    await expect(call(write, { body: { name: 'Halla' } })).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' })
    expect(sent).toHaveLength(4)
  })

  test('name the sentence of a call that has one of its own', async () => {
    const down = new TypeError('Failed to fetch')
    const { call } = setUp([down, down, down, down])
    const own = { ...write, offline: 'bike.create' }
    await expect(call(own, { body: { name: 'Halla' } })).rejects.toMatchObject({ offline: 'bike.create' })
  })

  test.each([502, 503, 504, 408, 418])('happen after status %i', async (status) => {
    const { call } = setUp([answer(status, 'gateway'), answer(200, { name: 'Halla' })])
    await expect(call(read, { params: { bikeId: '1' } })).resolves.toEqual({ name: 'Halla' })
  })

  test.each([400, 401, 403, 404, 409, 422, 429, 500])('do not happen after status %i', async (status) => {
    const { call, sent } = setUp([answer(status, 'no')])
    await expect(call(read, { params: { bikeId: '1' } })).rejects.toMatchObject({ status, code: 'UNREADABLE' })
    expect(sent).toHaveLength(1)
  })

  test('wait as long as the server asks when that is longer', async () => {
    const { call, waits } = setUp([answer(503, 'busy', { 'retry-after': '7' }), answer(200, { name: 'Halla' })])
    await call(read, { params: { bikeId: '1' } })
    expect(waits).toEqual([7000])
  })

  test('happen while the first try of the same key is still in flight', async () => {
    const { call } = setUp([refusal(409, 'IDEMPOTENCY_KEY_IN_FLIGHT'), answer(201, { name: 'Halla' })])
    await expect(call(write, { body: { name: 'Halla' } })).resolves.toEqual({ name: 'Halla' })
  })

  test('do not happen in maintenance, which the shell hears about', async () => {
    const { call, sent, heard } = setUp([refusal(503, 'MAINTENANCE')])
    await expect(call(read, { params: { bikeId: '1' } })).rejects.toMatchObject({ code: 'MAINTENANCE' })
    expect(sent).toHaveLength(1)
    expect(heard).toEqual(['maintenance'])
  })

  test('end when the caller gives up', async () => {
    const gone = new AbortController()
    const { call, sent } = setUp([
      () => {
        gone.abort()
        throw new DOMException('Aborted', 'AbortError')
      },
    ])
    const given = { params: { bikeId: '1' }, signal: gone.signal }
    await expect(call(read, given)).rejects.toMatchObject({ code: 'ABORTED' })
    expect(sent).toHaveLength(1)
  })
})

describe('an expired session', () => {
  test('is renewed once and the call repeated with its key', async () => {
    const { call, sent } = setUp([refusal(401, 'SESSION_EXPIRED'), answer(200, {}), answer(201, { name: 'Halla' })])
    await expect(call(write, { body: { name: 'Halla' } })).resolves.toEqual({ name: 'Halla' })
    expect(sent.map(({ address }) => address)).toEqual(['/api/bikes', '/api/refresh', '/api/bikes'])
    expect(keyOf(sent[2]!)).toBe(keyOf(sent[0]!))
    expect(keyOf(sent[1]!)).not.toBe(keyOf(sent[0]!))
  })

  test('is not renewed again when another tab has done so since the call left', async () => {
    const { call, sent, refreshInOtherTab } = setUp([
      () => {
        refreshInOtherTab()
        return refusal(401, 'SESSION_EXPIRED')
      },
      answer(200, { name: 'Halla' }),
    ])
    await call(read, { params: { bikeId: '1' } })
    expect(sent.map(({ address }) => address)).toEqual(['/api/bikes/1', '/api/bikes/1'])
  })

  test('ends when it cannot be renewed', async () => {
    const { call, heard } = setUp([refusal(401, 'SESSION_EXPIRED'), refusal(401, 'UNAUTHENTICATED')])
    await expect(call(read, { params: { bikeId: '1' } })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(heard).toEqual(['ended'])
  })

  test('is over as well when it was ended from elsewhere', async () => {
    const { call, heard } = setUp([refusal(401, 'UNAUTHENTICATED')])
    await expect(call(read, { params: { bikeId: '1' } })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(heard).toEqual(['ended'])
  })
})

test('a reply that is not JSON is an invalid response', async () => {
  const { call } = setUp([answer(200, '<html>')])
  await expect(call(read, { params: { bikeId: '1' } })).rejects.toMatchObject({
    code: 'INVALID_RESPONSE',
    message: 'Invalid response format',
  })
})

test('a refusal carries its fields, details, request id and wait', async () => {
  const body = {
    code: 'VALIDATION',
    message: 'm',
    requestId: 'r9',
    fields: [{ path: 'name', code: 'minLength', message: 'short' }],
    details: { current: 3 },
  }
  const { call } = setUp([answer(400, body, { 'retry-after': '5' })])
  await expect(call(write, { body: { name: '' } })).rejects.toMatchObject({
    code: 'VALIDATION',
    requestId: 'r9',
    fields: body.fields,
    details: { current: 3 },
    retryAfter: 5,
  })
})
