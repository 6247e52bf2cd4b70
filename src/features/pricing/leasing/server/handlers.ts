import type { leasing } from '#features/pricing/leasing/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { addBillingTable, changeBillingTable, removeBillingTable } from './billing-table-changes.ts'
import { billingTableOf } from './billing-table-rows.ts'
import { renewLessorLink } from './lessor-link.ts'
import { addLessor, changeLessor, confirmLessorAccount, lessorOf, refuseLessorAccount } from './lessors.ts'
import {
  findBillingTable,
  findEmployeeLessor,
  findLastFetchTime,
  findLessor,
  listBillingTables,
  listLessors,
} from './queries.ts'
import { failLeasing, leaseFor } from './terms.ts'

export const leasingHandlers: Handlers<typeof leasing> = {
  async companies({ query }, { db }) {
    const rows = await listLessors(db, { activeOnly: query.forDropdown ?? false })
    const lessors = rows.map((row) => lessorOf(row))
    if (!query.forDropdown) return wholeListOf(lessors, rows.length)
    const choices = lessors.map((lessor) => ({ id: lessor.leasingCompanyId, name: lessor.companyName }))
    return wholeListOf(choices, rows.length)
  },
  async company({ params }, { db }) {
    return lessorOf((await findLessor(db, params.id)) ?? fail('NOT_FOUND'))
  },
  async createCompany({ body }, context) {
    return new Answer(201, await addLessor(body, context))
  },
  async updateCompany({ params, body }, context) {
    return changeLessor(params.id, body, context)
  },
  renewLink: ({ params }, context) => renewLessorLink(context, params.id),
  confirmAccount: ({ params, body }, context) => confirmLessorAccount(params.id, body.version, context),
  refuseAccount: ({ params, body }, context) => refuseLessorAccount(params.id, body.version, context),
  async billingTables({ query }, { db }) {
    return { billingTables: (await listBillingTables(db, query)).map(billingTableOf) }
  },
  async billingTable({ params }, { db }) {
    return billingTableOf((await findBillingTable(db, params.id)) ?? fail('NOT_FOUND'))
  },
  async createBillingTable({ body }, context) {
    return new Answer(201, await addBillingTable(body, context))
  },
  async updateBillingTable({ params, body }, context) {
    return changeBillingTable(params.id, body, context)
  },
  async removeBillingTable({ params, query }, context) {
    await removeBillingTable(params.id, query.version, context)
    return { billingTableId: params.id }
  },
  async leaseTime({ body }, { db, env, scope }) {
    const company = (await findEmployeeLessor(db, scope, body.beneficiaryEmployeeId)) ?? fail('NOT_FOUND')
    const day = helsinkiDay(env.now())
    const lease = await leaseFor(
      db,
      { companyId: company.company_id, leasingCompanyId: company.leasing_company_id },
      centsFromEuros(body.totalAmount),
      { day, useCampaign: body.useCampaign ?? true },
    )
    if (!lease.ok) failLeasing(lease)
    const { schedule } = lease
    return {
      leaseTimeMonths: schedule.months,
      instalment: eurosFromCents(schedule.instalmentCents),
      lastInstalment: eurosFromCents(schedule.lastInstalmentCents),
      totalInstalments: eurosFromCents(schedule.totalInstalmentsCents),
      residual: eurosFromCents(schedule.residualCents),
      campaignApplied: schedule.campaignApplied,
    }
  },
  async lastFetchTime(_request, { db }) {
    return { lastFetchTime: await findLastFetchTime(db) }
  },
}
