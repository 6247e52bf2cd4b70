import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import { AppError, fail, fieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { amountText, csvLine, dayText, encoded } from '#platform/server/documents/csv-cells.ts'
import { type BaseContext, FileAnswer } from '#platform/server/http/context.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month } from '#platform/values/days.ts'
import {
  type Cell,
  type FiledVoucher,
  problemOf,
  type VoucherFile,
  type VoucherProgram,
  voucherFiles,
} from '../rules/voucher-files.ts'
import type { Print } from './print.ts'

const AT_ONCE = 500
const CHUNK_CHARACTERS = 32_768
const PROBLEMS_TOLD = 20

type Codes = Readonly<Partial<Record<LedgerAccount, string>>>

interface VoucherRow extends Omit<FiledVoucher, 'ownDay' | 'rows'> {
  readonly id: string
  readonly own_day: Day | null
  readonly rows: readonly { readonly account: LedgerAccount; readonly cents: number }[]
}

/** The vouchers of a closed month by day, so many at a time: they are numbered and never change. */
async function* vouchersOf(db: Db, month: Month, codes: Codes): AsyncGenerator<FiledVoucher> {
  const from = firstOfMonth(month)
  let [day, id] = [from, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await sql<VoucherRow>`
      select v.id, v.series, v.year, v.number, v.day, v.own_day, v.document, v.party, l.rows
        from (select * from vouchers where (day, id) > (${day}, ${id}) and day <= ${lastOfMonth(from)} order by day, id limit ${AT_ONCE}) v
        cross join lateral (select json_agg(json_build_object('account', r.account, 'cents', r.amount_cents) order by r.position) as rows
                              from ledger_rows r where r.voucher = v.voucher) l
       order by v.day, v.id`.execute(db)
    for (const { id: _, own_day, rows: posted, ...voucher } of rows)
      yield { ...voucher, ownDay: own_day, rows: posted.map(({ account, cents }) => ({ code: codes[account], cents })) }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    day = last.day
    id = last.id
  }
}

/** @throws VALIDATION at each line and field that the program would not take */
async function checkLines(vouchers: AsyncIterable<FiledVoucher>, { header, linesOf }: VoucherFile): Promise<void> {
  const problems: { line: number; field: string; key: 'FILE_TOO_LONG' | 'FILE_NO_NUMBER' }[] = []
  let line = header ? 1 : 0
  for await (const voucher of vouchers) {
    for (const cells of linesOf(voucher)) {
      line += 1
      for (const cell of cells) {
        const key = problemOf(cell)
        if (key) problems.push({ line, field: cell.field, key })
      }
    }
    if (problems.length >= PROBLEMS_TOLD) break
  }
  if (problems.length > 0)
    throw new AppError('VALIDATION', {
      fields: problems.map((found) =>
        fieldText(`lines.${found.line}.${found.field}`, `bookkeeping:fieldErrors.${found.key}`),
      ),
    })
}

function textOf({ value }: Cell, { dateFormat, decimalSign }: VoucherFile['form']): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? amountText(value, decimalSign) : dayText(value.day, dateFormat)
}

async function* chunksOf(vouchers: AsyncIterable<FiledVoucher>, { form, header, linesOf }: VoucherFile) {
  let text = header ? csvLine(header, form) : ''
  for await (const voucher of vouchers) {
    for (const cells of linesOf(voucher))
      text += csvLine(
        cells.map((cell) => textOf(cell, form)),
        form,
      )
    if (text.length < CHUNK_CHARACTERS) continue
    yield encoded(text, form.encoding)
    text = ''
  }
  if (text) yield encoded(text, form.encoding)
}

/**
 * The vouchers of a closed month in the form of a bookkeeping program, with the codes of the closing: the same bytes each
 * time. All lines are judged before the first is sent, so that no half file is left.
 * @throws NOT_FOUND without such a month, PERIOD_NOT_CLOSED, VALIDATION at the line and field that the program refuses
 */
export async function voucherFile({ database }: BaseContext, month: Month, program: VoucherProgram) {
  const db = database.freshLists
  const period = await db
    .selectFrom('bookkeeping_periods')
    .select(['state', 'print'])
    .where('month', '=', month)
    .executeTakeFirst()
  if (!period) fail('NOT_FOUND')
  if (period.state === 'OPEN') fail('PERIOD_NOT_CLOSED')
  const { codes } = period.print as unknown as Print
  const file = voucherFiles[program]
  await checkLines(vouchersOf(db, month, codes), file)
  return new FileAnswer({
    content: Readable.from(chunksOf(vouchersOf(db, month, codes), file), { objectMode: false }),
    contentType: `text/csv; charset=${file.form.encoding.toLowerCase()}`,
    name: `${program.toLowerCase()}-${month}.csv`,
  })
}
