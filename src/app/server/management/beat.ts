/** What both threads see at once: when the main one last turned, and whether it is being emptied. */
export interface Beat {
  readonly shared: SharedArrayBuffer
  /** Called by the main thread as long as its event loop turns. */
  beat(): void
  /** Milliseconds since the main thread's loop last turned. */
  ageMs(): number
  drain(isOn: boolean): void
  isDraining(): boolean
}

const now = () => BigInt(Math.round(performance.timeOrigin + performance.now()))

/** @param shared the other thread's memory; new where there is none */
export function createBeat(shared = new SharedArrayBuffer(16)): Beat {
  const cells = new BigInt64Array(shared)
  if (Atomics.load(cells, 0) === 0n) Atomics.store(cells, 0, now())
  return {
    shared,
    beat: () => void Atomics.store(cells, 0, now()),
    ageMs: () => Number(now() - Atomics.load(cells, 0)),
    drain: (isOn) => void Atomics.store(cells, 1, isOn ? 1n : 0n),
    isDraining: () => Atomics.load(cells, 1) === 1n,
  }
}
