import type { TurnRead, TurnSource } from './source.ts'

/** A trigger's function and what calls it, of one table. */
export interface TurnTrigger {
  readonly table: string
  /** The body of the function `turns_follow_<table>`. */
  readonly body: string
  /** When an update of a row is followed; null always. */
  readonly when: string | null
}

type Read = TurnRead & { readonly process: string }

const isColumn = (subject: string) => /^\w+$/.test(subject)

const rowOf = (columns: readonly string[], row: 'new' | 'old') =>
  `row(${columns.map((one) => `${row}.${one}`).join(', ')})`

/** Whether one of some columns has another value. */
const differ = (columns: readonly string[]) => `${rowOf(columns, 'new')} is distinct from ${rowOf(columns, 'old')}`

/** Puts the subjects of a changed row into the queue, once each. */
function insertOf({ process, subject, columns }: Read): string {
  const ids = isColumn(subject)
    ? `select v.id from (values (new.${subject}), (old.${subject})) v (id)`
    : `select a.* from (${subject.replaceAll('$row', 'new')}) a union select b.* from (${subject.replaceAll('$row', 'old')}) b`
  const insert = `insert into turns_to_refresh (process, subject_id) select distinct '${process}', s.id from (${ids}) s (id) where s.id is not null;`
  return columns ? `  if tg_op <> 'UPDATE' or ${differ(columns)} then\n    ${insert}\n  end if;` : `  ${insert}`
}

/** The triggers that the sources' facts need: one function of each table that they read. */
export function turnTriggers(sources: readonly TurnSource[]): TurnTrigger[] {
  const reads = sources.flatMap(({ process, reads: own }) => own.map((read) => ({ ...read, process })))
  const byTable = [...Map.groupBy(reads, ({ table }) => table as string)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return byTable.map(([table, own]) => {
    const columns = own.some((read) => !read.columns) ? null : [...new Set(own.flatMap((read) => read.columns!))]
    return {
      table,
      body: `begin\n${own.map(insertOf).join('\n')}\n  return null;\nend`,
      when: columns && differ(columns.toSorted()),
    }
  })
}

/** The statements that make a table's trigger as it is declared, whether it has one or not; its comment says when. */
export const triggerStatements = ({ table, body, when }: TurnTrigger): string => `
create or replace function turns_follow_${table}() returns trigger language plpgsql as $$${body}$$;
comment on function turns_follow_${table}() is ${when === null ? 'null' : `'${when.replaceAll("'", "''")}'`};
create or replace trigger turns_follow_rows after insert or delete on ${table} for each row execute function turns_follow_${table}();
create or replace trigger turns_follow_changes after update on ${table} for each row${when === null ? '' : ` when (${when})`} execute function turns_follow_${table}();
`
