import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { orderRows } from './list.ts'

type Row = Awaited<ReturnType<typeof orderRows>>[number]

interface Words {
  readonly texts: Texts
  readonly language: LanguageCode
  /** What the operator is called: orders may wait for it. */
  readonly us: string
}

/** The order desk's list as columns of a file. */
export function orderColumns({ texts, language, us }: Words): SheetColumn<Row>[] {
  const t = (key: string) => texts.t(language, `orders:${key}`)
  const header = (key: string) => ({ key, header: t(`file.column.${key}`) })
  const text = (key: string, value: (row: Row) => string | null): SheetColumn<Row> => ({
    ...header(key),
    kind: 'text',
    value,
  })
  const who = (one: Row['waitingFor'][number]) => (one === 'STAFF' ? us : t(`file.who.${one}`))
  return [
    text('orderNumber', (row) => row.orderNumber),
    text('employee', (row) => row.employeeName),
    text('company', (row) => row.companyName),
    text('status', (row) => texts.t(language, `desk:status.${row.orderStatus}`)),
    text('waitingFor', (row) => row.waitingFor.map(who).join(', ')),
    {
      ...header('waitingSince'),
      kind: 'day',
      value: (row) => (row.waitingFor.length > 0 ? helsinkiDay(new Date(row.waitingSince)) : null),
    },
    text('bike', (row) => row.bike),
    text('store', (row) => row.storeName),
    text('online', (row) => texts.t(language, row.isOnlineOrder ? 'platform:states.yes' : 'platform:states.no')),
    {
      ...header('total'),
      kind: 'money',
      value: (row) => (row.totalAmount === null ? null : centsFromEuros(row.totalAmount)),
    },
    { ...header('months'), kind: 'integer', value: (row) => row.leaseTimeMonths },
    { ...header('created'), kind: 'day', value: (row) => helsinkiDay(new Date(row.createdAt)) },
  ]
}
