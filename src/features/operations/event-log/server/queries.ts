import { sql } from 'kysely'
import { sentByActs } from '#features/ground/outbox/server/sent-by-acts.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { changesOf, factsOf, type SubjectType } from '../rules.ts'
import { type EventFilter, pageOfIds } from './page.ts'

/** A page of events, newest first: the page's ids are chosen first, then joined, with what their acts sent. */
export async function listEvents(
  db: Db,
  scope: Scope,
  filter: EventFilter & { readonly page: number; readonly limit: number },
  seesMessages: boolean,
) {
  const { page, limit } = filter
  const { ids, ...count } = await pageOfIds(db, scope, filter, { limit, offset: (page - 1) * limit })
  const newest = await eventRows(db, scope, ids)
  const rows = filter.sort === 'at' ? newest.toReversed() : newest
  const messages = seesMessages ? await sentByActs(db, ids) : new Map<string, never>()
  const items = rows.map((row) => ({ ...row, messages: messages.get(row.eventId) ?? [] }))
  return pageOf(items, { page, limit, ...count })
}

const personOf = (id: string) =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(id)})`

/** Registers of the staff whose rows have a name; the ids of two never meet. */
const named = ['bike_stores', 'bike_store_groups', 'leasing_companies', 'billing_tables', 'contact_forms'] as const

const nameInRegister = sql`coalesce(
  ${sql.join(named.map((table) => sql`(select r.name from ${sql.table(table)} r where r.id = v.subject_id)`))},
  (select m.recipient from outbox m where m.id = v.subject_id),
  v.data->'after'->>'country', v.data->>'municipality', v.data->>'year')`

/** What people call the subject of an event `v`; null for what bears no name or is there no more. */
const subjectName = sql<string | null>`case v.subject_type
  when 'order' then (select s.order_number from orders s where s.id = v.subject_id)
  when 'agreement' then (select s.agreement_number from leasing_agreements s where s.id = v.subject_id)
  when 'employee' then (select ${personOf('s.user_id')} from beneficiary_employees s where s.id = v.subject_id)
  when 'person' then ${personOf('v.subject_id')}
  when 'company' then (select s.name from companies s where s.id = v.subject_id)
  when 'group-company' then (select s.name from group_companies s where s.id = v.subject_id)
  when 'invoice' then (select s.number from invoices s where s.id = v.subject_id)
  when 'payroll-month' then (select s.month from payroll_months s where s.id = v.subject_id)
  when 'role' then (select s.name from roles s where s.id = v.subject_id)
  when 'register' then ${nameInRegister}
end`

/** Events of already chosen ids inside a scope, newest first. */
export async function eventRows(db: Db, scope: Scope, ids: readonly string[]) {
  const rows = await db
    .selectFrom('events as v')
    .leftJoin('users as u', 'u.id', 'v.actor_user_id')
    .leftJoin('companies as c', 'c.id', 'v.company_id')
    .leftJoin('orders as o', 'o.id', 'v.order_id')
    .selectAll('v')
    .select(['u.first_name', 'u.last_name', 'c.name as company_name', 'o.order_number', subjectName.as('subject_name')])
    .where('v.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where(within(scope, { company: 'v.company_id', employee: 'v.beneficiary_employee_id' }))
    .orderBy('v.occurred_at', 'desc')
    .orderBy('v.id', 'desc')
    .execute()
  return rows.map((row) => {
    // Parties know the staff as customer service, not by name.
    const isNamed = row.first_name !== null && (scope.all || row.actor_kind !== 'STAFF')
    return {
      eventId: row.id,
      act: row.written_in,
      type: row.type,
      at: row.occurred_at.toISOString(),
      actor: row.actor_kind,
      actorName: isNamed ? `${row.first_name} ${row.last_name}` : null,
      subjectType: row.subject_type as SubjectType,
      subjectId: row.subject_id,
      subjectName: scope.all ? row.subject_name : null,
      position: row.position,
      companyId: row.company_id,
      companyName: row.company_name,
      orderId: row.order_id,
      orderNumber: row.order_number,
      shared: row.shared,
      changes: scope.all ? changesOf(row.data) : [],
      facts: scope.all ? factsOf(row.data) : [],
      hash: Buffer.from(row.hash).toString('hex'),
    }
  })
}
