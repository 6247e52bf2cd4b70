import { expect, it } from 'vitest'
import { sourceFiles } from '#testing/sources/source-imports.ts'

it('no page uses what browsers are not sent of the cache of reads', () => {
  const names =
    /\b(?:use(?:Mutation|IsMutating|(?:Suspense)?InfiniteQuery)\w*|MutationObserver\(client|(?:de)?hydrate)\b/
  const users = sourceFiles().filter(({ text }) => text.includes('@tanstack/') && names.test(text))
  expect(users.map(({ file }) => file)).toEqual([])
})
