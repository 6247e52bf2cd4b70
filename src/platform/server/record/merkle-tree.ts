import { sha256 } from '#platform/server/runtime/secrets.ts'

/** Merkle trees as RFC 6962 defines them: leaves and nodes are hashed apart, so that none can be shown as the other. */

/** The hash of a leaf's content. */
export const leafHash = (content: Uint8Array): Buffer => sha256(Buffer.concat([Buffer.from([0]), content]))

const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.concat([Buffer.from([1]), left, right]))

/** The largest power of two below a number of leaves. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** The root over hashed leaves, in their order. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return leaves[0]!
  const split = splitOf(leaves.length)
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** The hashes that lead from one leaf to the root, the nearest first (RFC 6962, 2.1.1). */
export function pathOf(place: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length <= 1) return []
  const split = splitOf(leaves.length)
  return place < split
    ? [...pathOf(place, leaves.slice(0, split)), rootOf(leaves.slice(split))]
    : [...pathOf(place - split, leaves.slice(split)), rootOf(leaves.slice(0, split))]
}
