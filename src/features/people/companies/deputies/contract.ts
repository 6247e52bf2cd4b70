import { DayShape, endpoint, Id, Page, pageQuery, Shape, T, Version } from '#platform/contract/contract.ts'

const Person = Shape({ userId: Id, name: T.String() })

const Deputy = Shape({
  deputyId: Id,
  companyId: Id,
  companyName: T.String(),
  away: Person,
  deputy: Person,
  fromDay: DayShape,
  toDay: DayShape,
  /** They stand in today. */
  isActive: T.Boolean(),
  version: Version,
})
export type Deputy = T.Static<typeof Deputy>

const params = Shape({ id: Id })

export const deputies = {
  list: endpoint({
    method: 'GET',
    path: '/api/companies/:id/deputies',
    access: 'company:update',
    summary: 'Who stands in for whom in a company, today and later, the earliest first.',
    params,
    query: Shape(pageQuery(50)),
    replies: { 200: Page(Deputy) },
    errors: ['NOT_FOUND'],
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/deputies/own',
    access: 'employer:access',
    summary: 'Where the caller stands in for somebody today, or somebody for the caller.',
    replies: { 200: Shape({ items: T.Array(Deputy) }) },
  }),
  name: endpoint({
    method: 'POST',
    path: '/api/companies/:id/deputies',
    access: 'company:update',
    summary:
      'Names a colleague who hears for some days what is said to somebody who acts for the company. Both act for it already, and neither’s rights change.',
    params,
    body: Shape({ userId: Id, deputyUserId: Id, fromDay: DayShape, toDay: DayShape }),
    replies: { 201: Deputy },
    errors: ['NOT_FOUND'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/companies/:id/deputies/:deputyId',
    access: 'company:update',
    summary: 'Ends the standing in, or takes it back before it begins.',
    params: Shape({ id: Id, deputyId: Id }),
    query: Shape({ version: Version }),
    replies: { 200: Shape({ deputyId: Id }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
