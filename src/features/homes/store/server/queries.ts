import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { inOrder, type StorePart } from '../rules.ts'

/**
 * The things behind a lasting link that go on or have been, each once. A case that was called off is no part of the page:
 * the order goes on in its stead.
 */
export async function partsOf(db: Db, keyId: string, now: Date): Promise<StorePart[]> {
  const found = await sql<StorePart>`
    select p.kind, p."isOpen", p.since, t.id is not null as "isTurn", t.due_day::text as "dueDay"
      from (
        select distinct on (t.purpose)
               case t.purpose when 'store-order' then 'ORDER' when 'store-refund' then 'REFUND'
                              when 'return' then 'RETURN' when 'service-bill' then 'SERVICE'
                              else 'REPAIR' end as kind,
               t.subject_id, t.created_at as since,
               coalesce(c.status = 'PENDING', r.step = 'APPROVED', k.step = 'AT_REPAIR', v.state = 'TAKEN',
                        o.status not in ('ACTIVE_LEASING', 'CANCELLED', 'REFUNDED')) as "isOpen"
          from link_tokens t
          left join orders o on t.purpose = 'store-order' and o.id = t.subject_id
          left join order_cancellations c on t.purpose = 'store-refund' and c.id = t.subject_id
          left join bike_returns r on t.purpose = 'return' and r.id = t.subject_id
          left join insurance_claims k on t.purpose = 'repair' and k.id = t.subject_id
          left join service_vouchers v on t.purpose = 'service-bill' and v.id = t.subject_id
         where t.key_id = ${keyId} and t.revoked_at is null and t.expires_at > ${now}
           and t.purpose in ('store-order', 'store-refund', 'return', 'repair', 'service-bill') and c.status is distinct from 'CANCELLED'
         order by t.purpose, t.created_at desc, t.id
      ) p
      left join lateral (
        select id, due_day from open_turns
         where subject_id = p.subject_id and awaited = 'STORE' order by due_day nulls last limit 1
      ) t on true`.execute(db)
  return inOrder(found.rows)
}

/** The store, and the bicycle of the order or lease that its link hangs on. */
export const aboutOf = (db: Db, subjectId: string, storeId: string) =>
  db
    .selectFrom('bike_stores as s')
    .leftJoin('orders as o', (join) =>
      join.on((e) => e.or([e('o.id', '=', subjectId), e('o.agreement_id', '=', subjectId)])),
    )
    .leftJoin('leasing_agreements as a', (join) =>
      join.on((e) => e.or([e('a.id', '=', subjectId), e('a.id', '=', e.ref('o.agreement_id'))])),
    )
    .select(['s.name', 'a.id as agreement_id', 'o.id as order_id', 'o.order_number', 'o.bike_brand', 'o.bike_model'])
    .where('s.id', '=', storeId)
    .orderBy('o.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
