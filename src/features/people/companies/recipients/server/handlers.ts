import type { Recipient } from '#features/people/companies/recipients/shapes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import type { Employer } from './employer-people.ts'
import { notifyAdmins } from './notify-admins.ts'
import { addRecipients, listRecipients, removeRecipient, replaceRecipient } from './recipients.ts'

type OnEmployer = { readonly params: { readonly id: string } }
type OnRecipient = { readonly params: { readonly id: string; readonly userId: string } }

/** In what the recipients of a company and of a group differ. */
interface RecipientsOf<Reply, Added> {
  /**
   * The company or the group; for a write its row is held until the transaction ends.
   * @throws NOT_FOUND outside of the caller's reach
   */
  find(context: SignedInContext, id: string, how: 'read' | 'write'): Promise<Employer & { readonly name: string }>
  idsOf(added: Added): readonly string[]
  reply(recipients: Recipient[]): Reply
}

export function recipientHandlersOf<Reply, Added>({ find, idsOf, reply }: RecipientsOf<Reply, Added>) {
  const change = async (context: SignedInContext, id: string, write: (employer: Employer) => Promise<void>) => {
    const employer = await find(context, id, 'write')
    await requireStepUp(context)
    await write(employer)
    await notifyAdmins(context.db, context, employer, 'recipients')
    return reply(await listRecipients(context.db, employer))
  }
  return {
    async recipients({ params }: OnEmployer, context: SignedInContext) {
      return reply(await listRecipients(context.db, await find(context, params.id, 'read')))
    },
    addRecipients({ params, body }: OnEmployer & { readonly body: Added }, context: SignedInContext) {
      return change(context, params.id, (employer) => addRecipients(context.db, employer, idsOf(body)))
    },
    replaceRecipient(
      { params, body }: OnRecipient & { readonly body: { userId?: string } | null },
      context: SignedInContext,
    ) {
      return change(context, params.id, (employer) =>
        replaceRecipient(context.db, employer, params.userId, body?.userId),
      )
    },
    removeRecipient({ params }: OnRecipient, context: SignedInContext) {
      return change(context, params.id, (employer) => removeRecipient(context.db, employer, params.userId))
    },
  }
}
