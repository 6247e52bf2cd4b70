import { recipientCalls } from '#features/people/companies/recipients/contract.ts'
import { Recipient } from '#features/people/companies/recipients/shapes.ts'
import { endpoint, Id, Name, Nullable, OneOf, Shape, T, Version, WholeList } from '#platform/contract/contract.ts'

const ById = Shape({ id: Id })

export const CompanyGroup = Shape({
  groupCompanyId: Id,
  name: T.String(),
  businessId: Nullable(T.String()),
  companies: T.Array(Shape({ companyId: Id, companyName: T.String() })),
  version: Version,
})
export type CompanyGroup = T.Static<typeof CompanyGroup>

const groupFields = {
  name: Name,
  businessId: T.Optional(Nullable(T.String({ minLength: 1, maxLength: 20 }))),
  companyIds: T.Optional(T.Array(Id, { maxItems: 200, uniqueItems: true })),
}

export const companyGroups = {
  list: endpoint({
    method: 'GET',
    path: '/api/group-companies',
    access: 'group-company:read',
    summary: 'The groups with their companies; `forDropdown=true` gives ids and names only.',
    query: Shape({ forDropdown: T.Optional(T.Boolean({ default: false })) }),
    replies: { 200: T.Union([WholeList(CompanyGroup), WholeList(Shape({ id: Id, name: T.String() }))]) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/group-companies/:id',
    access: 'group-company:read',
    summary: 'One group with its companies.',
    params: ById,
    replies: { 200: CompanyGroup },
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/group-companies',
    offline: 'company',
    access: 'group-company:write',
    summary: 'Creates a group, with companies that belong to it.',
    body: Shape(groupFields),
    replies: { 201: CompanyGroup },
    errors: ['GROUP_COMPANY_EXISTS_ERROR', 'BUSINESS_ID_INVALID'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/group-companies/:id',
    offline: 'company',
    access: 'group-company:write',
    summary: 'Changes a group; `companyIds`, when given, is the whole list of its companies.',
    params: ById,
    body: Shape({ ...groupFields, version: T.Optional(Version) }),
    replies: { 200: CompanyGroup },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'GROUP_COMPANY_EXISTS_ERROR', 'BUSINESS_ID_INVALID'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/group-companies/:id',
    offline: 'company',
    access: 'group-company:delete',
    summary: 'Closes a group without companies.',
    params: ById,
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: Shape({ code: OneOf(['GROUP_COMPANY_DELETED']), groupCompanyId: Id }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE_NOT_ALLOWED'],
  }),
  ...recipientCalls({
    path: '/api/group-companies',
    of: 'the group’s companies',
    reply: Shape({ data: T.Array(Recipient) }),
    added: Shape({ userIds: T.Array(Id, { minItems: 1, maxItems: 100 }) }),
  }),
}
