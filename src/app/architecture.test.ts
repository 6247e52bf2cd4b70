import { describe, expect, it } from 'vitest'
import { circlesBetween, importFault, importsOf, placeOf, sourceFiles } from '#testing/source-imports.ts'

const files = sourceFiles()

const faultsIn = (sources: typeof files) =>
  sources.flatMap((source) =>
    importsOf(source).flatMap(({ target, typesOnly }) => {
      const fault = importFault(placeOf(source.file), placeOf(target), typesOnly)
      return fault ? [`${source.file} → ${target}: ${fault}`] : []
    }),
  )

describe('imports', () => {
  it('point only where the architecture lets them', () => {
    expect(faultsIn(files)).toEqual([])
  })

  it('make no circle between features, types and screens included', () => {
    expect(circlesBetween(files, ({ feature }) => feature)).toEqual([])
  })

  it('make no circle between the server sides of the parts of features', () => {
    expect(circlesBetween(files, ({ part, side }) => (side === 'server' ? part : null))).toEqual([])
  })
})

describe('the rules of imports go red', () => {
  const one = (file: string, line: string) => faultsIn([{ file, text: `${line}\n` }])

  it.each([
    ['platform/server/database/db.ts', "import { rules } from '#features/orders/rules.ts'"],
    ['platform/web/api/user.ts', "import type { Order } from '#features/orders/shapes.ts'"],
    ['features/a/web/A.tsx', "import { b } from '#features/a/server/b.ts'"],
    ['features/a/web/A.tsx', "import { B } from '#features/b/web/B.tsx'"],
    ['features/a/web/A.tsx', "const B = () => import('#features/b/web/B.tsx')"],
    ['features/a/rules.ts', "import { b } from './server/b.ts'"],
    ['features/a/rules.ts', "import { open } from '#testing/world.ts'"],
  ])('for %s with %s', (file, line) => {
    expect(one(file, line)).toHaveLength(1)
  })

  it('and let through what is allowed', () => {
    expect(one('features/a/web/A.tsx', "import { b } from '#features/b/rules.ts'")).toEqual([])
    expect(one('features/a/server/a.ts', "import type { A } from '../contract.ts'")).toEqual([])
  })

  it('for a circle of types alone, and for one through a screen', () => {
    const circle = [
      { file: 'features/a/shapes.ts', text: "import type { B } from '#features/b/shapes.ts'\n" },
      { file: 'features/b/web/B.tsx', text: "import {\n  a,\n} from '#features/a/contract.ts'\n" },
    ]
    expect(circlesBetween(circle, ({ feature }) => feature)).toEqual(['a → b → a'])
  })
})
