import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { Employee } from '../shapes.ts'

type Column = SheetColumn<Employee>
type Read<V> = (row: Employee) => V | null | undefined

const text = (key: string, header: string, value: Read<string>): Column => ({ key, header, kind: 'text', value })
const day = (key: string, header: string, value: Read<string>): Column => ({ key, header, kind: 'day', value })
const money = (key: string, header: string, euros: Read<number>): Column => ({
  key,
  header,
  kind: 'money',
  value: (row) => {
    const amount = euros(row)
    return amount === null || amount === undefined ? null : centsFromEuros(amount)
  },
})
const newest = (row: Employee) => row.orders?.[0]

/** The list of people as columns of a file. What a view leaves out for its reader is an empty cell. */
export function employeeColumns(texts: Texts, language: LanguageCode): Column[] {
  const t = (key: string) => texts.t(language, `employees:${key}`)
  const orderStatus = (row: Employee) => {
    const status = newest(row)?.orderStatus
    return status && t(`orderStatus.${status}`)
  }
  return [
    text('lastName', t('fields.lastName'), (row) => row.systemUser.lastName),
    text('firstName', t('fields.firstName'), (row) => row.systemUser.firstName),
    text('workEmail', t('fields.workEmail'), (row) => row.systemUser.workEmail),
    text('phone', t('fields.phone'), (row) => row.systemUser.phoneNumber),
    text('company', t('fields.company'), (row) => row.companyName),
    text('unit', t('fields.unit'), (row) => row.unitName),
    text('costUnit', t('fields.costUnit'), (row) => row.costUnit),
    text('employeeNumber', t('fields.employeeNumber'), (row) => row.employeeNumber),
    text('payRollOther', t('fields.payRollOther'), (row) => row.payRollOther),
    text('standing', t('columns.standing'), (row) =>
      t(`standing.${row.status === 'ACCEPTED' ? row.employment : row.status}`),
    ),
    day('trialEnd', t('fields.trialEnd'), (row) => row.jobTrialPeriodEndDate),
    day('lastDay', t('fields.lastDay'), (row) =>
      row.lastWorkingDayDate === NO_LAST_DAY ? null : row.lastWorkingDayDate,
    ),
    money('maxPrice', t('file.column.maxPrice'), (row) => row.effectiveMaxPrice),
    text('orderNumber', t('file.column.orderNumber'), (row) => newest(row)?.orderNumber),
    text('orderStatus', t('file.column.orderStatus'), orderStatus),
    money('total', t('file.column.total'), (row) => newest(row)?.totalAmount),
    day('created', t('file.column.created'), (row) => helsinkiDay(new Date(row.createdAt))),
  ]
}
