import { Agent, request } from 'node:http'

const AT_ONCE = 8
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** What a server of this machine is asked for. */
export interface Question {
  readonly port: number
  readonly path: string
  readonly token: string
}

/** @throws where the answer is no success */
export function answerOf({ port, path, token }: Question): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      reply.on('end', () =>
        reply.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${path} answered ${reply.statusCode}: ${text.slice(0, 300)}`)),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** Asks the same so many times, eight at once. */
export async function ask(question: Question, count: number): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await answerOf(question)
    }),
  )
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
