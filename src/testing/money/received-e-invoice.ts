import type { eInvoices } from '#features/money/e-invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'

type Answered = ReplyOf<typeof eInvoices.takeIn>
type Taken = Extract<Answered, { receivedId: string }>

/** What the answer tells of an e-invoice that was taken in. @throws Error where none was */
export function takenOf(answered: object): Taken {
  if (!('receivedId' in answered)) throw new Error(`no e-invoice was taken in: ${JSON.stringify(answered)}`)
  return answered as Taken
}
