import { DayShape, Euros, endpoint, Id, MonthShape, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { blocks, deciders, lifeEvents, optionKinds, otherwises, payers, taxWords } from './rules/options.ts'

const Options = Shape({
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  employeeName: T.String(),
  bike: Nullable(T.String()),
  day: DayShape,
  paidSoFar: Euros,
  left: Euros,
  otherwise: OneOf(otherwises),
  options: T.Array(
    Shape({
      kind: OneOf(optionKinds),
      /** Why it is not open now; null when it is. */
      blocked: Nullable(OneOf(blocks)),
      price: Nullable(Euros),
      endMonth: Nullable(MonthShape),
      left: Euros,
      tax: OneOf(taxWords),
      taxable: Euros,
      deadline: Nullable(DayShape),
      decides: OneOf(deciders),
      payer: Nullable(OneOf(payers)),
    }),
  ),
})
export type LifeOptionsView = T.Static<typeof Options>

export const lifeEventCalls = {
  leases: endpoint({
    method: 'GET',
    path: '/api/life-event-leases',
    access: 'life-event:read',
    summary: 'The bicycles for which something may have happened: one’s own, or one person’s.',
    query: Shape({ beneficiaryEmployeeId: T.Optional(Id) }),
    replies: {
      200: Shape({
        items: T.Array(
          Shape({
            leasingAgreementId: Id,
            agreementNumber: T.String(),
            employeeName: T.String(),
            bike: Nullable(T.String()),
            /** It came from somebody else, or from a company that has merged: the person has no order of it. */
            isTakenOver: T.Boolean(),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/life-event-options/:leasingAgreementId',
    access: 'life-event:read',
    summary:
      'What can be done with a leased bicycle when something happens: the same options, prices and deadlines for the person and the employer.',
    params: Shape({ leasingAgreementId: Id }),
    query: Shape({ event: OneOf(lifeEvents), day: T.Optional(DayShape) }),
    replies: { 200: Options },
    errors: ['NOT_FOUND'],
  }),
}
