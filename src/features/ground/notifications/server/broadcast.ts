import { sql } from 'kysely'
import type { BodyOf, LanguageCode } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { notifications } from '../contract.ts'
import type { BroadcastAudience } from '../rules.ts'
import { notify } from './notify.ts'

const BATCH = 500

const representsEmployer = sql<boolean>`exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = u.id and r.scope_kind in ('COMPANY', 'GROUP'))`

/** How many active people each audience has. */
export async function audienceSizes(db: Db): Promise<Record<BroadcastAudience, number>> {
  const result = await sql<Record<BroadcastAudience, number>>`
    select count(*)::int as "EVERYBODY", (count(*) filter (where ${representsEmployer}))::int as "EMPLOYERS"
      from users u where u.deactivated_at is null`.execute(db)
  return result.rows[0]!
}

/** Active people of one language after an id; of an employer's people those with a role in a company or a group. */
async function nextOf(db: Db, audience: BroadcastAudience, language: LanguageCode, after: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select u.id from users u where u.deactivated_at is null and u.language = ${language} and u.id > ${after}
       and ${audience === 'EMPLOYERS' ? representsEmployer : sql<boolean>`true`}
     order by u.id limit ${BATCH}`.execute(db)
  return result.rows.map(({ id }) => id)
}

/** Writes a notice to the whole audience, batch by batch, each person in their own language. */
export async function broadcast(
  context: SignedInContext,
  { audience, mail, texts }: BodyOf<typeof notifications.broadcast>,
): Promise<number> {
  const { db, env, user } = context
  let recipients = 0
  for (const language of ['fi', 'en', 'sv'] as const) {
    const { title, message } = texts[language]
    const values = { title: title.trim(), message: message.trim() }
    const notice = { type: 'SYSTEM_UPDATE', template: 'notifications:notice.update', link: pages.account } as const
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const ids = await nextOf(db, audience, language, after)
      await notify(db, context, ids, { ...notice, values, companyId: null, mail })
      recipients += ids.length
      if (ids.length < BATCH) break
      after = ids.at(-1)!
    }
  }
  const subject = { type: 'register', id: env.id() } as const
  const data = { register: 'broadcast', audience, mail, recipients }
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', { subject, shared: false, data })
  return recipients
}
