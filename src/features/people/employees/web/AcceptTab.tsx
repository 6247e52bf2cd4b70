import { useState } from 'react'
import { listName } from '#platform/values/names.ts'
import { type ApiError, call, useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { tableQuery } from '#platform/web/table/use-table.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import { DecidePanel } from './DecidePanel.tsx'
import { useDaysAgo } from './days-ago.ts'
import styles from './EmployerPage.module.css'
import { type CompanyChoice, unitOptions } from './employer-choices.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { NameCell, nameOf, Remarks } from './Remarks.tsx'
import { SetUnit } from './SetUnit.tsx'
import { useDecisions } from './use-decisions.ts'

interface Props {
  list: readonly CompanyChoice[]
  companyId: string
  oldestPendingAt: string | null
  pendingCount: number
  /** Shown in the empty state: the way to share the registration link. */
  share: React.ReactNode
}

interface Decisions {
  readonly list: readonly CompanyChoice[]
  readonly busy: boolean
  readonly accept: ReturnType<typeof useDecisions>['accept']
  /** Asks for the reason of a refusal, of one or of several. */
  readonly reject: (people: readonly Employee[], clear?: () => void) => void
}

function RowActions({ row, busy, accept, reject }: Omit<Decisions, 'list'> & { row: Employee }) {
  const t = useTexts('employees')
  return (
    <span className={styles.actions}>
      <Button
        size="sm"
        disabled={busy}
        aria-label={t('decide.accept', { name: nameOf(row) })}
        onClick={() => void accept([row])}
      >
        {t('decide.acceptShort')}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        disabled={busy}
        aria-label={t('decide.rejectName', { name: nameOf(row) })}
        onClick={() => reject([row])}
      >
        {t('decide.rejectShort')}
      </Button>
    </span>
  )
}

function useColumns(decisions: Decisions, isOneCompany: boolean): Column<Employee>[] {
  const t = useTexts('employees')
  const daysAgo = useDaysAgo()
  return [
    { key: 'name', sort: 'name', title: t('columns.employee'), cell: (row) => <NameCell employee={row} /> },
    {
      key: 'unit',
      title: t('columns.unit'),
      cell: (row) => (
        <>
          {row.unitName ?? t('columns.missing')}
          {row.costUnit && <small className="n">{row.costUnit}</small>}
          {!isOneCompany && <small>{row.companyName}</small>}
        </>
      ),
    },
    {
      key: 'since',
      title: t('columns.since'),
      sort: 'createdAt',
      cell: (row) => (
        <>
          <Instant at={row.createdAt} dayOnly />
          <small>{daysAgo(row.createdAt)}</small>
        </>
      ),
    },
    { key: 'remarks', title: t('columns.remarks'), cell: (row) => <Remarks employee={row} /> },
    {
      key: 'acts',
      title: t('columns.acts'),
      align: 'right',
      cell: (row) => <RowActions row={row} {...decisions} />,
    },
  ]
}

/** What can be done with several chosen applications. */
function ChosenActions({
  rows,
  clear,
  list,
  busy,
  accept,
  reject,
}: Decisions & { rows: readonly Employee[]; clear: () => void }) {
  const t = useTexts('employees')
  return (
    <>
      <SetUnit people={rows} list={list} />
      <Button size="sm" disabled={busy} onClick={() => reject(rows, clear)}>
        {t('decide.rejectEllipsis')}
      </Button>
      <Button size="sm" data-act="light" loading={busy} onClick={() => void accept(rows).then(clear)}>
        {t('decide.acceptMany', { count: rows.length })}
      </Button>
    </>
  )
}

async function asStoredNow(person: Employee): Promise<Employee> {
  const { employee } = await call(employees.details, { params: { id: person.beneficiaryEmployeeId } })
  return { ...person, version: employee.version }
}

/** Those whose refusal waits for its reason; the choice in the table is cleared once they are refused. */
function useRejection(rejectAll: ReturnType<typeof useDecisions>['reject']) {
  const [rejected, setRejected] = useState<readonly Employee[]>([])
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [clearChosen, setClearChosen] = useState<() => void>(() => () => {})
  const reject = (people: readonly Employee[], clear: () => void = () => {}) => {
    setClearChosen(() => clear)
    setRejected(people)
  }
  const close = () => {
    setRejected([])
    setFailure(null)
  }
  const confirm = async (reason: string) => {
    setFailure(null)
    const failed = await rejectAll(rejected, reason)
    if (failed) {
      setRejected(failed.left)
      setFailure(failed.error)
    } else {
      close()
      clearChosen()
    }
  }
  /** They are refused as they stand now, once somebody has read that they were changed meanwhile. */
  const reload = async () => {
    setRejected(await Promise.all(rejected.map(asStoredNow)))
    setFailure(null)
  }
  const dialog = { people: rejected, failure, close, reload: () => void reload() }
  return { reject, confirm, dialog }
}

/** Where the applications that wait are read, the oldest first. */
const waitingIn = (companyId: string) => ({
  query: { companyId: companyId || undefined, status: 'PENDING' as const },
  paging: { page: 'page', limit: 'pageSize', size: 10 },
  firstSort: { by: 'createdAt', descending: false },
})

/**
 * Asks for the applications before the page that shows them stands, so that they do not wait for what stands over them;
 * those that an address narrows are left to the page.
 * @param companyId whose the page will show, as far as the address and the role say it; the empty text for all
 */
export function useWaitingEarly(companyId: string, isDue: boolean): void {
  const [at] = useAddressState()
  const isNarrowed = Boolean(at.q ?? at.unitId)
  useApi(employees.optimizedList, { query: tableQuery(waitingIn(companyId), at), enabled: isDue && !isNarrowed })
}

/** The applications that wait, with the one in hand beside them. */
export function AcceptTab({ list, companyId, oldestPendingAt, pendingCount, share }: Props) {
  const t = useTexts('employees')
  const daysAgo = useDaysAgo()
  const { accept, reject: rejectAll, busy } = useDecisions()
  const { reject, confirm, dialog } = useRejection(rejectAll)
  const decisions: Decisions = { list, busy, accept, reject }
  const columns = useColumns(decisions, list.length <= 1 || companyId !== '')
  return (
    <>
      <DataTable
        from={employees.optimizedList}
        label={t('tabs.accept')}
        {...waitingIn(companyId)}
        rowKey={(row) => row.beneficiaryEmployeeId}
        columns={columns}
        search={{ name: 'search', hint: t('search') }}
        filters={[{ name: 'unitId', label: t('fields.unit'), options: unitOptions(list, companyId) }]}
        controls={
          oldestPendingAt && (
            <span className={`sm t2 ${styles.waiting}`}>
              {t('waiting', { count: pendingCount, oldest: daysAgo(oldestPendingAt) })}
            </span>
          )
        }
        panel={{
          byId: true,
          title: ({ systemUser }) => listName(systemUser),
          content: (row, closePanel) => (
            <DecidePanel
              key={row.beneficiaryEmployeeId}
              row={row}
              list={list}
              close={closePanel}
              reject={() => reject([row])}
            />
          ),
        }}
        selection={{
          labelOf: (row) => t('decide.choose', { name: nameOf(row) }),
          text: t('decide.bulkText'),
          actions: (rows, clear) => <ChosenActions rows={rows} clear={clear} {...decisions} />,
        }}
        empty={{ text: t('empty.accept'), drawing: 'kypara', act: share }}
      />
      {dialog.people.length > 0 && <RejectDialog {...dialog} busy={busy} reject={(reason) => void confirm(reason)} />}
    </>
  )
}
