import { startOrder } from '#features/orders/orders/server/start.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'

export interface AcceptedPerson {
  readonly employeeId: string
  readonly companyId: string
  readonly companyName: string
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly language: LanguageCode
}

/**
 * Opens the order of a newly accepted person, which also tells them. Where the order's own conditions are not met (no
 * order is left in the policy, the person is away), the acceptance stands and the person hears of it alone.
 * @returns the order's id, or null
 */
export async function openOrder(context: BaseContext, person: AcceptedPerson, actor: Actor): Promise<string | null> {
  const { companyId, employeeId } = person
  try {
    return await startOrder(context.db, context, { companyId, employeeId, actor })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ORDER_STEP_NOT_ALLOWED') throw error
    await sendMail(context.db, context, {
      to: person.email,
      language: person.language,
      template: 'employees:mail.accepted',
      values: { name: person.firstName, company: person.companyName },
      link: pages.myBike,
      userId: person.userId,
      companyId,
    })
    return null
  }
}
