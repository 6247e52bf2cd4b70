import { Nullable, OneOf, T } from '#platform/contract/contract.ts'
import { payableProblems } from './rules/payable.ts'

/** Why an invoice may not pass a gate on its way to the bank, as every gate answers it. */
export const refusal = {
  problem: Nullable(OneOf(payableProblems)),
  /** The invoice of the same order that stands in its way. */
  otherNumber: Nullable(T.String()),
}
