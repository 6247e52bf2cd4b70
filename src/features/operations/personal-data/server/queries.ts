import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { readers, readPurposes } from '../rules.ts'

/** Where a person is written to, and in which language. */
export const addressOf = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow()

/** The accounts of an address, invited ones too, and whether their owners sign in. */
export async function accountsOf(db: Db, email: string): Promise<{ id: string; signsIn: boolean }[]> {
  const { rows } = await sql<{ id: string; signsIn: boolean }>`
    select u.id, u.last_signed_in_at is not null and u.deactivated_at is null as "signsIn" from users u
     where lower(u.email) = ${email}
        or (u.invited and exists (select from invitations i where i.user_id = u.id and lower(i.email) = ${email}))
     order by u.id`.execute(db)
  return rows
}

const fieldOf = {
  ABSENCE_REASON_READ: 'ABSENCE_REASON',
  SECURITY_CODE_READ: 'SECURITY_CODE',
  PERSONAL_COPY_ORDERED: 'COPY',
} as const

interface ReadRow {
  type: keyof typeof fieldOf
  at: Date
  reader: (typeof readers)[number]
  name: string | null
  companyName: string | null
  purpose: (typeof readPurposes)[number] | null
}

/** Who else has read what is protected of a person. */
export async function readsOf(db: Db, userId: string) {
  const { rows } = await sql<ReadRow>`
    select v.type, v.occurred_at as at, v.actor_kind as reader, 
           case when v.data->>'purpose' = any(${[...readPurposes]}::text[]) then v.data->>'purpose' end as purpose, c.name as "companyName",
           case when v.actor_kind <> 'STAFF' then u.first_name || ' ' || u.last_name end as name
      from events v left join users u on u.id = v.actor_user_id left join companies c on c.id = v.company_id
     where v.actor_user_id is distinct from ${userId} and v.actor_kind = any(${[...readers]}::text[])
       and ((v.beneficiary_employee_id in (select e.id from beneficiary_employees e where e.user_id = ${userId})
             and v.type in ('ABSENCE_REASON_READ', 'SECURITY_CODE_READ'))
         or (v.subject_type = 'person' and v.subject_id = ${userId} and v.type = 'PERSONAL_COPY_ORDERED'))
     order by v.occurred_at desc, v.id desc limit 100`.execute(db)
  return rows.map(({ type, at, ...row }) => ({ ...row, what: fieldOf[type], at: at.toISOString() }))
}
