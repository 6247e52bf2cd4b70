import path from 'node:path'
import type { Plugin } from 'vite'

const fetchAhead = path.resolve(import.meta.dirname, '../../platform/web/router/fetch-ahead.ts')

/**
 * Parts that the cache of reads names and no page of ours uses, by their file: acts go through `useApiAction`, lists are
 * turned page by page. In their place stands what the cache itself calls of them.
 */
const unused: Readonly<Record<string, string>> = {
  mutationCache:
    'export class MutationCache { clear() {} findAll() { return [] } resumePausedMutations() { return Promise.resolve() } }',
  infiniteQueryBehavior: [
    'export const infiniteQueryBehavior = () => undefined',
    'export const hasNextPage = () => false',
    'export const hasPreviousPage = () => false',
  ].join('\n'),
}
const partOfReads = /@tanstack[\\/]query-core[\\/].*[\\/](\w+)\.js$/

function lightFor(id: string): string | null {
  // Vite's own serves browsers that none of our pages run in, at three times the bytes.
  if (id === '\0vite/preload-helper.js')
    return `export { fetchAhead as __vitePreload } from ${JSON.stringify(fetchAhead)}`
  return unused[partOfReads.exec(id)?.[1] ?? ''] ?? null
}

/** Sends browsers less than the libraries bring, where the rest is used by nothing: two kilobytes on every page. */
export function lightLibraries(): Plugin {
  return { name: 'light-libraries', enforce: 'pre', load: lightFor }
}
