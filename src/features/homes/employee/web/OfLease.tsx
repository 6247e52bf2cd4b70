import { OwnClaims } from '#features/lease-ends/insurance-claims/web/OwnClaims.tsx'
import type { OfLease } from './OwnOrder.tsx'

/** Of a bicycle that has been handed over before its lease begins: it can be damaged, and no more. */
export const BeforeStart = (lease: Parameters<OfLease>[0]) => <OwnClaims {...lease} />
