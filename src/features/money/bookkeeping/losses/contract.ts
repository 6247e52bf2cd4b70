import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'
import { lossGrounds } from './rules.ts'

const Loss = Shape({
  invoiceId: Id,
  /** The version of the invoice. */
  version: T.Integer(),
  number: T.String(),
  debtor: T.String(),
  companyName: T.String(),
  dueDay: DayShape,
  /** What stands written off: less than at first where money has come since. */
  gross: Euros,
  vat: Euros,
  net: Euros,
  /** Null while the loss is not final: its VAT has not been taken back. */
  ground: Nullable(OneOf(lossGrounds)),
  evidence: Nullable(T.String()),
  finalDay: Nullable(DayShape),
  decidedBy: Nullable(T.String()),
  /** Some of what it bills is supplied later, so nothing of it can be final yet. */
  hasLater: T.Boolean(),
})

const filter = { final: T.Optional(T.Boolean()), from: T.Optional(DayShape), to: T.Optional(DayShape) }

/** Bills that were written off, and those of which it is certain that nobody pays them. */
export const creditLosses = {
  list: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/losses',
    access: 'payment:read',
    summary:
      'Written-off bills with their VAT, the latest first; `final` narrows to final losses, of a period of days.',
    query: Shape({ ...pageQuery(20), sort: sorting('dueDay', 'finalDay', 'gross'), ...filter, id: T.Optional(Id) }),
    replies: { 200: Page(Loss) },
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/bookkeeping/losses/file',
    access: 'payment:read',
    summary: 'The same as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...filter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/bookkeeping/losses/:id/final',
    access: 'invoice:credit',
    params: Shape({ id: Id }),
    summary:
      'Notes that the loss of a written-off bill is final, with its ground and what proves it; its VAT is taken back. Money that comes later gives it again.',
    body: Shape({ version: Version, ground: OneOf(lossGrounds), evidence: Text }),
    replies: { 201: Loss },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
}
