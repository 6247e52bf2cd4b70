import type { companies } from '#features/people/companies/contract.ts'
import { listEmployerPeople } from '#features/people/companies/recipients/server/employer-people.ts'
import { searchText } from '#platform/contract/validation.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { reaches } from '#platform/server/database/scope.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { changeCompany, closeCompany, createCompany, readCompany } from './changes.ts'
import { listedOf } from './company-rows.ts'
import { inviteEmployerPerson } from './invitations.ts'
import { companyMaxPriceCents, employeeMaxPriceCents } from './max-price.ts'
import { findCompanyPolicy } from './policies.ts'
import { policyHandlers } from './policy-handlers.ts'
import { announcePolicy } from './policy-readers.ts'
import { listCompanies, registerOfCompanies, requireCompany } from './queries.ts'
import { recipientHandlers } from './recipient-handlers.ts'

export const companiesHandlers: Handlers<typeof companies> = {
  async list({ query }, { db, scope, user }) {
    const own = user.assignments.flatMap((assignment) => assignment.companyIds)
    const { rows, total } = await listCompanies(db, scope, {
      inAGroup: query.groupCompany,
      groupCompanyId: query.groupCompanyId,
      userId: query.userId,
      isStaying: query.isStaying,
      active: query.active,
      search: searchText(query.search),
      ...(query.filtered ? { onlyIds: own } : {}),
    })
    const namesakes = Map.groupBy(rows, ({ name }) => name)
    const items = rows.map((row) =>
      listedOf(row, {
        namesOnly: query.names ?? false,
        isOwnOnly: !reaches(scope, row.id),
        hasAlike: (namesakes.get(row.name)?.length ?? 0) > 1,
      }),
    )
    return wholeListOf(items, total)
  },
  async register({ query }, { db, scope }) {
    const { page = 1, limit = 20, sort = 'name', search, ...filter } = query
    const asked = filter.id ? { id: filter.id, page: 1 } : { ...filter, search: searchText(search), page }
    const { rows, total } = await registerOfCompanies(db, scope, { ...asked, sort, limit })
    const items = rows.map((row) => ({
      companyId: row.id,
      name: row.name,
      businessId: row.business_id,
      city: row.city,
      groupCompanyName: row.group_name,
      leasingCompanyName: row.lessor_name,
      maxPrice: eurosFromCents(row.max_price_cents),
      employeeCount: row.employee_count ?? 0,
      pendingCount: row.pending_count ?? 0,
      active: row.active,
    }))
    return pageOf(items, { page, limit, total })
  },
  async get({ params }, { db, scope }) {
    return readCompany(db, scope, params.id)
  },
  async create({ body }, context) {
    return new Answer(201, await createCompany(body, context))
  },
  async update({ params, body }, context) {
    const before = body.policy && (await findCompanyPolicy(context.db, params.id))
    const company = await changeCompany(params.id, body, context)
    if (before && company.policy?.bikePolicyId !== before.id) await announcePolicy(context, params.id)
    return company
  },
  async remove({ params, query }, context) {
    await closeCompany(params.id, query.version, context)
    return { code: 'COMPANY_DELETED', companyId: params.id }
  },
  async employerPeople({ params }, { db, scope }) {
    await requireCompany(db, scope, params.id)
    const people = await listEmployerPeople(db, { companyId: params.id })
    return wholeListOf(people, people.length)
  },
  async maxPrice({ params }, { db, scope }) {
    return { maxPrice: eurosFromCents(await companyMaxPriceCents(db, params.companyId, scope)) }
  },
  async employeeMaxPrice({ params }, { db, scope }) {
    return { maxPrice: eurosFromCents(await employeeMaxPriceCents(db, params.id, scope)) }
  },
  async invite({ params, body }, context) {
    await inviteEmployerPerson(params.id, body, context)
    const people = await listEmployerPeople(context.db, { companyId: params.id })
    return new Answer(201, wholeListOf(people, people.length))
  },
  ...recipientHandlers,
  ...policyHandlers,
}
