import type { EndpointSpec } from '#platform/contract/contract.ts'

type Refresh = (reads: readonly EndpointSpec[] | 'all') => Promise<void>

let refresh: Refresh = async () => {}

/** Lets the cache of reads follow `refreshReads`; a page that reads nothing does not load the cache. */
export function onRefresh(by: Refresh): void {
  refresh = by
}

const later = new Map<readonly EndpointSpec[], readonly EndpointSpec[]>()

/**
 * Says what a change that makes a list of reads old makes old besides: reads of subjects that the list's own subject does
 * not know. A home says so for the screens that it shows.
 */
export function alsoOld(reads: readonly EndpointSpec[], others: readonly EndpointSpec[]): void {
  later.set(reads, others)
}

/** Fetches again what the page shows of the given reads, or of all. */
export const refreshReads: Refresh = (reads) =>
  refresh(reads === 'all' ? reads : [...reads, ...(later.get(reads) ?? [])])
