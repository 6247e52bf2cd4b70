import type { SourceFile } from './source-imports.ts'

const writing =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)(?: as \w+)?'|\b(?:insert into|delete from|update) (\w+)(?=\s*(?:\(|set\b|where\b|select\b|values\b|\w{1,3}\s+(?:set|where|using)\b))/g

/** The tables that a file writes, found in the query builder's calls and in SQL text. */
export function tablesWritten({ text }: Pick<SourceFile, 'text'>): string[] {
  return [...new Set([...text.matchAll(writing)].map((match) => match[1] ?? match[2]!))]
}

/** Which feature may write a table: its owner, and others with the reason why each of them does. */
export interface TableOwner {
  readonly owner: string
  readonly others?: Readonly<Record<string, string>>
}

/** Who writes a table without being its owner or named as an exception, and which exceptions nobody needs. */
export function ownerFaults(
  owners: Readonly<Record<string, TableOwner>>,
  writes: readonly { readonly writer: string; readonly file: string; readonly tables: readonly string[] }[],
): string[] {
  const written = writes.flatMap(({ writer, file, tables }) => tables.map((table) => ({ writer, file, table })))
  const foreign = written.flatMap(({ writer, file, table }) => {
    const entry = owners[table]
    if (!entry) return [`${file}: ${table} has no owner`]
    return entry.owner === writer || entry.others?.[writer] ? [] : [`${file}: ${table} belongs to ${entry.owner}`]
  })
  const needless = Object.entries(owners).flatMap(([table, { others }]) =>
    Object.keys(others ?? {})
      .filter((writer) => !written.some((one) => one.writer === writer && one.table === table))
      .map((writer) => `${writer} does not write ${table}`),
  )
  return [...foreign, ...needless]
}

const reading = /\.selectFrom\(|\bselect\s[^`]{1,600}?\bfrom\s+[a-z(]/

/** Whether a file asks the database for rows. */
const readsRows = ({ text }: Pick<SourceFile, 'text'>): boolean => reading.test(text)

/** Files of queries that write, and handlers that read: reads stand in files of queries, a verb's file owns its writes. */
export function misplacedSql(files: readonly SourceFile[]): string[] {
  return files.flatMap((source) => {
    if (/queries\.ts$/.test(source.file) && tablesWritten(source).length > 0)
      return [`${source.file} writes ${tablesWritten(source).join(', ')}`]
    return /handlers\.ts$/.test(source.file) && readsRows(source) ? [`${source.file} reads`] : []
  })
}

/** Parameters that let a caller forget whose rows are meant. */
export const defaultScopes = ({ file, text }: SourceFile): string[] =>
  [...text.matchAll(/\bscope\?:|\bscope(?:: Scope)? = scopeOfAll/g)].map((match) => `${file}: ${match[0]}`)

/** Days cut from the text of an instant, which are days of UTC and not of Helsinki. */
export const daysCutFromInstants = ({ file, text }: SourceFile): string[] =>
  [
    ...text.matchAll(
      /(?:toISOString\(\)|\b\w*(?:At|Since|Until|Instant|instant)\)?!?)\??\.(?:slice|substring|substr)\(0, (?:7|10)\)/g,
    ),
  ].map((match) => `${file}: ${match[0]}`)
