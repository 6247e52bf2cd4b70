/** The steps of a redemption, R1 to R9, with who may take each, under which conditions and with which consequences. */
import type { Process } from '#platform/process/table.ts'
import { redemptionStates } from '../rules.ts'
import { guards } from './guards.ts'
import { leaving, opening, paying } from './steps.ts'
import { turns } from './turns.ts'
import type { RedemptionWords } from './words.ts'

export const redemptionProcess: Process<RedemptionWords> = {
  name: 'redemption',
  states: redemptionStates,
  steps: [...opening, ...paying, ...leaving],
  guards,
  given: new Set(['METHOD_MISSING', 'INFORMATION_NOT_READ', 'PRICE_MISSING', 'EMPLOYER_DOES_NOT_PAY', 'NO_PAY_LEFT']),
  remembered: () => null,
  turns,
}
