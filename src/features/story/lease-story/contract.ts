import { DayShape, Euros, endpoint, Id, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { beginnings, refusals } from './rules/beside.ts'
import { holders } from './rules/possession.ts'
import { awaitedParties, processKinds, situationActs, situationKeys } from './rules/situation.ts'

const Process = Shape({ kind: OneOf(processKinds), id: Id })

const Story = Shape({
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  employeeName: T.String(),
  companyName: T.String(),
  bike: Nullable(T.String()),
  /** Whether the reader is the person who leases it. */
  isOwn: T.Boolean(),
  situation: Shape({
    key: OneOf(situationKeys),
    awaited: Nullable(OneOf(awaitedParties)),
    act: Nullable(OneOf(situationActs)),
    day: Nullable(DayShape),
    sum: Nullable(Euros),
    store: Nullable(T.String()),
    process: Nullable(Process),
  }),
  /** Whether the terms of the lease include service. */
  hasService: T.Boolean(),
  holder: Nullable(OneOf(holders)),
  /** Whether the bicycle is bought, given back, passed on or paid for by the insurer. */
  isOut: T.Boolean(),
  /** Whether the price at the end of the lease may still be paid. */
  isBuyable: T.Boolean(),
  /** What is open on the lease, and what has ended it. */
  stands: T.Array(Process),
  /** What may begin now, and what stands in the way of the rest. */
  beside: T.Array(Shape({ begins: OneOf(beginnings), refusal: Nullable(OneOf(refusals)), process: Nullable(Process) })),
  /** Null before the lease has its days. */
  total: Nullable(
    Shape({
      paid: Euros,
      paidCount: T.Integer(),
      left: Euros,
      leftCount: T.Integer(),
      lastDay: DayShape,
      residual: Euros,
      /** The most that the tax of redeeming at the end may be; null where nobody can tell. */
      mostTax: Nullable(Euros),
      wholeFrom: Euros,
      wholeTo: Euros,
    }),
  ),
})
export type LeaseStory = T.Static<typeof Story>

/** One lease, one story: what is going on with it, for the person, the employer and the staff alike. */
export const leaseStory = {
  get: endpoint({
    method: 'GET',
    path: '/api/lease-stories/:leasingAgreementId',
    access: 'life-event:read',
    summary: 'What is going on with a lease: one sentence, who is awaited and by when, what may begin, what is paid.',
    params: Shape({ leasingAgreementId: Id }),
    replies: { 200: Story },
    errors: ['NOT_FOUND'],
  }),
}
