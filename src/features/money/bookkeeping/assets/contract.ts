import {
  DayShape,
  Euros,
  endpoint,
  Id,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { disposals } from './rules.ts'

const Asset = Shape({
  assetId: Id,
  bicycle: T.String(),
  agreementNumber: T.String(),
  companyName: T.String(),
  acquiredDay: DayShape,
  cost: Euros,
  residual: Euros,
  months: T.Integer(),
  /** What was depreciated in the month. */
  depreciation: Euros,
  /** At the end of the month. */
  bookValue: Euros,
  disposedDay: Nullable(DayShape),
  disposedAs: Nullable(OneOf(disposals)),
  /** A gain where it is above zero, a loss below; null while it is there. */
  result: Nullable(Euros),
})

const Settings = Shape({
  /** 0: over the months of the lease. */
  months: T.Integer({ minimum: 0, maximum: 120 }),
  /** What is left of the cost at the end. */
  residualPercent: T.Integer({ minimum: 0, maximum: 90 }),
  version: T.Integer(),
})

/** Bicycles that the operator rents out itself, as its fixed assets. */
export const leaseAssets = {
  list: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/assets',
    access: 'payment:read',
    summary: 'Own bicycles that were there in a month, with what was depreciated and the book value at its end.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('acquiredDay', 'cost'),
      month: T.Optional(MonthShape),
      id: T.Optional(Id),
    }),
    replies: { 200: Page(Asset) },
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/assets/check',
    access: 'payment:read',
    summary: 'Whether the assets are the bicycles that are out, and their book value that of the ledger.',
    replies: {
      200: Shape({
        assets: T.Integer(),
        bicyclesOut: T.Integer(),
        bookValue: Euros,
        ledger: Euros,
        agrees: T.Boolean(),
      }),
    },
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/assets/file',
    access: 'payment:read',
    summary:
      "A year's assets as CSV or a workbook: book value before, cost of new ones, depreciation, what went, and book value after.",
    query: Shape({ format: SheetFormat, year: T.Integer({ minimum: 2000, maximum: 2100 }) }),
    file: true,
    replies: { 200: T.Any() },
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/assets/settings',
    access: 'payment:read',
    summary: 'Over how many months and down to what own bicycles are depreciated.',
    replies: { 200: Settings },
  }),
  setSettings: endpoint({
    method: 'PUT',
    path: '/api/bookkeeping/assets/settings',
    access: 'settings:write',
    summary: 'Changes that for bicycles that are acquired from then on.',
    body: Settings,
    replies: { 200: Settings },
    errors: ['VERSION_CONFLICT'],
  }),
}
