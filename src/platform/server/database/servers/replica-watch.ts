/** How often the replica is asked, and how long it may take to answer. */
const PROBE_MS = 250
const ANSWER_MS = 900
/** Further behind than this, no read is sent to it. */
const MOST_LAG_MS = 1_000

/** A place in the log of the database: it only grows. */
export type Lsn = bigint

/** Reads `16/B374D848`. @throws for what is none */
export function lsnOf(text: string): Lsn {
  const [, high, low] = /^([0-9A-Fa-f]{1,8})\/([0-9A-Fa-f]{1,8})$/.exec(text) ?? []
  if (!high || !low) throw new Error('not a place in the log')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Where the primary was at an instant of this process. */
interface Mark {
  readonly lsn: Lsn
  readonly at: number
}

/** What the last probe has found. */
export interface ReplicaState {
  /** How far the replica has replayed; null while it does not answer. */
  readonly replayed: Lsn | null
  /** When it said so. */
  readonly at: number
  /** Where the primary was, oldest first; of what has been replayed only the last. */
  readonly marks: readonly Mark[]
}

/** How long ago the primary has written the first that the replica lacks. */
export function lagMs({ replayed, marks }: ReplicaState, now: number): number {
  const first = replayed === null ? undefined : marks.find(({ lsn }) => lsn > replayed)
  return first ? now - first.at : 0
}

/**
 * Whether a read may go to the replica: it has answered just now, is hardly behind, and has all that the reader has
 * written.
 * @param past what it has to have; null for a reader who has not written lately
 */
export function maySend(state: ReplicaState, past: Lsn | null, now: number): boolean {
  if (state.replayed === null || now - state.at > PROBE_MS + ANSWER_MS) return false
  return lagMs(state, now) <= MOST_LAG_MS && (past === null || state.replayed >= past)
}

/** What the watch asks: where the primary writes, and how far the replica is; null of one that is no standby. */
export interface Asked {
  primary(): Promise<Lsn>
  replica(): Promise<Lsn | null>
}

export interface ReplicaWatch {
  /** Done once the replica has been asked a first time. */
  readonly known: Promise<void>
  maySend(past: Lsn | null): boolean
  /** Work on the replica, given up for the other where the replica stops answering or the line breaks. */
  orElse<T>(work: Promise<T>, other: () => Promise<T>, isBroken: (error: unknown) => boolean): Promise<T>
  stop(): void
}

/** Asks by a clock, so that no caller finds out what has become of the replica, and none brings it back. */
export function watchReplica(asked: Asked): ReplicaWatch {
  let state: ReplicaState = { replayed: null, at: 0, marks: [] }
  /** What those do who wait for the replica when it is lost. */
  const waiting = new Set<() => void>()
  let isAsking = false
  const lose = () => {
    state = { ...state, replayed: null }
    for (const leave of waiting) leave()
    waiting.clear()
  }
  const probe = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const lsn = await inTime(asked.primary()).catch(() => null)
      const marks = lsn === null ? state.marks : [...state.marks, { lsn, at: Date.now() }]
      const found = await inTime(asked.replica())
      // What is no standby of another has all there is.
      const replayed = found ?? 1n << 64n
      const open = marks.findIndex((mark) => mark.lsn > replayed)
      state = { replayed, at: Date.now(), marks: open < 0 ? marks.slice(-1) : marks.slice(open) }
    } catch {
      lose()
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(() => void probe(), PROBE_MS)
  timer.unref()
  return {
    known: probe(),
    maySend: (past) => maySend(state, past, Date.now()),
    orElse: (work, other, isBroken) =>
      new Promise((resolve, reject) => {
        const leave = () => other().then(resolve, reject)
        waiting.add(leave)
        work
          .then(resolve, (error: unknown) => {
            // Where it was lost meanwhile, the other is under way.
            if (!waiting.has(leave)) return
            if (isBroken(error)) lose()
            else reject(error)
          })
          .finally(() => waiting.delete(leave))
      }),
    stop: () => clearInterval(timer),
  }
}

/** @throws where there is no answer in time; a late one is nobody's */
function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
