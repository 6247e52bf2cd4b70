import type { TaskAction } from '#features/operations/tasks/rules.ts'

/** The acts that a dialog of the staff's day makes, so that nobody leaves it. */
const actsHere = [
  'decideApplication',
  'processOrder',
  'awaitInvoice',
  'matchInvoice',
  'billOrder',
  'matchEntry',
  'releasePaymentFile',
  'resendMessage',
  'checkContactForm',
  'enterEInvoice',
  'confirmProposal',
  'answerProposal',
] as const satisfies readonly TaskAction[]
export type ActHere = (typeof actsHere)[number]

/** Whether an act is made beside its row. */
export const isHere = (action: TaskAction): action is ActHere => (actsHere as readonly TaskAction[]).includes(action)
