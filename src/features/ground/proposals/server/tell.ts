import { notify } from '#features/ground/notifications/server/notify.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { Read } from './facts.ts'
import { kindOf, type ProposalMoment, type ProposalOf } from './kinds.ts'
import type { ProposalRow } from './queries.ts'

type NoticeName = 'toConfirm' | 'toSee' | 'done' | 'refused' | 'withdrawn' | 'expired'

const awaitedStaff = { awaited: 'STAFF', action: 'confirmProposal' } as const
const awaitedEmployer = { awaited: 'EMPLOYER', action: 'answerProposal' } as const

interface NoticeContext {
  readonly row: ProposalRow
  readonly read: Read
  /** Who has done what is told, and hears of it by the answer. */
  readonly by: string | null
  readonly reason?: string | null
}

async function tell(
  db: Db,
  services: Services,
  { row, read, by, reason }: NoticeContext,
  told: { template: NoticeName; staff: readonly string[] },
) {
  const values = {
    effect: row.effect,
    why: row.why ?? '–',
    reason: reason ?? '–',
    day: formatDay(helsinkiDay(row.expires_at)),
  }
  const notice = {
    type: 'GENERAL',
    template: `proposals:notice.${told.template}`,
    values,
    companyId: null,
    mail: true,
  } as const
  const others = (ids: readonly string[]) => ids.filter((id) => id !== by)
  const isAsked = told.template === 'toConfirm'
  const search = { open: row.id }
  await notify(db, services, others(told.staff), {
    ...notice,
    link: pageUrl('adminProposals', {}, search),
    ...(isAsked ? { turn: { subjectId: row.id, ...awaitedStaff } } : {}),
  })
  if (told.template === 'toSee') return
  const link = pageUrl('employerProposals', {}, search)
  for (const [companyId, admins] of read.admins)
    await notify(db, services, others(admins.map(({ id }) => id)), {
      ...notice,
      companyId,
      link,
      ...(isAsked ? { turn: { subjectId: row.id, ...awaitedEmployer } } : {}),
    })
}

/** Asks those who may confirm a proposal; the other members of staff hear of it and may refuse it. */
export async function tellProposed(db: Db, services: Services, context: NoticeContext): Promise<void> {
  const { read } = context
  const { seconds } = read.facts
  const others = read.colleagues.map(({ id }) => id).filter((id) => !seconds.includes(id))
  await tell(db, services, context, { template: 'toConfirm', staff: seconds })
  await tell(db, services, context, { template: 'toSee', staff: others })
  await notifyParties(db, services, context, 'PROPOSED')
}

const moments = { done: 'DONE', refused: 'REFUSED', withdrawn: 'REFUSED', expired: 'EXPIRED' } as const

/** Tells everybody who heard of a proposal what has become of it. */
export async function tellClosed(
  db: Db,
  services: Services,
  context: NoticeContext,
  template: keyof typeof moments,
): Promise<void> {
  const { row, read } = context
  const staff = [...new Set([row.made_by, ...read.colleagues.map(({ id }) => id)])]
  await tell(db, services, context, { template, staff })
  await notifyParties(db, services, context, moments[template])
}

async function notifyParties(db: Db, services: Services, { row, read }: NoticeContext, moment: ProposalMoment) {
  const asked = [...read.admins.values()].flat().map(({ id }) => id)
  const heard = { isAlone: read.facts.seconds.length === 0, asked }
  await kindOf(row.kind).tell?.(db, services, row as ProposalOf<unknown>, moment, heard)
}
