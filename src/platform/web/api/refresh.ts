import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { AnyGiven } from './request.ts'

type Refresh = (reads: readonly EndpointSpec[] | 'all') => Promise<void>

let refresh: Refresh = async () => {}

/** Lets the cache of reads follow `refreshReads`; a page that reads nothing does not load the cache. */
export function onRefresh(by: Refresh): void {
  refresh = by
}

/** Puts an answer in the place of a read of the given address. */
type Renew = (read: EndpointSpec, given: AnyGiven, reply: unknown) => void

let renew: Renew = () => {}

/** Lets the cache of reads follow `renewRead`. */
export function onRenewal(by: Renew): void {
  renew = by
}

/** The reply of a change that is what a read would answer now: nobody fetches it again. */
export const renewRead: Renew = (read, given, reply) => renew(read, given, reply)

const later = new Map<readonly EndpointSpec[], readonly EndpointSpec[]>()

/**
 * Says what a change that makes a list of reads old makes old besides: reads of subjects that the list's own subject does
 * not know. A home says so for the screens that it shows.
 */
export function alsoOld(reads: readonly EndpointSpec[], others: readonly EndpointSpec[]): void {
  later.set(reads, others)
}

/** Fetches again what the page shows of the given reads, or of all, but for those that are known to be new. */
export const refreshReads = (
  reads: readonly EndpointSpec[] | 'all',
  known: readonly EndpointSpec[] = [],
): Promise<void> =>
  refresh(reads === 'all' ? reads : [...reads, ...(later.get(reads) ?? [])].filter((read) => !known.includes(read)))
