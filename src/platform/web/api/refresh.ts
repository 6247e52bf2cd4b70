import type { EndpointSpec } from '#platform/contract/contract.ts'

type Refresh = (reads: readonly EndpointSpec[] | 'all') => Promise<void>

let refresh: Refresh = async () => {}

/** Lets the cache of reads follow `refreshReads`; a page that reads nothing does not load the cache. */
export function onRefresh(by: Refresh): void {
  refresh = by
}

/** Fetches again what the page shows of the given reads, or of all. */
export const refreshReads: Refresh = (reads) => refresh(reads)
