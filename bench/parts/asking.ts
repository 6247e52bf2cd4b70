import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const AT_ONCE = 8
// Who calls decides how many at once.
const agent = new Agent({ keepAlive: true })

/** What a server of this machine is asked for. */
export interface Question {
  readonly port: number
  readonly path: string
  readonly token: string
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a body under a key of its own, or asks without one. */
export function send({ port, path, token }: Question, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` }
  const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    request({ agent, host: '127.0.0.1', port, path, method, headers: body ? sent : headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      reply.on('end', () => resolve({ status: reply.statusCode!, text }))
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}

/** @throws where the answer is no success */
export async function answerOf(question: Question, body?: object): Promise<string> {
  const { status, text } = await send(question, body)
  if (status !== 200) throw new Error(`${question.path} answered ${status}: ${text.slice(0, 300)}`)
  return text
}

/** Does the work for each, eight at once. */
export async function inParallel<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all[Symbol.iterator]()
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Asks the same so many times, eight at once. */
export const ask = (question: Question, count: number): Promise<void> =>
  inParallel(Array<Question>(count).fill(question), (one) => answerOf(one))

/** Asks the same so many times, eight at once, and begins no more once the time is over. @returns how many it asked */
export async function askWithin(question: Question, count: number, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let asked = 0
  const timely = function* () {
    while (asked < count && performance.now() < end) {
      asked += 1
      yield question
    }
  }
  await inParallel(timely(), (one) => answerOf(one))
  return asked
}

/** Microseconds of processor time a request: of the server's process, and of the database's together. */
export interface Cost {
  readonly node: number
  readonly postgres: number
}

/** What the requests of `work` have cost each. */
export async function costOf(
  spent: () => Promise<Cost> | Cost,
  count: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = await spent()
  await work()
  const after = await spent()
  return { node: (after.node - before.node) / count, postgres: (after.postgres - before.postgres) / count }
}

export const sumOf = ({ node, postgres }: Cost) => node + postgres
export const medianCost = (costs: readonly Cost[]) =>
  costs.toSorted((a, b) => sumOf(a) - sumOf(b))[Math.floor(costs.length / 2)]!
