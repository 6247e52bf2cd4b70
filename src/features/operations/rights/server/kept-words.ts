import { subjectOf } from '#features/operations/personal-data/server/subject.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { planOf } from './plan.ts'
import type { RequestRow } from './requests.ts'

/** What runs, and what an erasure keeps, why and until when, one line for each class, in the person's language. */
export async function keptWords(
  db: Db,
  { env, texts }: Pick<Services, 'env' | 'texts'>,
  of: Pick<RequestRow, 'user_id' | 'email' | 'language'>,
): Promise<string> {
  const t = (key: string, values: Record<string, unknown> = {}) =>
    texts.t(of.language as LanguageCode, `rights:${key}`, values)
  const subject = await subjectOf(db, { userId: of.user_id, email: of.email })
  const { classes, facts } = await planOf(db, subject, helsinkiDay(env.now()))
  const kept = classes.flatMap(({ class: name, kept: keeping }) => {
    if (!keeping) return []
    const why = t(`reasons.${keeping.reason}`)
    const until = keeping.until ? t('until', { day: formatDay(keeping.until) }) : null
    return [`– ${[t(`classes.${name}`), [why, until].filter(Boolean).join(' ')].join(': ')}`]
  })
  if (kept.length === 0) return t('mail.keepsNothing')
  const things = facts.running.map((thing) => t(`running.${thing}`)).join(', ')
  const running = things ? `${t('own.running', { things })}\n\n` : ''
  return `${running}${t('mail.keeps')}\n${kept.join('\n')}`
}
