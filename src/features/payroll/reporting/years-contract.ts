import { Euros, endpoint, Id, OneOf, Shape, T, WholeList } from '#platform/contract/contract.ts'

/** What the employer's years add up to. */
export const payrollYears = endpoint({
  method: 'GET',
  path: '/api/payroll-report/years',
  sums: true,
  access: 'payroll-report:read',
  summary: 'The years of a company by its locked months, newest first: people, bicycles, benefit and cost.',
  query: Shape({ companyId: Id }),
  replies: {
    200: WholeList(
      Shape({
        year: T.String(),
        /** How many of its months are locked. */
        months: T.Integer(),
        people: T.Integer(),
        bicycles: T.Integer(),
        benefit: Euros,
        /** Instalments and administration fees. */
        cost: Euros,
      }),
    ),
  },
  errors: ['NOT_FOUND'],
})

export const yearStatement = endpoint({
  method: 'GET',
  path: '/api/payroll-report/:companyId/years/:year/statement',
  access: 'payroll-report:export',
  summary: "What an employer shows of a year's locked months, as a document or a workbook.",
  params: Shape({ companyId: Id, year: T.String({ pattern: '^20[0-9]{2}$' }) }),
  query: Shape({ format: OneOf(['pdf', 'xlsx']) }),
  replies: { 200: T.Any() },
  file: true,
  errors: ['NOT_FOUND'],
})
