import { fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { keyOf, type LinkKey, renewKey } from '#platform/server/http/links/link-keys.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { replaceInUnsent } from '#platform/server/messages/replace-link.ts'
import { lockLessor } from './queries.ts'

/** A lessor, or the one that finances an agreement. */
type Whose = { readonly lessorId: string } | { readonly agreementId: string }

const keyFor = (lessorId: string): LinkKey => ({
  purpose: 'lessor',
  subjectId: lessorId,
  partyId: lessorId,
  companyId: null,
})

async function lessorIdOf(db: Db, whose: Whose): Promise<string> {
  if ('lessorId' in whose) return whose.lessorId
  const row = await db
    .selectFrom('leasing_agreements')
    .select('leasing_company_id')
    .where('id', '=', whose.agreementId)
    .executeTakeFirst()
  return row?.leasing_company_id ?? fail('NOT_FOUND')
}

/** The one lasting link of a lessor to its page, to which its mails lead. */
export async function lessorLink(db: Db, services: Pick<Services, 'env' | 'vault'>, whose: Whose): Promise<string> {
  const { token } = await keyOf(db, services, keyFor(await lessorIdOf(db, whose)))
  return pageUrl('lessor', { token })
}

/**
 * Ends a lessor's link, which somebody else may know, and mails the next one to its address; mails that wait to be sent
 * there get it as well.
 * @returns the address that it went to; null while none is known, and the next mail then brings it
 * @throws NOT_FOUND
 */
export async function renewLessorLink(context: SignedInContext, id: string): Promise<{ mailedTo: string | null }> {
  const { db, env, user } = context
  const lessor = (await lockLessor(db, id)) ?? fail('NOT_FOUND')
  const { token, replaced } = await renewKey(db, context, keyFor(lessor.id))
  if (lessor.invoice_email && replaced)
    await replaceInUnsent(db, context, { recipient: lessor.invoice_email, from: replaced, to: token })
  if (lessor.invoice_email)
    await sendMail(db, context, {
      to: lessor.invoice_email,
      language: 'fi',
      template: 'leasing:mail.newLink',
      values: { name: lessor.name },
      link: pageUrl('lessor', { token }),
    })
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: lessor.id },
    data: { register: 'leasing-company', change: 'link-renewed' },
  })
  return { mailedTo: lessor.invoice_email }
}
