import type { Contract } from '#platform/contract.ts'
import type { Handlers } from '#platform/server/context.ts'
import { demo } from '#features/demo/contract.ts'
import { demoHandlers } from '#features/demo/server/handlers.ts'
import { health } from '#features/health/contract.ts'
import { healthHandlers } from '#features/health/server/handlers.ts'

export interface MountedFeature {
  readonly name: string
  readonly contract: Contract
  readonly handlers: Handlers<Contract>
}

function feature<C extends Contract>(name: string, contract: C, handlers: Handlers<C>): MountedFeature {
  return { name, contract, handlers: handlers as unknown as Handlers<Contract> }
}

/** Every feature that answers calls; the API document, the server and the whole-app tests read this one list. */
export const features: readonly MountedFeature[] = [
  feature('health', health, healthHandlers),
  feature('demo', demo, demoHandlers),
]
