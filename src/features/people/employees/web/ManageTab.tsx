import { orderStatuses } from '#features/orders/orders/rules.ts'
import { listName } from '#platform/values/names.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import { NO_ORDER } from '../no-order.ts'
import type { Employee } from '../shapes.ts'
import { EmployeePanel } from './EmployeePanel.tsx'
import { type CompanyChoice, unitOptions } from './employer-choices.ts'
import { OrderAndWait } from './OrderPill.tsx'
import { NameCell, nameOf } from './Remarks.tsx'
import { SetUnit } from './SetUnit.tsx'

/** Where a person stands with the employer. */
function PlaceInBenefit({ employee }: { employee: Employee }) {
  const t = useTexts('employees')
  if (employee.status === 'REJECTED') return <StatusPill holder="trouble">{t('standing.REJECTED')}</StatusPill>
  if (employee.status === 'PENDING') return <StatusPill holder="employer">{t('standing.PENDING')}</StatusPill>
  if (employee.status === 'INVITED') return <StatusPill holder="employee">{t('standing.INVITED')}</StatusPill>
  if (employee.status === 'ENDED') return <StatusPill holder="none">{t('standing.ENDED')}</StatusPill>
  // Nearly everybody is: a pill on every row would hide those that are something else.
  if (employee.employment === 'ACTIVE') return <>{t('standing.ACTIVE')}</>
  return <StatusPill holder="none">{t(`standing.${employee.employment}`)}</StatusPill>
}

interface Props {
  list: readonly CompanyChoice[]
  companyId: string
  costUnits: readonly string[]
  payRollOthers: readonly string[]
}

/** What the column of orders says; orders of the earlier site have come to an end long ago. */
const shownStatuses = [NO_ORDER, ...orderStatuses.filter((status) => status !== 'WIX')] as const

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

function useColumns(isOneCompany: boolean): Column<Employee>[] {
  const t = useTexts('employees')
  return [
    { key: 'name', sort: 'name', title: t('columns.employee'), cell: (row) => <NameCell employee={row} /> },
    { key: 'number', title: t('fields.employeeNumber'), cell: (row) => row.employeeNumber ?? '–', choice: true },
    {
      key: 'unit',
      title: t('columns.unit'),
      cell: (row) => (
        <>
          {row.unitName ?? '–'}
          {row.costUnit && <small className="n">{row.costUnit}</small>}
          {!isOneCompany && <small>{row.companyName}</small>}
        </>
      ),
    },
    { key: 'standing', title: t('columns.standing'), cell: (row) => <PlaceInBenefit employee={row} /> },
    {
      key: 'order',
      title: t('columns.order'),
      cell: (row) => (row.orders?.[0] ? <OrderAndWait order={row.orders[0]} /> : <span className="muted">–</span>),
    },
  ]
}

/** Everybody whom the employer has decided about, and who waits, with the filters of payroll. */
export function ManageTab({ list, companyId, costUnits, payRollOthers }: Props) {
  const t = useTexts('employees')
  const columns = useColumns(list.length <= 1 || companyId !== '')
  return (
    <DataTable
      from={employees.optimizedList}
      file={employees.listFile}
      label={t('tabs.manage')}
      query={{ companyId: companyId || undefined }}
      firstSort={{ by: 'name', descending: false }}
      paging={{ page: 'page', limit: 'pageSize', size: 10 }}
      rowKey={(row) => row.beneficiaryEmployeeId}
      columns={columns}
      search={{ name: 'search', hint: t('search') }}
      filters={[
        {
          name: 'status',
          label: t('columns.standing'),
          options: (['ACCEPTED', 'INVITED', 'PENDING', 'REJECTED', 'ENDED'] as const).map((value) => ({
            value,
            label: t(`standing.${value}`),
          })),
        },
        {
          name: 'orderStatus',
          label: t('columns.order'),
          options: shownStatuses.map((value) => ({ value, label: t(`orderStatus.${value}`) })),
        },
        { name: 'unitId', label: t('fields.unit'), options: unitOptions(list, companyId) },
        ...(costUnits.length > 0
          ? [{ name: 'costUnit', label: t('fields.costUnit'), options: asOptions(costUnits) }]
          : []),
        ...(payRollOthers.length > 0
          ? [{ name: 'payRollOther', label: t('fields.payRollOther'), options: asOptions(payRollOthers) }]
          : []),
      ]}
      selection={{
        labelOf: (row) => t('decide.choose', { name: nameOf(row) }),
        actions: (rows) => <SetUnit people={rows} list={list} />,
      }}
      panel={{
        byId: true,
        title: ({ systemUser }) => listName(systemUser),
        content: (row) => <EmployeePanel key={row.beneficiaryEmployeeId} row={row} list={list} />,
      }}
      empty={{ text: t('empty.manage'), drawing: 'pyora' }}
    />
  )
}
