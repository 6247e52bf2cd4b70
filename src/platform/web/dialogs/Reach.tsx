import { lazy, type ReactNode, Suspense } from 'react'

const ReachFacts = lazy(() => import('./ReachFacts.tsx').then((m) => ({ default: m.ReachFacts })))

/** What a press brings about: whom it reaches, with which sum, and how many of what. */
export interface Reached {
  readonly to: ReactNode
  readonly euros?: number | null | undefined
  readonly count?: ReactNode
}

/** Stands before an act that sends or posts: receiver, sum and count, by what is read and not by what is meant. */
export const Reach = (reached: Reached) => (
  <Suspense>
    <ReachFacts {...reached} />
  </Suspense>
)
