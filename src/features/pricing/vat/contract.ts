import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Nullable,
  OneOf,
  Percent,
  Shape,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'

const Country = T.String({ pattern: '^[A-Z]{2}$' })

const ById = Shape({ id: Id })

export const VatRate = Shape({
  vatId: Id,
  country: Country,
  value: Percent,
  validFrom: DayShape,
  validTo: Nullable(DayShape),
  version: Version,
})
export type VatRate = T.Static<typeof VatRate>

const rateFields = {
  country: Country,
  value: Percent,
  validFrom: DayShape,
  validTo: T.Optional(Nullable(DayShape)),
}

/** `value` alone, or the whole answer with the country, the days and where the rate comes from. */
const CompanyVat = Shape({
  value: Percent,
  country: T.Optional(Country),
  validFrom: T.Optional(Nullable(DayShape)),
  validTo: T.Optional(Nullable(DayShape)),
  source: T.Optional(OneOf(['COMPANY', 'COUNTRY'])),
})
export type CompanyVat = T.Static<typeof CompanyVat>

const Touched = Shape({ count: T.Integer(), amount: Euros })

/** What a change of the rates would change. */
const Effects = Shape({
  turns: T.Array(
    Shape({ from: DayShape, to: Nullable(DayShape), before: Nullable(Percent), after: Nullable(Percent) }),
  ),
  /** Running leases whose net stays, and by how much what they pay a month changes in sum. */
  agreements: Touched,
  /** Open orders whose lease has not begun, and by how much the VAT in their price changes. */
  orders: Touched,
  /** Invoices that stand with a supply on such a day at the former rate, and by how much their VAT would differ: they stay. */
  invoices: Touched,
})
export type VatEffects = T.Static<typeof Effects>

export const vat = {
  list: endpoint({
    method: 'GET',
    path: '/api/vat',
    access: 'vat:read',
    summary: 'The standard VAT rates of all countries and times, newest first.',
    replies: { 200: WholeList(VatRate) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/vat/:id',
    access: 'vat:read',
    summary: 'One of the standard VAT rates.',
    failure: 'Failed to fetch VAT rate',
    params: ById,
    replies: { 200: VatRate },
    errors: ['NOT_FOUND'],
  }),
  ofCountry: endpoint({
    method: 'GET',
    path: '/api/vat/country/:code',
    access: 'vat:read',
    summary: 'The standard VAT rate of a country today.',
    failure: 'Failed to fetch VAT rate',
    params: Shape({ code: T.String({ pattern: '^[A-Za-z]{2}$' }) }),
    replies: { 200: VatRate },
    errors: ['NOT_FOUND'],
  }),
  effects: endpoint({
    method: 'GET',
    path: '/api/vat/effects',
    sums: true,
    access: 'vat:write',
    summary:
      'A dry run: what would change if a rate were added, corrected (`id`) or removed (`id`, `remove`); changes nothing.',
    query: Shape({
      id: T.Optional(Id),
      remove: T.Optional(T.Boolean()),
      country: Country,
      value: Percent,
      validFrom: DayShape,
      validTo: T.Optional(DayShape),
    }),
    replies: { 200: Effects },
    errors: ['NOT_FOUND'],
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/api/companies/:id/vat',
    access: 'vat:read',
    summary: 'The VAT rate of a company: its own, else the standard rate of its country today.',
    failure: 'Failed to fetch VAT rate',
    params: ById,
    query: Shape({ onlyGetVATValue: T.Optional(T.Boolean({ default: false })) }),
    replies: { 200: CompanyVat },
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vat',
    access: 'vat:write',
    summary:
      'Adds a standard rate from a day on. Payments that followed another in its months go back, unless a month was billed or locked by them.',
    body: Shape(rateFields),
    replies: { 201: VatRate },
    errors: ['VAT_RATE_EXISTS', 'VAT_RATE_IN_MONTHS'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/vat/:id',
    access: 'vat:write',
    summary:
      'Corrects a standard rate; a country that has a rate today keeps one. Payments that followed it go back, unless a month was billed or locked by them.',
    params: ById,
    body: Shape({ ...rateFields, version: Version }),
    replies: { 200: VatRate },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'VAT_RATE_EXISTS', 'IN_USE_NOT_ALLOWED', 'VAT_RATE_IN_MONTHS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/vat/:id',
    access: 'vat:write',
    summary:
      'Removes a rate that has not come into force. Payments that followed it go back, unless a month was billed or locked by them.',
    params: ById,
    query: Shape({ version: Version }),
    replies: { 200: Shape({ vatId: Id }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE_NOT_ALLOWED', 'VAT_RATE_IN_MONTHS'],
  }),
}
