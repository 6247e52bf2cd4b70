import { digestOf, joined } from './bytes.ts'

const nodeHash = (left: Uint8Array, right: Uint8Array) => digestOf(joined(Uint8Array.of(1), left, right))

/** The root to which a path leads from a hashed leaf; null where the path fits no leaf at that place (RFC 9162, 2.1.3.2). */
export async function rootByPath(
  leaf: Uint8Array,
  at: { readonly place: number; readonly size: number },
  path: readonly Uint8Array[],
): Promise<Uint8Array | null> {
  if (at.place < 0 || at.place >= at.size) return null
  let { place } = at
  let last = at.size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      hash = await nodeHash(sibling, hash)
      while (place % 2 === 0 && place > 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else hash = await nodeHash(hash, sibling)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}
