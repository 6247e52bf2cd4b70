import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { type Colleague, isSecondStaff, secondStaff } from '#platform/server/roles/second-staff.ts'
import { SLOW_MS } from '#platform/values/slow-hours.ts'
import { type ChangeRow, mailProposal, personOf } from './proposal-mails.ts'
import { tiersOf } from './queries.ts'

const permission = 'identity-change:confirm'

/** The other active members of staff than these two who could confirm, and do not stand below the person. */
export async function secondsFor(db: Db, proposer: string, person: string, now: Date): Promise<Colleague[]> {
  const own = Math.max(0, ...(await tiersOf(db, person)).map(({ tier }) => tier))
  return (await secondStaff(db, { permission, proposer, now })).filter(({ id, tier }) => id !== person && tier >= own)
}

/** Asks those who may confirm what a colleague has proposed. */
export async function askSeconds(db: Db, services: Services, others: readonly Colleague[]): Promise<void> {
  const template = 'identity-changes:mail.staff'
  for (const { id: userId, email: to, language } of others)
    await sendMail(db, services, { to, language, template, values: {}, link: pages.adminUsers, userId })
}

/**
 * Judges anew what staff have proposed: whoever may confirm it at the end of its time is asked after all, and where the last
 * who could has gone its time begins, with every address told.
 * @returns whether it waits for something else from now on
 */
export async function judgeAnew(db: Db, services: Services, row: ChangeRow): Promise<boolean> {
  if (!row.by_staff) return false
  const now = services.env.now()
  const others = await secondsFor(db, row.proposed_by, row.user_id, now)
  const needsSecond = others.length > 0
  if (needsSecond === row.needs_second_staff) return false
  const takesEffectAt = needsSecond ? null : new Date(now.getTime() + SLOW_MS)
  await db
    .updateTable('identity_changes')
    .set((e) => ({ needs_second_staff: needsSecond, takes_effect_at: takesEffectAt, version: e('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  if (needsSecond) await askSeconds(db, services, others)
  else await mailProposal(db, services, await personOf(db, row.user_id), row)
  await logEvent(db, services.env, systemActor, 'IDENTITY_CHANGE_PROPOSED', {
    subject: { type: 'person', id: row.user_id },
    shared: false,
    data: { kind: row.kind, waitsForSecond: needsSecond },
  })
  return true
}

/** Whether somebody may confirm a proposal of staff besides whoever made it. */
export const isSecond = (db: Db, row: ChangeRow, userId: string, now: Date): Promise<boolean> =>
  isSecondStaff(db, userId, { permission, proposer: row.proposed_by, now })
