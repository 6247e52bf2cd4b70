// Whether the server's memory stays flat: every reading call without an id that answers, of five people and of a visitor,
// in turn, up to `REQUESTS` of them, with what is resident after each tenth. Reads /proc, so it runs on Linux.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '#testing/aim.ts'
import { residentMemory, startService } from './parts/service.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 200_000)
const AT_ONCE = 16
const PASSWORD = 'Poljin-demo-2026'
const people = ['employee', 'employee-c', 'editor', 'group', 'reporting']
const pages = ['/', '/laskuri', '/tyonantajalle', '/kirjaudu', '/mybike', '/admin']

interface Call {
  readonly path: string
  readonly cookie: string
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** @returns the status of the answer, whose body has been read */
function get(url: string, { path: address, cookie }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + address, { agent, headers: { cookie, 'accept-encoding': 'gzip' } }, (reply) =>
      reply.resume().on('end', () => resolve(reply.statusCode!)),
    )
      .on('error', reject)
      .end()
  })
}

async function signIn(url: string, name: string): Promise<string> {
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${name}@demo.example`, password: PASSWORD }),
  })
  if (reply.status !== 200) throw new Error(`${name} could not sign in: ${reply.status}`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** All calls that somebody may make as they stand. */
async function callsOf(url: string): Promise<Call[]> {
  const reads = endpoints.flatMap(({ spec }) => (spec.method === 'GET' && !spec.path.includes(':') ? [spec.path] : []))
  const cookies = await Promise.all(people.map((name) => signIn(url, name)))
  const all = [...cookies, ''].flatMap((cookie) =>
    [...pages, ...reads].map((address): Call => ({ path: address, cookie })),
  )
  const answered: Call[] = []
  for (const call of all) if ((await get(url, call)) === 200) answered.push(call)
  return answered
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-rest-bench-'))
const service = await startService(dataDir, { GENERAL_LIMIT: '0', ORIGIN: '' })
try {
  const calls = await callsOf(service.url)
  console.log(`${calls.length} calls of ${people.length} people and of a visitor, ${AT_ONCE} at once`)
  console.log(`at rest: ${residentMemory(service.pid).now.toFixed(0)} MB`)
  let sent = 0
  const refused = new Map<string, number>()
  const from = performance.now()
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const until = Math.round((REQUESTS * tenth) / 10)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (sent < until) {
          const call = calls[sent++ % calls.length]!
          const status = await get(service.url, call)
          if (status !== 200) refused.set(`${status} ${call.path}`, (refused.get(`${status} ${call.path}`) ?? 0) + 1)
        }
      }),
    )
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    console.log(`${sent} requests, ${seconds} s: ${residentMemory(service.pid).now.toFixed(0)} MB`)
  }
  const { most } = residentMemory(service.pid)
  console.log(`at most ${most.toFixed(0)} MB; ${refused.size === 0 ? 'each answer was 200' : [...refused].join('; ')}`)
} finally {
  agent.destroy()
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
