import { type RawBuilder, sql } from 'kysely'
import { employerReceivers, notify, reachedBy } from '#features/ground/notifications/server/notify.ts'
import { headOfBill } from '#features/story/lease-story/server/head.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { formatDay } from '#platform/values/days.ts'
import { payPath } from './pay-links.ts'

/** Where an invoice `i` went by mail; a company that had no address then may have one by now. */
export const billedAddress: RawBuilder<string | null> = sql`coalesce(nullif(i.buyer ->> 'email', ''),
  (select nullif(b.contact_email, '') from companies b where b.id = i.company_id and i.party = 'EMPLOYER'))`

const adminRoles = [roleId('EMPLOYER_ADMIN'), roleId('EMPLOYER_GROUP_ADMIN')]

/** Whether a reminder of an invoice `i` reaches anybody: by its address, or an admin of the employer who can sign in. */
export const reachesSomebody: RawBuilder<boolean> = sql`(${billedAddress} is not null or (i.party = 'EMPLOYER' and exists (
  select 1 from companies b join user_roles ur on ur.company_id = b.id or ur.group_company_id = b.group_company_id join users u on u.id = ur.user_id
   where b.id = i.company_id and ur.role_id = any(${adminRoles}::uuid[]) and u.deactivated_at is null and not u.invited)))`

export interface LateInvoice {
  readonly id: string
  readonly company_id: string
  readonly party: 'PERSON' | 'EMPLOYER'
  readonly number: string
  readonly due_day: string
  readonly open_cents: number
  readonly user_id: string | null
  readonly language: LanguageCode
  readonly address: string | null
  readonly agreement_id: string | null
}

/**
 * Reminds whoever was billed: a person by their account, else at the address of the bill; an employer at the address of
 * the bill and its admins.
 */
export async function tellOfLateness(db: Db, services: Services, late: LateInvoice): Promise<void> {
  const reminder = {
    template: 'payments:notice.reminder',
    link: await payPath(db, services, { id: late.id, companyId: late.company_id }),
    companyId: late.company_id,
    // Of which bicycle a person is billed; an employer's bill is of a month.
    head: late.party === 'PERSON' ? await headOfBill(db, services, late.agreement_id) : null,
    values: { number: late.number, due: formatDay(late.due_day), open: { cents: late.open_cents } },
  }
  const isPerson = late.party === 'PERSON'
  const users = isPerson
    ? late.user_id
      ? [late.user_id]
      : []
    : await employerReceivers(db, late.company_id, 'invoice:read')
  const reached = await reachedBy(db, users)
  const address = isPerson && reached.length > 0 ? null : late.address
  if (address) await sendMail(db, services, { ...reminder, to: address, language: late.language })
  // Whoever reads the address of the bill as well gets one mail.
  const [same, others] = [
    reached.filter(({ email }) => email === address),
    reached.filter((one) => one.email !== address),
  ]
  const notice = { ...reminder, type: 'PAYMENT_REMINDER', priority: 'HIGH' } as const
  await notify(
    db,
    services,
    same.map(({ id }) => id),
    notice,
  )
  await notify(
    db,
    services,
    others.map(({ id }) => id),
    { ...notice, mail: true },
  )
}
