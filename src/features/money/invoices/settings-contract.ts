import { endpoint, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { settablePurposes } from './rules/supplies.ts'

const vatOf = OneOf(['STANDARD', 'NONE'])

const BillingSettings = Shape({
  /** Days after the due day on which an open invoice is reminded of for the first and the second time. */
  firstReminderDays: T.Integer({ minimum: 1, maximum: 60 }),
  secondReminderDays: T.Integer({ minimum: 2, maximum: 90 }),
  /** Billed with the second reminder, never for a redemption; only where the terms of agreements name it. */
  reminderFee: T.Number({ minimum: 0, maximum: 5, multipleOf: 0.01 }),
  termsNameReminderFee: T.Boolean(),
  /** The day of the month on which the month's bills to employers are drafted. */
  billingDay: T.Integer({ minimum: 1, maximum: 28 }),
  /** Whether what is billed carries VAT at the standard rate of its supply day. */
  vat: Shape(
    Object.fromEntries(settablePurposes.map((purpose) => [purpose, vatOf])) as Record<
      (typeof settablePurposes)[number],
      typeof vatOf
    >,
  ),
})

const Kept = Shape({ ...BillingSettings.properties, version: T.Integer() })

export const billingSettings = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings/billing',
    access: 'billing:run',
    summary:
      'When invoices are reminded of, what a second reminder costs, when bills to employers are drafted, and VAT.',
    replies: { 200: Kept },
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/settings/billing',
    access: 'settings:write',
    summary: 'Changes how invoices are reminded of and billed from then on; what has been sent stays as it is.',
    body: Shape({ ...BillingSettings.properties, version: T.Integer({ minimum: 0 }) }),
    replies: { 200: Kept },
    errors: ['VERSION_CONFLICT'],
  }),
}
