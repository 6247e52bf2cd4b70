import { type RawBuilder, sql } from 'kysely'
import { isOpenOrder } from '#features/orders/orders/server/open-orders.ts'
import { signsBy } from '#features/orders/orders/server/signers.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'

/** What a company needs somebody for: to sign its agreements, to lock its payroll months, to decide on its applications. */
type Hand = 'SIGN' | 'LOCK' | 'DECIDE'

const permissionOf: Record<Hand, PermissionName> = {
  SIGN: 'agreement:sign-employer',
  LOCK: 'payroll-report:lock',
  DECIDE: 'employee:decide',
}
const hands = Object.keys(permissionOf) as Hand[]

/** Whether the role assignment `ur` lets its holder act for the company `c`, by a role there or in its group. */
const actsBy = (hand: Hand): RawBuilder<boolean> => sql<boolean>`(
  ${hand === 'SIGN' ? signsBy : sql`(ur.company_id = c.id or ur.group_company_id = c.group_company_id)`}
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = ${sql.lit(permissionOf[hand])}))`

/** Those who can act for the company `c`: invited and shut accounts cannot. */
const actingFor = (hand: Hand) => sql`select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where ${actsBy(hand)} and h.deactivated_at is null and not h.invited`

/** Whether somebody can act for the company `c`. */
export const hasHand = (hand: Hand): RawBuilder<boolean> => sql<boolean>`exists (${actingFor(hand)})`

/** Whether somebody who could act for the company `c` has been invited and has not come yet. */
export const isHandInvited = (hand: Hand): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from user_roles ur join users h on h.id = ur.user_id
   where ${actsBy(hand)} and h.deactivated_at is null and h.invited)`

/**
 * What is under way in the company `c`, each with the person that it is of, for whom that person may not act themselves:
 * applications, orders, leases and bills; a bill of the company is nobody's.
 */
const underWay = sql`
  select e.user_id from beneficiary_employees e where e.company_id = c.id and e.status = 'PENDING'
  union all select e.user_id from orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id
    left join leasing_agreements a on a.id = o.agreement_id where o.company_id = c.id and ${isOpenOrder({ order: 'o', agreement: 'a' })}
  union all select e.user_id from leasing_agreements t join beneficiary_employees e on e.id = t.beneficiary_employee_id
    where t.company_id = c.id and t.status = 'SIGNED' and t.void_at is null and t.lease_state <> 'ENDED'
  union all select null from invoices i where i.company_id = c.id and i.direction = 'SALES' and i.party in ('EMPLOYER', 'PERSON')
    and i.stage = 'SENT' and i.open_cents > 0`

/**
 * Whether the user `u` is the last who can sign, lock or decide for some company about something that is under way there.
 * Nobody signs or decides for themselves, so that one colleague of an admin with a bicycle is needed for it.
 */
export const isLastHand: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from user_roles r join companies c on c.id = r.company_id or c.group_company_id = r.group_company_id
   where r.user_id = u.id and c.deleted_at is null and (${sql.join(hands.map(isLastFor), sql` or `)}))`

function isLastFor(hand: Hand) {
  const isOf = (person: string) => sql`(${hand !== 'LOCK'} and ${sql.ref(person)} is not distinct from w.user_id)`
  return sql`(exists (select 1 from user_roles ur where ur.user_id = u.id and ${actsBy(hand)})
    and exists (select 1 from (${underWay}) w where not ${isOf('u.id')} and not exists (
      select 1 from (${actingFor(hand)}) o where o.user_id <> u.id and not ${isOf('o.user_id')})))`
}

/** Whether nobody of the company `c` can sign, lock or decide. */
export const lacksHands: RawBuilder<boolean> = sql<boolean>`(${sql.join(
  hands.map((hand) => sql`not exists (${actingFor(hand)})`),
  sql` or `,
)})`

/** Whether something is under way in the company `c` and nobody is left to sign, lock or decide; an estate is no hand. */
export const isWithoutHands: RawBuilder<boolean> = sql<boolean>`(c.deleted_at is null and ${lacksHands} and exists (${underWay}) and not exists (select 1 from company_exits x
  where x.company_id = c.id and x.kind = 'BANKRUPT' and x.withdrawn_at is null))`

/** Since when the company `c` is without hands: the last of its people was shut out, or the last role was taken. */
export const withoutHandsSince: RawBuilder<Date> = sql<Date>`coalesce(greatest(
  (select max(h.deactivated_at) from user_roles ur join users h on h.id = ur.user_id
    where ${sql.join(hands.map(actsBy), sql` or `)}),
  (select max(v.occurred_at) from events v where v.company_id = c.id and v.type in ('ROLE_UNASSIGNED', 'BOND_ENDED'))), c.created_at)`
