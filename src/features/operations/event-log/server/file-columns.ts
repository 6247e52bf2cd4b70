import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import type { eventRows } from './queries.ts'

type Row = Awaited<ReturnType<typeof eventRows>>[number]

/** Events as columns of a file; instants in UTC and the hash go along, so that a chain can be followed outside. */
export function eventColumns(texts: Texts, language: LanguageCode): SheetColumn<Row>[] {
  const t = (key: string) => texts.t(language, `event-log:${key}`)
  const text = (key: string, header: string, value: (row: Row) => string | null): SheetColumn<Row> => ({
    key,
    header: t(header),
    kind: 'text',
    value,
  })
  const changed = ({ changes }: Row) => changes.map(({ name, from, to }) => `${name}: ${from ?? '–'} → ${to ?? '–'}`)
  const known = ({ facts }: Row) => facts.map(({ name, value }) => `${name}: ${value}`)
  return [
    text('at', 'columns.at', (row) => row.at),
    text('what', 'columns.what', (row) => t(`types.${row.type}`)),
    text('type', 'panel.type', (row) => row.type),
    text('who', 'columns.who', (row) => row.actorName ?? t(`actors.${row.actor}`)),
    text('company', 'columns.company', (row) => row.companyName),
    text('order', 'columns.order', (row) => row.orderNumber),
    text('changes', 'panel.changes', (row) => changed(row).join('; ')),
    text('data', 'panel.data', (row) => known(row).join('; ')),
    text('subject', 'columns.subject', (row) => t(`subjects.${row.subjectType}`)),
    text('name', 'panel.name', (row) => row.subjectName),
    text('id', 'panel.id', (row) => row.subjectId),
    { key: 'position', header: t('panel.position'), kind: 'integer', value: (row) => row.position },
    text('hash', 'panel.hash', (row) => row.hash),
  ]
}
