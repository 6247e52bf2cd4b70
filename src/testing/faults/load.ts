import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Node } from './node.ts'

/** What is written over and over, each time with a name that is its own. */
export interface Act {
  readonly kind: string
  readonly path: string
  readonly token: string
  body(name: string): object
}

/** One write, which is repeated with its key until it is acknowledged. */
export interface Write {
  readonly kind: string
  readonly name: string
  readonly key: string
  readonly begun: number
  /** When the answer came; null while there is none. */
  at: number | null
  /** What a repetition was answered otherwise, or what refused it for good. */
  fault: string | null
}

const PROBE_EACH_MS = 200
const CALL_MS = 15_000
/** The pause between two writes of one writer: a moderate load. */
const THINK_MS = 60
const GIVE_UP_MS = 60_000

/** Writes without pause through a balancer, which sends calls where the probe says that they are taken. */
export interface Load {
  /** All that was begun since a moment. */
  writesSince(at: number): Write[]
  /** The longest time between two acknowledgements within a span. */
  gap(from: number, to: number): number
  /** Holds the writers once each has its answer, or lets them go on. */
  rest(): Promise<void>
  goOn(): void
  stop(): Promise<void>
}

interface Place {
  readonly node: Node
  isReady: boolean
  /** Ends the calls that are under way at a node that answers no probe any more. */
  calls: AbortController
}

/** Asks each node's probe, as a balancer does. */
function watch(places: readonly Place[], isOn: () => boolean): Promise<unknown> {
  return Promise.all(
    places.map(async (place) => {
      while (isOn()) {
        const told = await place.node.probe()
        place.isReady = told === true
        if (told === null) {
          place.calls.abort()
          place.calls = new AbortController()
        }
        await pause(PROBE_EACH_MS)
      }
    }),
  )
}

/** A node that is ready, or any where none is: a balancer that knows of none tries all. */
function choose(places: readonly Place[], turn: number): Place {
  const ready = places.filter(({ isReady }) => isReady)
  const among = ready.length > 0 ? ready : places
  const chosen = among[turn % among.length]
  if (!chosen) throw new Error('there is no node')
  return chosen
}

/** @returns the status, 0 where there was no answer */
async function send({ node, calls }: Place, act: Act, write: Write): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${node.port}${act.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${act.token}`, 'content-type': 'application/json', 'idempotency-key': write.key },
    body: JSON.stringify(act.body(write.name)),
    signal: AbortSignal.any([calls.signal, AbortSignal.timeout(CALL_MS)]),
  }).catch(() => null)
  const text = await reply?.text().catch(() => null)
  if (!reply || text === null) return 0
  const isLasting = reply.status >= 400 && reply.status < 500 && ![409, 425, 429].includes(reply.status)
  if (isLasting || reply.status === 500) write.fault = `${reply.status} ${text}`
  return reply.status
}

const isDone = (status: number) => status >= 200 && status < 300

/** The longest time between two acknowledgements within a span, its ends included. */
function gapOf(writes: readonly Write[], from: number, to: number): number {
  const times = writes.flatMap(({ at }) => (at !== null && at > from && at < to ? [at] : []))
  const marks = [from, ...times.toSorted((a, b) => a - b), to]
  return Math.max(...marks.slice(1).map((at, place) => at - (marks[place] ?? at)))
}

/** Starts writers, each of one kind, that go on until they are told to stop. */
export function startLoad(nodes: readonly Node[], deeds: readonly Act[], writers: number): Load {
  const places = nodes.map((node): Place => ({ node, isReady: true, calls: new AbortController() }))
  const writes: Write[] = []
  let [isOn, isResting, turn] = [true, false, 0]
  const carryOut = async (act: Act, write: Write) => {
    const until = Date.now() + GIVE_UP_MS
    while (isOn && Date.now() < until && write.fault === null) {
      turn += 1
      if (isDone(await send(choose(places, turn), act, write))) {
        write.at = Date.now()
        return
      }
      await pause(50)
    }
  }
  const working = new Set<number>()
  const writer = async (place: number) => {
    while (isOn) {
      if (isResting) await pause(20)
      else {
        working.add(place)
        const act = deeds[place % deeds.length]
        if (!act) return
        const write: Write = {
          kind: act.kind,
          name: `${act.kind} ${randomUUID()}`,
          key: randomUUID(),
          begun: Date.now(),
          at: null,
          fault: null,
        }
        writes.push(write)
        await carryOut(act, write)
        working.delete(place)
        await pause(THINK_MS)
      }
    }
  }
  const running = Promise.all([
    watch(places, () => isOn),
    ...Array.from({ length: writers }, (_, place) => writer(place)),
  ])
  return {
    writesSince: (at) => writes.filter(({ begun }) => begun >= at),
    gap: (from, to) => gapOf(writes, from, to),
    async rest() {
      isResting = true
      while (working.size > 0) await pause(20)
    },
    goOn() {
      isResting = false
    },
    async stop() {
      isOn = false
      await running
    },
  }
}
