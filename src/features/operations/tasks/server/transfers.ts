import { type RawBuilder, sql } from 'kysely'
import { signsBy } from '#features/orders/orders/server/signers.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { TaskAction } from '../rules.ts'
import { type Asking, KIND_MAX } from './asking.ts'

/** Offers and transfers of leased bicycles; `t` is the taker's employment, where there is one. */
const offers = (action: TaskAction, where: RawBuilder<unknown>) => sql`
  select ${sql.lit(action)}::text as action, b.id, b.step_changed_at as since, null::date as due, b.company_id as "companyId", c.name as "companyName",
         b.bike as about, null::uuid as "orderId", null::text as "orderNumber"
    from bike_brokerages b join companies c on c.id = b.company_id
    join beneficiary_employees e on e.id = b.beneficiary_employee_id left join beneficiary_employees t on t.id = b.taker_employee_id
   where ${where} order by b.step_changed_at, b.id limit ${KIND_MAX + 1}`

/** Nobody decides for another side of a bicycle that they give or take. */
const isOthers = (userId: string) => sql`(e.user_id <> ${userId} and t.user_id is distinct from ${userId})`

/** A transfer's document is out and lacks the signature of a party. */
const lacks = (party: RawBuilder<unknown>) => sql`(b.step = 'TRANSFER' and b.new_agreement_id is not null and not exists
  (select 1 from transfer_signatures s where s.new_agreement_id = b.new_agreement_id and s.party = ${party}))`

/** Offers of bicycles to review, transfers that lack the lessor's approval, and sales to bill. */
export const offersToReview = ({ userId, scopeOf }: Asking) =>
  offers(
    'reviewOffer',
    sql`(b.step = 'REVIEW' or (b.step = 'TRANSFER' and b.lessor_reference is null) or (b.step = 'BUYOUT' and b.giver_agreed_at is not null))
      and b.step in ('REVIEW', 'TRANSFER', 'BUYOUT')
      and ${isOthers(userId)} and ${within(scopeOf('brokerage:review'), { company: 'b.company_id' })}`,
  )

/** A reservation of one's own bicycle, and a bicycle that is offered to one by name. */
export const offersToAnswer = ({ userId }: Asking) =>
  offers(
    'answerOffer',
    sql`b.id in (
      select x.id from beneficiary_employees m join bike_brokerages x on x.beneficiary_employee_id = m.id and x.step = 'RESERVED' where m.user_id = ${userId}
      union all select x.id from users n join bike_brokerages x on x.named_email = n.email and x.step = 'OFFERED' where n.id = ${userId})`,
  )

/** Transfers that one signs as the person who gives or takes; whoever does both signs as the taker. */
export const transfersToSign = ({ userId }: Asking) =>
  offers(
    'signTransfer',
    sql`b.id in (select x.id from beneficiary_employees m join bike_brokerages x
        on x.step = 'TRANSFER' and (x.beneficiary_employee_id = m.id or x.taker_employee_id = m.id) where m.user_id = ${userId})
      and ((t.user_id = ${userId} and ${lacks(sql`'TAKER'`)})
      or (e.user_id = ${userId} and t.user_id <> ${userId} and ${lacks(sql`'SELLER'`)}))`,
  )

/** One side's company is within a scope. */
const onSide = (scope: Scope, of: (column: 'b.company_id' | 'b.taker_company_id') => RawBuilder<unknown>) => sql`(
  (b.company_id <> b.taker_company_id and ${within(scope, { company: 'b.company_id' })} and ${of('b.company_id')})
  or (${within(scope, { company: 'b.taker_company_id' })} and ${of('b.taker_company_id')}))`

/** Transfers and sales that wait for an employer's approval. */
export const transfersToApprove = ({ userId, scopeOf }: Asking) =>
  offers(
    'approveTransfer',
    sql`b.step in ('TRANSFER', 'BUYOUT') and ${isOthers(userId)} and (${onSide(
      scopeOf('brokerage:accept-transfer'),
      (side) => (side === 'b.company_id' ? sql`b.giver_agreed_at is null` : sql`b.taker_agreed_at is null`),
    )} or (b.step = 'BUYOUT' and b.giver_agreed_at is null and ${within(scopeOf('brokerage:accept-transfer'), { company: 'b.company_id' })}))`,
  )

/** Transfers that somebody may sign for an employer: its admins, and editors whom it has named. */
export const transfersToSignAsEmployer = ({ userId, scopeOf }: Asking) =>
  offers(
    'signTransferAsEmployer',
    sql`b.step = 'TRANSFER' and ${isOthers(userId)} and ${onSide(
      scopeOf('brokerage:accept-transfer'),
      (side) => sql`${lacks(side === 'b.company_id' ? sql`'SELLER_EMPLOYER'` : sql`'TAKER_EMPLOYER'`)}
        and exists (select 1 from companies c join user_roles ur on ur.user_id = ${userId}
          where c.id = ${sql.ref(side)} and ${signsBy})`,
    )}`,
  )
