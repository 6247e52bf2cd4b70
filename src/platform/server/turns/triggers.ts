import type { TurnRead, TurnSource } from './source.ts'

/** A trigger's function and what calls it, of one table. */
export interface TurnTrigger {
  readonly table: string
  /** The body of the function `turns_follow_<table>`, which is called once for a statement. */
  readonly body: string
}

type Read = TurnRead & { readonly process: string }

const isColumn = (subject: string) => /^\w+$/.test(subject)

/** The columns of the changed row that say which subjects it touches. */
const columnsOf = (subject: string) =>
  isColumn(subject) ? [subject] : [...subject.matchAll(/\$row\.(\w+)/g)].map(([, column]) => column!)

/**
 * Rows before or after a statement that differ from those on the other side. As a difference of sets, whose plan is good
 * for one row as for thousands: PostgreSQL keeps the plan of the first call.
 */
const differing = (columns: readonly string[], [one, other]: readonly [string, string]) =>
  `select ${columns.join(', ')} from ${one} except select ${columns.join(', ')} from ${other}`

const sides = [
  ['new_rows', 'old_rows'],
  ['old_rows', 'new_rows'],
] as const

/** The rows of an update that may touch a subject, as they were and as they are. */
function updatedRows({ subject, columns, key = 'id' }: Read): string {
  const needed = [...new Set(columnsOf(subject))]
  const compared = [...new Set([key, ...needed, ...(columns ?? [])])].toSorted()
  return columns
    ? `(${sides.map((pair) => `(${differing(compared, pair)})`).join(' union all ')})`
    : `(${sides.map(([side]) => `select ${needed.join(', ')} from ${side}`).join(' union all ')})`
}

/** Puts the subjects of a statement's rows into the queue, once each. */
function insertOf({ process, subject }: Read, rows: string): string {
  const ids = isColumn(subject) ? `select r.${subject}` : subject.replaceAll('$row', 'r')
  return `    insert into turns_to_refresh (process, subject_id) select distinct '${process}', s.id from ${rows} r cross join lateral (${ids}) s (id) where s.id is not null;`
}

/** Leaves an update that changes nothing of what is read. */
function leaveOf(reads: readonly Read[]): string {
  if (reads.some(({ columns }) => !columns)) return ''
  const all = [
    ...new Set(reads.flatMap((read) => [read.key ?? 'id', ...columnsOf(read.subject), ...read.columns!])),
  ].toSorted()
  return `    if not exists (${differing(all, sides[0])}) then return null; end if;\n`
}

/** The triggers that the sources' facts need: one function of each table that they read. */
export function turnTriggers(sources: readonly TurnSource[]): TurnTrigger[] {
  const reads = sources.flatMap(({ process, reads: own }) => own.map((read) => ({ ...read, process })))
  const byTable = [...Map.groupBy(reads, ({ table }) => table as string)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return byTable.map(([table, own]) => ({
    table,
    body: `begin
  if tg_op = 'UPDATE' then
${leaveOf(own)}${own.map((read) => insertOf(read, updatedRows(read))).join('\n')}
  else
${own.map((read) => insertOf(read, 'new_rows')).join('\n')}
  end if;
  return null;
end`,
  }))
}

/**
 * The statements that make a table's triggers as they are declared, whether it has some or not. A row that goes is read as
 * one that comes, so that both have one branch.
 */
export const triggerStatements = ({ table, body }: TurnTrigger): string => `
create or replace function turns_follow_${table}() returns trigger language plpgsql as $$${body}$$;
create or replace trigger turns_follow_inserts after insert on ${table} referencing new table as new_rows for each statement execute function turns_follow_${table}();
create or replace trigger turns_follow_updates after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_${table}();
create or replace trigger turns_follow_deletes after delete on ${table} referencing old table as new_rows for each statement execute function turns_follow_${table}();
`
