import {
  DayShape,
  EurosFromZero,
  Id,
  OneOf,
  Percent,
  Shape,
  stepBody,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import type { ClaimStep } from './rules/words.ts'
import { proofPieces } from './rules.ts'

const AboveZero = T.Number({ exclusiveMinimum: 0, maximum: 10_000_000, multipleOf: 0.01 })

/** The shop's invoice, or the receipt of what the person has paid. */
const RepairBillShape = Shape({
  number: T.String({ minLength: 1, maxLength: 60 }),
  issueDay: DayShape,
  dueDay: DayShape,
  total: AboveZero,
  vatPercent: Percent,
  iban: T.Optional(T.String({ maxLength: 40 })),
  referenceNumber: T.Optional(T.String({ maxLength: 40 })),
})
export type RepairBill = T.Static<typeof RepairBillShape>

/** What a shop tells of its repair by link: the rest of its invoice is known of it. */
export const RepairedBody = Shape({
  number: T.String({ minLength: 1, maxLength: 60 }),
  issueDay: DayShape,
  total: AboveZero,
})
export type RepairedBody = T.Static<typeof RepairedBody>

const reason = T.Optional(Text)
const compensation = T.Optional(EurosFromZero)
/** Who repairs the bicycle, and up to which sum. */
const repair = { repairStoreId: T.Optional(Id), repairLimit: T.Optional(AboveZero) }

/** What each step of a claim takes. */
export const ClaimStepBody = stepBody<ClaimStep>()(
  'step',
  {
    /** Why staff do without a piece of proof. */
    waive: { piece: T.Optional(OneOf(proofPieces)), reason },
    send: { insurerReference: T.Optional(T.String({ minLength: 1, maxLength: 60 })) },
    /** What the insurer has decided to pay, and whether it holds the bicycle for lost. */
    decide: { compensation, isTotalLoss: T.Optional(T.Boolean()) },
    findTotalLoss: { compensation },
    /** Money of the insurer that has come. */
    receive: { amount: T.Optional(EurosFromZero), paidDay: T.Optional(DayShape), reason },
    deny: { reason },
    object: { reason },
    repair,
    changeShop: repair,
    completeRepair: { bill: T.Optional(RepairBillShape), reason },
    reimburse: { bill: T.Optional(RepairBillShape), reason },
    /** That a new bicycle may end the agreement's exemption has been read. */
    newBike: { acceptsTaxReview: T.Optional(T.Boolean()) },
    abandonNewBike: { reason },
    endLease: {},
    insurerTold: {},
    cancel: { reason },
  },
  { version: Version },
)
