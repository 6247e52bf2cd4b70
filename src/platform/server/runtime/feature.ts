import type { Contract } from '#platform/contract/contract.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'

/** Calls that are mounted together, under the name that the API document gives them. */
export interface MountedCalls {
  readonly name: string
  readonly contract: Contract
  readonly handlers: Handlers<Contract>
}

/** What a feature is on the server; `server/feature.ts` of each says it, and the application reads the list of them. */
export interface Feature {
  /** The name of its folder; of a home with "-home" behind it. */
  readonly name: string
  readonly calls?: readonly MountedCalls[]
  /** What the clock starts. */
  readonly jobs?: readonly Job[]
  /** The tables that nobody else writes. */
  readonly tables?: readonly string[]
}

/** The calls of a contract with what answers them. */
export const calls = <C extends Contract>(name: string, contract: C, handlers: Handlers<C>): MountedCalls => ({
  name,
  contract,
  handlers: handlers as Handlers<Contract>,
})
