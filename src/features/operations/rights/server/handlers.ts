import { propose } from '#features/ground/proposals/server/propose.ts'
import { copiedRows } from '#features/operations/personal-data/server/copied-rows.ts'
import { accountsOf } from '#features/operations/personal-data/server/queries.ts'
import { subjectOf } from '#features/operations/personal-data/server/subject.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { rights } from '../contract.ts'
import { endings } from '../retention.ts'
import { columnClasses, extendedTo, limits, mayExtend } from '../rules.ts'
import { erasureKind } from './erasure-proposal.ts'
import { limitUse } from './limit-use.ts'
import { logRequest, openRequest, tellPerson } from './open-request.ts'
import { planOf } from './plan.ts'
import {
  findRequest,
  listRequests,
  lockRequest,
  type RequestRow,
  staffView,
  standingOf,
  writeRequest,
} from './requests.ts'
import { retentionReport } from './retain-job.ts'

const viewed = async ({ db, user }: SignedInContext, id: string) => staffView((await findRequest(db, id))!, user.userId)

/** An open request that the caller may answer, locked. @throws NOT_FOUND, REQUEST_OWN, VERSION_CONFLICT, REQUEST_CLOSED */
async function lockOpen(context: SignedInContext, id: string, version: number): Promise<RequestRow> {
  const { db, user } = context
  const row = (await lockRequest(db, id)) ?? fail('NOT_FOUND')
  if (row.user_id === user.userId) throw new AppError('REQUEST_OWN')
  requireVersion(version, row.version, await viewed(context, id))
  if (row.state !== 'OPEN') throw new AppError('REQUEST_CLOSED')
  return row
}

/** The account of somebody who cannot sign in; null without one. @throws REQUEST_BY_PERSON, NOTHING_KNOWN_OF */
async function personOf(db: Db, email: string): Promise<string | null> {
  const accounts = await accountsOf(db, email)
  if (accounts.some(({ signsIn }) => signsIn)) throw new AppError('REQUEST_BY_PERSON')
  const userId = accounts[0]?.id ?? null
  const found = await copiedRows(db, await subjectOf(db, { userId, email }), true)
  if (Object.keys(found).length === 0) throw new AppError('NOTHING_KNOWN_OF')
  return userId
}

export const rightsHandlers: Handlers<typeof rights> = {
  async retention(_request, { db }) {
    const report = await retentionReport(db)
    return {
      at: report?.at ?? null,
      done: [...(report?.done ?? [])],
      ahead: [...(report?.ahead ?? [])],
      endings: columnClasses.flatMap((name) =>
        Object.entries(endings[name]).map(([table, ending]) => ({
          class: name,
          table,
          job: 'job' in ending ? ending.job : null,
          kept: 'kept' in ending ? ending.kept : null,
        })),
      ),
    }
  },

  async list({ query }, { db, user }) {
    const paging = { page: query.page ?? 1, limit: query.limit ?? 20 }
    const { rows, total } = await listRequests(db, { ...query, ...paging })
    return pageOf(
      rows.map((row) => staffView(row, user.userId)),
      { ...paging, total },
    )
  },

  async details({ params }, { db, env }) {
    const row = (await findRequest(db, params.id)) ?? fail('NOT_FOUND')
    const isErasure = row.kind === 'ERASURE' && (row.user_id ?? row.email) !== null
    if (!isErasure) return { plan: null, report: row.report }
    const of = await subjectOf(db, { userId: row.user_id, email: row.email })
    const { facts, classes } = await planOf(db, of, helsinkiDay(env.now()))
    return {
      plan: { running: [...facts.running], classes: classes.map((one) => ({ ...one, tables: [...one.tables] })) },
      report: row.report,
    }
  },

  async record({ body }, context) {
    const { db, user, language } = context
    await requireStepUp(context)
    const email = body.email.trim().toLowerCase()
    const id = await openRequest(db, context, actorOf(user), {
      kind: body.kind,
      userId: await personOf(db, email),
      email,
      wish: body.wish,
      language,
      madeBy: user.userId,
      checkedHow: body.checkedHow,
    })
    return new Answer(201, await viewed(context, id))
  },

  async extend({ params, body }, context) {
    const { db, env, user } = context
    const row = await lockOpen(context, params.id, body.version)
    if (!mayExtend(standingOf(row))) throw new AppError('REQUEST_EXTENDED')
    const due = extendedTo(row.due_day)
    const reason = body.reason.trim()
    await writeRequest(db, env.now(), row.id, { due_day: due, extended_reason: reason })
    await logRequest(db, context, actorOf(user), row, 'EXTENDED')
    await tellPerson(db, context, row, 'extended', { kind: row.kind, day: formatDay(due), reason })
    return viewed(context, row.id)
  },

  async answer({ params, body }, context) {
    const { db, env, user } = context
    const row = await lockOpen(context, params.id, body.version)
    if (body.grants && row.kind === 'ERASURE') throw new AppError('ERASURE_IS_PROPOSED')
    const answer = body.answer.trim()
    const now = env.now()
    await writeRequest(db, now, row.id, {
      state: body.grants ? 'DONE' : 'REFUSED',
      answer,
      closed_at: now,
      closed_by: user.userId,
    })
    if (body.grants && limits(row.kind) && row.user_id) await limitUse(db, context, row.user_id)
    await logRequest(db, context, actorOf(user), row, body.grants ? 'GRANTED' : 'REFUSED')
    await tellPerson(db, context, row, body.grants ? 'done' : 'refused', { kind: row.kind, answer })
    return viewed(context, row.id)
  },

  async erase({ params, body }, context) {
    const row = await lockOpen(context, params.id, body.version)
    if (row.kind !== 'ERASURE') throw new AppError('REQUEST_NOT_ERASURE')
    const of = await subjectOf(context.db, { userId: row.user_id, email: row.email })
    const { classes } = await planOf(context.db, of, helsinkiDay(context.env.now()))
    const proposed = await propose(context, {
      kind: erasureKind,
      key: row.id,
      subject: row.user_id ? { type: 'person', id: row.user_id } : { type: 'register', id: row.id },
      body: { requestId: row.id },
      effect: { text: 'rights:proposal.effect', values: { number: row.id.slice(-8) } },
      // Whoever says the second yes reads whose data it is, and what of it goes.
      changes: [
        { name: { text: 'rights:proposal.whose', values: {} }, before: null, after: of.emails.join(', ') },
        ...classes.map((one) => ({
          name: { text: `rights:classes.${one.class}`, values: {} },
          before: null,
          after: { text: one.kept ? `rights:reasons.${one.kept.reason}` : 'rights:goes', values: {} },
        })),
      ],
      why: body.why,
    })
    return new Answer(202, proposed)
  },
}
