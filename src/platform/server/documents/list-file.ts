import type { Ids } from '#platform/server/database/packed-ids.ts'
import { FileAnswer } from '#platform/server/http/context.ts'
import type { SheetFormat } from '#platform/values/sheet-format.ts'
import { csvStream, type SheetColumn, type SheetRows, xlsxStream } from './sheet.ts'

const contentTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const BATCH_ROWS = 500

/** The rows of ids, read batch by batch as the file is drawn, so that memory stays flat. */
async function* rowsOf<T>(ids: Ids, read: (ids: readonly string[]) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let at = 0; at < ids.length; at += BATCH_ROWS) yield* await read(ids.slice(at, at + BATCH_ROWS))
}

interface ListFile<T> {
  readonly format: SheetFormat
  /** The file's name without its ending; also what the sheet is called. */
  readonly name: string
  readonly columns: readonly SheetColumn<T>[]
  /** The chosen rows in their order: chosen at once, so that the file holds each of them once whatever changes meanwhile. */
  readonly ids: Ids
  readonly read: (ids: readonly string[]) => Promise<readonly T[]>
}

/** A list as a file that is written while it is read. */
export function listFile<T>({ ids, read, ...file }: ListFile<T>): FileAnswer {
  return rowsFile({ ...file, rows: rowsOf(ids, read) })
}

/** Rows as a file: those of a list that is short, or that come while the file is written. */
export function rowsFile<T>(file: Omit<ListFile<T>, 'ids' | 'read'> & { readonly rows: SheetRows<T> }): FileAnswer {
  const { format, name, columns, rows } = file
  return new FileAnswer({
    content: format === 'csv' ? csvStream(columns, rows) : xlsxStream(columns, rows, { sheetName: name }),
    contentType: contentTypes[format],
    name: `${name}.${format}`,
  })
}
