import { describe, expect, it } from 'vitest'
import { rootByPath } from '#platform/record/merkle-path.ts'
import { leafHash, pathOf, rootOf } from './merkle-tree.ts'

/** The contents and roots that the implementations of Certificate Transparency test themselves with. */
const contents = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const leaves = contents.map((hex) => leafHash(Buffer.from(hex, 'hex')))

describe('a Merkle tree', () => {
  it.each(roots.map((root, index) => [index + 1, root] as const))(
    'of %i leaves has the root of RFC 6962',
    (size, root) => {
      expect(rootOf(leaves.slice(0, size)).toString('hex')).toBe(root)
    },
  )

  it('leads from each leaf of each size to its root, and from no other place, leaf, size or path', async () => {
    const found = async (...way: Parameters<typeof rootByPath>) => {
      const root = await rootByPath(...way)
      return root && Buffer.from(root).toString('hex')
    }
    for (let size = 1; size <= 33; size += 1) {
      const all = Array.from({ length: size }, (_, index) => leafHash(Buffer.from([index])))
      const root = rootOf(all)
      const hex = root.toString('hex')
      for (let place = 0; place < size; place += 1) {
        const path = pathOf(place, all)
        expect(await found(all[place]!, { place, size }, path), `${place} of ${size}`).toBe(hex)
        expect(await found(leafHash(Buffer.from([99])), { place, size }, path)).not.toBe(hex)
        expect(await found(all[place]!, { place, size }, [...path, root])).toBeNull()
        expect(await found(all[place]!, { place: size, size }, path)).toBeNull()
        if (size > 1) expect(await found(all[place]!, { place: place ^ 1, size }, path)).not.toBe(hex)
        if (path.length > 0) expect(await found(all[place]!, { place, size }, path.slice(1))).not.toBe(hex)
      }
    }
  })

  it('shows no node as a leaf', () => {
    const inner = Buffer.concat([leaves[0]!, leaves[1]!])
    expect(leafHash(inner).equals(rootOf(leaves.slice(0, 2)))).toBe(false)
  })
})
