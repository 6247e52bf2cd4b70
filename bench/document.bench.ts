// Whether readers of the API document keep a node from others: 30 readings a second, and beside them a probe of
// /api/ready every 100 ms, which is asked alone before.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openWorldOn } from '#testing/world-on.ts'
import { openBenchServer } from './parts/scaled.ts'

const SECONDS = Number(process.env.SECONDS ?? 20)
const A_SECOND = 30
const agent = new Agent({ keepAlive: true })

/** The child: the server alone, so that whoever asks takes none of its thread. */
async function serve(connection: pg.ClientConfig) {
  const world = await openWorldOn(connection)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (world.app.server.address() as AddressInfo).port })
}

/** @returns the milliseconds until the whole answer was there */
function ask(port: number, address: string, headers: Record<string, string> = {}): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path: address, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${address} answered ${reply.statusCode}`))
      reply.resume().on('end', () => resolve(performance.now() - begun))
    })
      .on('error', reject)
      .end()
  })
}

async function everySoOften(times: number, wait: number, work: () => Promise<number>): Promise<number[]> {
  const asked: Promise<number>[] = []
  for (let time = 0; time < times; time += 1) {
    asked.push(work())
    await pause(wait)
  }
  return Promise.all(asked)
}

function shown(name: string, times: number[]): string {
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(0)} ms`
  return `${name}: ${sorted.length}, median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, longest ${at(1)}`
}

async function compare() {
  const server = await openBenchServer()
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  try {
    child.send(await server.database('document'))
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    const probe = () => ask(port, '/api/ready')
    const read = () => ask(port, '/api/openapi.json', { 'accept-encoding': 'br' })
    // The first reading makes the document where no build has.
    await read()
    console.log(shown('probe alone', await everySoOften(SECONDS * 10, 100, probe)))
    const [reads, probes] = await Promise.all([
      everySoOften(SECONDS * A_SECOND, 1_000 / A_SECOND, read),
      everySoOften(SECONDS * 10, 100, probe),
    ])
    console.log(shown(`readings, ${A_SECOND} a second`, reads))
    console.log(shown('probe beside them', probes))
    if (probes.some((time) => time >= 100)) process.exitCode = 1
  } finally {
    child.kill()
    await server.stop()
  }
}

if (process.send) process.once('message', (connection) => serve(connection as pg.ClientConfig))
else await compare()
