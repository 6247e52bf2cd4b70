import { type RawBuilder, sql, type Updateable } from 'kysely'
import { transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import { joinedBike } from '#features/story/lease-story/server/leased-bike.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, type SignedIn, scopeOf, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type LeaseToPass, partiesOf } from '../rules/transfer.ts'
import type { BrokerageFacts } from '../rules/words.ts'
import { benefitModelIn } from './benefit-model.ts'
import { saleColumns, saleFacts } from './sale-facts.ts'

export type BrokerageColumns = Updateable<Tables['bike_brokerages']>

/** Whether the policy in force of a company lets its people offer a bicycle. */
export const policyAllows = (company: string) =>
  sql<boolean>`coalesce((select p.allows_brokerage from bike_policies p where p.company_id = ${sql.ref(company)} order by p.number desc limit 1), false)`

/** Whether something else is about to end the lease. */
export const otherEnding = (agreement: string, brokerage: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from agreement_endings n where n.agreement_id = ${sql.ref(agreement)} and n.closed_at is null and n.id is distinct from ${brokerage})`

/** Offers with their two sides, the lessor and the two agreements. */
const joinedRows = (db: Db, reached: RawBuilder<boolean>) =>
  db
    .selectFrom('bike_brokerages as b')
    .innerJoin('leasing_agreements as a', 'a.id', 'b.agreement_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'b.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'b.company_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .leftJoin('beneficiary_employees as te', 'te.id', 'b.taker_employee_id')
    .leftJoin('users as tu', 'tu.id', 'te.user_id')
    .leftJoin('companies as tc', 'tc.id', 'b.taker_company_id')
    .leftJoin('leasing_agreements as na', 'na.id', 'b.new_agreement_id')
    .leftJoin('invoices as i', 'i.id', 'b.invoice_id')
    .where(reached)

const rowsOf = (db: Db, reached: RawBuilder<boolean>) =>
  joinedRows(db, reached)
    .selectAll('b')
    .select([
      'a.agreement_number',
      'a.order_id',
      'a.lease_state',
      'a.start_day',
      'a.buy_out_cents',
      'a.tax_regime as present_regime',
      'a.instalment_cents',
      'a.last_instalment_cents',
      changesOf(sql`a.id`).as('changes'),
      'bike.frame_number',
      'bike.new_price_cents',
      'bike.first_day',
      'l.name as lessor_name',
      'c.signer_user_ids',
      'tc.signer_user_ids as taker_signer_user_ids',
      'tu.language as taker_language',
      ...saleColumns,
      'na.agreement_number as new_agreement_number',
      'na.lease_state as new_lease_state',
      'u.id as owner_id',
      'u.first_name',
      'u.last_name',
      'c.name as company_name',
      'te.user_id as taker_user_id',
      sql<string | null>`(select n.id from users n where n.email = b.named_email)`.as('named_user_id'),
      'tu.first_name as taker_first_name',
      'tu.last_name as taker_last_name',
      'tc.name as taker_company_name',
      policyAllows('b.company_id').as('policy_allows'),
      otherEnding('b.agreement_id', sql`b.ending_id`).as('has_other_ending'),
      benefitModelIn('te.benefit_model', 'b.taker_company_id').as('taker_benefit_model'),
      sql<
        string[]
      >`array(select s.party from transfer_signatures s where s.brokerage_id = b.id and s.new_agreement_id = b.new_agreement_id)`.as(
        'signed_parties',
      ),
      sql<
        string[]
      >`array(select p.id::text from bike_brokerage_photos p where p.brokerage_id = b.id order by p.created_at, p.id)`.as(
        'photo_ids',
      ),
    ])

export type BrokerageRecord = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

/** Whether a bicycle is offered to somebody by name, who has a benefit to take it with. */
export const isNamed = (user: SignedIn, row: Pick<BrokerageRecord, 'step' | 'named_email'>): boolean =>
  row.step === 'OFFERED' && row.named_email === user.email && user.permissions.has('brokerage:reserve')

/** The offers of which somebody is a party, or which they look after as staff. */
export const partyTo = (user: SignedIn): RawBuilder<boolean> => {
  const parties = scopeOf(user, 'brokerage:update')
  const employers = scopeOf(user, 'brokerage:accept-transfer')
  return sql<boolean>`(${within(parties, { company: 'b.company_id', employee: 'b.beneficiary_employee_id' })}
    or ${within(parties, { company: 'b.taker_company_id', employee: 'b.taker_employee_id' })}
    or ${user.permissions.has('brokerage:reserve') ? sql`(b.step = 'OFFERED' and b.named_email = ${user.email})` : sql`false`}
    or (b.transfer_by is not null and (${within(employers, { company: 'b.company_id' })} or ${within(employers, { company: 'b.taker_company_id' })})))`
}

/** What everybody signed in reads: listed, in a company that still allows it, and free of anything that ends the lease. */
export const onOffer = sql<boolean>`(b.step = 'LISTED' and ${policyAllows('b.company_id')} and not ${otherEnding('b.agreement_id', sql`b.ending_id`)})`

export const casesOf = (db: Db, user: SignedIn) => rowsOf(db, partyTo(user))
export const brokeragesOf = (db: Db, scope: Scope) =>
  rowsOf(db, within(scope, { company: 'b.company_id', employee: 'b.beneficiary_employee_id' }))

export const findCase = (db: Db, user: SignedIn, id: string) =>
  casesOf(db, user).where('b.id', '=', id).executeTakeFirst()

export const lockCase = (db: Db, user: SignedIn, id: string) =>
  casesOf(db, user).where('b.id', '=', id).forUpdate(['b', 'a']).executeTakeFirst()

/** Offers of which the caller is a party, or which everybody reads. */
const reachedBy = (db: Db, user: SignedIn, id: string) =>
  rowsOf(db, sql<boolean>`(${partyTo(user)} or ${onOffer})`).where('b.id', '=', id)

export const findReached = (db: Db, user: SignedIn, id: string) => reachedBy(db, user, id).executeTakeFirst()

/** The same, held with its agreement until the change is written. */
export const lockReached = (db: Db, user: SignedIn, id: string) =>
  reachedBy(db, user, id).forUpdate(['b', 'a']).executeTakeFirst()

export const lockBrokerage = (db: Db, scope: Scope, id: string) =>
  brokeragesOf(db, scope).where('b.id', '=', id).forUpdate(['b', 'a']).executeTakeFirst()

const isOneCompany = (row: BrokerageRecord) => row.company_id === row.taker_company_id

/** Who signs a transfer. */
export const signersOf = (row: BrokerageRecord) =>
  partiesOf({ isOneCompany: isOneCompany(row), isOnePerson: row.owner_id === row.taker_user_id })

const transferFacts = (row: BrokerageRecord) => ({
  isOneCompany: isOneCompany(row),
  hasGiverAgreed: row.giver_agreed_at !== null,
  hasTakerAgreed: row.taker_agreed_at !== null,
  hasLessorApproved: row.lessor_reference !== null,
  isPrepared: row.new_agreement_id !== null,
  unsigned: signersOf(row).filter((party) => !row.signed_parties.includes(party)),
})

/** The lease as it would be passed on. */
export const leaseToPass = (row: BrokerageRecord): LeaseToPass => ({
  startDay: row.start_day!,
  endDay: row.lease_end_day,
  residualCents: row.residual_cents,
  buyOutCents: row.buy_out_cents.map(Number),
})

/** Facts of the row; those of a taker come with the command. */
export const factsOf = (row: BrokerageRecord, now: Date): BrokerageFacts => ({
  today: helsinkiDay(now),
  isRunning: row.lease_state === 'ACTIVE',
  isAllowedByPolicy: row.policy_allows,
  hasOtherEnding: row.has_other_ending,
  photos: row.photo_ids.length,
  expiresOn: row.expires_on,
  reservedUntil: row.reserved_until,
  leaseEndDay: row.lease_end_day,
  isOwnBike: false,
  isTakerNamed: row.named_email !== null,
  wasListed: row.listed_at !== null,
  isTakerEmployed: true,
  hasTakerRoom: true,
  isWithinTakerLimit: true,
  isTakerThereToTheEnd: true,
  ...transferFacts(row),
  transferBy: row.transfer_by,
  hasMonthsLeft: transferDay(helsinkiDay(now)) <= row.lease_end_day,
  ...saleFacts(row, helsinkiDay(now)),
})

/** Writes columns of a locked offer with `version + 1`. @returns the row as it stands now */
export async function updateBrokerage(
  db: Db,
  { env }: { env: Env },
  row: BrokerageRecord,
  columns: BrokerageColumns,
): Promise<BrokerageRecord> {
  await db
    .updateTable('bike_brokerages')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .execute()
  // Read anew: a step changes who the taker is, and with it what is joined.
  return rowsOf(db, sql<boolean>`true`).where('b.id', '=', row.id).executeTakeFirstOrThrow()
}

/** Offers whose turns are judged, whosever they are. */
export const brokeragesByIds = (db: Db, ids: readonly string[]) =>
  rowsOf(db, sql<boolean>`true`).where('b.id', 'in', ids).execute()
