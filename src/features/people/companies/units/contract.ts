import { endpoint, Id, Name, OneOf, Shape, T, Version, WholeList } from '#platform/contract/contract.ts'

const ById = Shape({ id: Id })
const unitFields = { unitId: Id, unitName: T.String(), companyId: Id, version: Version }

const UnitInList = Shape({ ...unitFields, employeeCount: T.Integer() })
const UnitAnswer = <C extends string>(code: C) =>
  Shape({ code: OneOf([code]), unit: Shape({ data: Shape(unitFields) }) })

export const companyUnits = {
  list: endpoint({
    method: 'GET',
    path: '/api/company-unit',
    access: 'company-unit:read',
    summary: 'The units of a company and how many people each has.',
    query: Shape({ companyId: Id }),
    replies: { 200: WholeList(UnitInList) },
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/company-unit',
    offline: 'company',
    access: 'company-unit:write',
    summary: 'Adds a unit; `unit` is its name, or an object with `unitName`.',
    body: Shape({ companyId: Id, unit: T.Union([Name, Shape({ unitName: Name })]) }),
    replies: { 201: UnitAnswer('COMPANY_UNIT_CREATED') },
    errors: ['NOT_FOUND', 'FAILED_TO_ADD_COMPANY_UNIT', 'FAILED_TO_ADD_UNIT_TO_COMPANY'],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/company-unit/:unitId',
    offline: 'company',
    access: 'company-unit:write',
    summary: 'Renames a unit.',
    params: Shape({ unitId: Id }),
    body: Shape({ unitName: Name, version: T.Optional(Version) }),
    replies: { 200: UnitAnswer('COMPANY_UNIT_UPDATED') },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'FAILED_TO_UPDATE_COMPANY_UNIT'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/company-unit/:id',
    offline: 'company',
    access: 'company-unit:write',
    summary: 'Removes a unit that nobody belongs to.',
    params: ById,
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: UnitAnswer('COMPANY_UNIT_DELETED') },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'FAILED_TO_DELETE_COMPANY_UNIT'],
  }),
}
