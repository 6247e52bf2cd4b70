import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type EndpointSpec, isList } from '#platform/contract/contract.ts'
import { type SourceFile, sourceFiles } from '#testing/sources/source-imports.ts'

/** Lists without a column to order by, and why. */
const inOneOrder: Readonly<Record<string, string>> = {
  'ground/terms/web/TermsPage.tsx': 'versions of texts, the one in force first',
  'leases/lessor-files/web/ProfilesTab.tsx': 'the lessors, whole on the page, by name',
  'money/billing/web/BillingPage.tsx': 'the runs of a month, whole on the page',
  'money/bookkeeping/web/MonthsTab.tsx': 'the months of two years, the latest first',
  'operations/roles/web/RolesPage.tsx': 'the roles, whole on the page, and the people of one by name with a search',
  'people/companies/groups/web/GroupsPage.tsx': 'the groups, whole on the page, by name',
  'pricing/bike-stores/web/StoreFinderPage.tsx': 'employees find a store by its place',
  'pricing/bike-stores/web/StoreGroupsPage.tsx': 'the groups, whole on the page, by name',
  'pricing/leasing/web/BillingTablesPage.tsx': 'the tables, whole on the page, by name',
  'pricing/leasing/web/LeasingCompaniesPage.tsx': 'the lessors, whole on the page, by name',
  'pricing/vat/web/VatPage.tsx': 'rates of countries by day, whole on the page',
}

interface Listed {
  readonly file: string
  readonly sorts: readonly string[]
  readonly specs: readonly EndpointSpec[]
}

/** The call that a list reads; the file imports its object, or is handed it. */
async function specOf({ file, text }: SourceFile, name: string): Promise<EndpointSpec | undefined> {
  const [object = '', call = ''] = name.split('.')
  const from = new RegExp(`import \\{[^}]*\\b${object}\\b[^}]*\\} from '([^']+)'`).exec(text)?.[1]
  if (!from || !call) return undefined
  const target = from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from)
  const module = (await import(/* @vite-ignore */ `../../../${target}`)) as Record<string, Record<string, EndpointSpec>>
  return module[object]?.[call]
}

let lists: Listed[]
beforeAll(async () => {
  const files = sourceFiles().filter(
    ({ file, text }) => file.startsWith('features/') && file.endsWith('.tsx') && /<(DataTable|Register)\b/.test(text),
  )
  lists = await Promise.all(
    files.map(async (source) => ({
      file: source.file.slice('features/'.length),
      sorts: [...source.text.matchAll(/\bsort: (?:'(\w+)'|key\b)/g)].map(([, name]) => name ?? 'key'),
      specs: (
        await Promise.all(
          [...source.text.matchAll(/\bfrom=\{([\w.]+)\}/g)].map(([, name = '']) => specOf(source, name)),
        )
      ).filter((spec) => spec !== undefined),
    })),
  )
})

it('every list can be ordered by a column, but for those that have a reason', () => {
  expect(lists.length).toBeGreaterThan(50)
  const without = lists.filter(({ sorts }) => sorts.length === 0).map(({ file }) => file)
  expect(without.sort()).toEqual(Object.keys(inOneOrder).sort())
})

it('every column that a list offers to order by is one that its call orders by, both ways', () => {
  const unknown = lists.flatMap(({ file, sorts, specs }) => {
    const sortsOf = (spec: EndpointSpec): string[] => {
      const sort: { enum?: string[] } | undefined = spec.query?.properties.sort
      return sort?.enum ?? []
    }
    const known = new Set(specs.flatMap(sortsOf))
    if (known.size === 0) return []
    return sorts
      .filter((name) => name !== 'key' && !(known.has(name) && (known.has(`-${name}`) || !known.has('-createdAt'))))
      .map((name) => `${file} ${name}`)
  })
  expect(unknown).toEqual([])
})

it('every list that comes in pages takes 20, 50 and 100 rows', () => {
  const narrow = lists.flatMap(({ specs }) =>
    specs.filter(isList).filter(({ query }) => {
      const size: { maximum?: number } | undefined = query?.properties.limit ?? query?.properties.pageSize
      return size !== undefined && (size.maximum ?? 0) < 100
    }),
  )
  expect(narrow.map((spec) => spec.path)).toEqual([])
})
