import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { employees } from '../contract.ts'
import { addEmployee } from './add.ts'
import { changeEmployee, decide } from './decide.ts'
import { inviteList } from './invite-list.ts'
import { allIds, type EmployeeFilter, idsWithAllData, type PageAt, pageOfPeople } from './list.ts'
import { employeeColumns } from './list-columns.ts'
import { ownEmployments } from './own.ts'
import { findAbsence, findCompany, findEmployeeId, overviewOf } from './queries.ts'
import { undoDecision } from './undo-decision.ts'
import { detailsOf, type Looking, viewOfOne, viewsOf, viewsOfPeople } from './views.ts'

/** The views of one page, and the bounded count of all. */
async function pageOfViews(looking: Looking & { scope: Scope }, filter: Omit<EmployeeFilter, 'seenBy'>, at: PageAt) {
  const { db, scope, user } = looking
  const { people, ...count } = await pageOfPeople(db, scope, { ...filter, seenBy: user }, at)
  return { views: await viewsOfPeople(looking, people), ...count }
}

const wholeList = { limit: WHOLE_LIST_MAX + 1, offset: 0 }

export const employeesHandlers: Handlers<typeof employees> = {
  async create({ body }, context) {
    const id = await addEmployee(context, body)
    return new Answer(201, { employee: await viewOfOne(context, id) })
  },
  async inviteList({ query, body }, context) {
    return inviteList(context, body, query)
  },
  async update({ params, body }, context) {
    await changeEmployee(context, params.id, body)
    return { employee: await viewOfOne(context, params.id) }
  },
  async revealAbsenceReason({ params, body }, context) {
    const { db, env, scope, user } = context
    const row = (await findAbsence(db, scope, params.id)) ?? fail('NOT_FOUND')
    const { id } = row
    await logEvent(db, env, actorOf(user, row.user_id), 'ABSENCE_REASON_READ', {
      subject: { type: 'employee', id },
      companyId: row.company_id,
      employeeId: id,
      data: { purpose: body.purpose },
    })
    return { reason: row.absence_reason, other: row.absence_other }
  },
  async decide({ params, body }, context) {
    await decide(context, params.id, body)
    return { employee: await viewOfOne(context, params.id) }
  },
  async undoDecision({ params, body }, context) {
    await undoDecision(context, params.id, body.version)
    return { employee: await viewOfOne(context, params.id) }
  },
  async ofCompany({ params }, context) {
    const { db, scope } = context
    const company = (await findCompany(db, scope, params.id)) ?? fail('NOT_FOUND')
    const { views, total } = await pageOfViews(context, { companyId: company.id }, wholeList)
    return wholeListOf(views, total)
  },
  async details({ params }, context) {
    const id = (await findEmployeeId(context.db, context.scope, params.id)) ?? fail('NOT_FOUND')
    return { employee: await detailsOf(context, id) }
  },
  async optimizedList({ query }, context) {
    const { page = 1, pageSize = 10, ...filter } = query
    const at = { limit: pageSize, offset: (page - 1) * pageSize }
    const { views, ...count } = await pageOfViews(context, filter, at)
    const list = pageOf(views, { page, limit: pageSize, ...count })
    return {
      employees: list.items,
      currentPage: page,
      totalPages: list.totalPages,
      totalCount: list.total,
      ...(list.totalIsEstimate ? { totalIsEstimate: true } : {}),
    }
  },
  async listFile({ query: { format, ...filter } }, context) {
    const { db, scope, texts, language } = context
    return listFile({
      format,
      name: texts.t(language, 'employees:file.name'),
      columns: employeeColumns(texts, language),
      ids: await allIds(db, scope, { ...filter, seenBy: context.user }),
      read: (ids) => viewsOf(context, ids),
    })
  },
  async overview({ query }, { db, scope }) {
    const { pending, decided, oldest, costUnits, payRollOthers } = await overviewOf(db, scope, query.companyId)
    return {
      pendingCount: pending,
      decidedCount: decided,
      oldestPendingAt: oldest?.toISOString() ?? null,
      costUnits,
      payRollOthers,
    }
  },
  async withOrders({ query }, context) {
    const { page = 1, limit = 20, ...filter } = query
    const at = { limit, offset: (page - 1) * limit }
    const { views, ...count } = await pageOfViews(context, { ...filter, withOrdersOnly: true }, at)
    return pageOf(views, { page, limit, ...count })
  },
  async withAllData({ query }, context) {
    const { ids, total } = await idsWithAllData(context.db, context.scope, query.companyId)
    const views = await viewsOf(context, ids)
    const items = views.map((view) => {
      const { firstName, lastName } = view.systemUser
      const short = { id: view.beneficiaryEmployeeId, name: `${firstName} ${lastName}` }
      return query.minimalData ? short : { ...short, ...view }
    })
    return wholeListOf(items, total)
  },
  async mine(_request, { db, env, user }) {
    const rows = await ownEmployments(db, user.userId, env.now())
    return wholeListOf(rows, rows.length)
  },
}
