/** The steps of a bicycle that is offered to others, with who may take each, under which conditions. */

import type { Process } from '#platform/process/table.ts'
import { brokerageStates } from '../rules.ts'
import { guards } from './guards.ts'
import { closing, drafting, naming, reserving } from './steps.ts'
import { selling, transferring } from './transfer-steps.ts'
import { turns } from './turns.ts'
import type { BrokerageWords } from './words.ts'

export const brokerageProcess: Process<BrokerageWords> = {
  name: 'brokerage',
  states: brokerageStates,
  steps: [...drafting, ...reserving, ...naming, ...transferring, ...selling, ...closing],
  guards,
  given: new Set(['LESSOR_REFERENCE_MISSING', 'TAKER_NOT_NAMED', 'BUYER_MISSING', 'BUYER_AGREEMENT_MISSING']),
  remembered: ({ wasListed }) => (wasListed ? 'LISTED' : 'WITHDRAWN'),
  turns,
}
