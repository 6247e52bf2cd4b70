/** The steps of a return, V1 to V6, with who may take each, under which conditions and with which consequences. */
import type { Process } from '#platform/process/table.ts'
import { returnStates } from '../rules.ts'
import { guards } from './guards.ts'
import { asking, ending, receiving } from './steps.ts'
import { turns } from './turns.ts'
import type { ReturnWords } from './words.ts'

export const returnProcess: Process<ReturnWords> = {
  name: 'return',
  states: returnStates,
  steps: [...asking, ...receiving, ...ending],
  guards,
  given: new Set(['PAYER_MISSING', 'PAYER_AGAINST_PRICE_LIST', 'STORE_MISSING']),
  remembered: () => null,
  turns,
}
