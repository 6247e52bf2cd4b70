import { type ReactNode, useState } from 'react'
import type { reporting } from '#features/payroll/reporting/contract.ts'
import type { monthsFrom, shiftMonth } from '#features/payroll/reporting/rules/months.ts'
import type { GroupLine } from '#features/payroll/reporting/shapes.ts'
import { fillPath, pages } from '#platform/contract/pages.ts'
import { formatMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { call, isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { navigate } from '#platform/web/router/history.ts'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import type { GroupLock } from './GroupLock.tsx'
import type { isReady } from './group-lock.ts'
import type { LockCell } from './LockCell.tsx'

/** So many months stand beside each other, and so many can be chosen. */
const SHOWN = 6
const CHOICES = 18
/** So many companies are judged by one press. */
const AT_ONCE = 100

interface Asked {
  readonly lines: readonly GroupLine[]
  readonly isMore: boolean
}

/** The parts of the group's table, which the page of a company has: handed on, so that this one comes as one more file. */
export interface TableParts {
  readonly everyCompany: typeof reporting.everyCompany
  readonly LockCell: typeof LockCell
  readonly GroupLock: typeof GroupLock
  readonly isReady: typeof isReady
  readonly shiftMonth: typeof shiftMonth
  readonly monthsFrom: typeof monthsFrom
}

const addressOf = (companyId: string, month: string) => fillPath(pages.adminReporting, {}, { companyId, month })

const columnsOf = (t: Texts, shown: readonly string[], act: (line: GroupLine) => ReactNode) => {
  const columns: Column<GroupLine>[] = [
    { key: 'company', sort: 'companyName', title: t('company'), cell: ({ companyName }) => companyName },
    {
      key: 'businessId',

      title: t('every.businessId'),
      cell: ({ businessId }) => <span className="n">{businessId}</span>,
      inName: true,
    },
    ...shown.map(
      (month, at): Column<GroupLine> => ({
        key: month,
        title: formatMonth(month),
        cell: ({ months }) => t(`group.mark.${months[at]!.state}`),
        choice: at < shown.length - 3,
      }),
    ),
    { key: 'rows', title: t('history.rows'), cell: ({ rowCount }) => rowCount, align: 'right' },
    {
      key: 'taxValue',
      title: t('column.taxValue'),
      cell: ({ totals }) => <Money euros={totals.taxValue} />,
      align: 'right',
      choice: true,
    },
    {
      key: 'act',
      title: t('group.act'),
      cell: act,
    },
  ]
  return columns
}

/** The month of the address, or the newest that is over. */
function useMonth({ shiftMonth, monthsFrom }: TableParts) {
  const [address, setAddress] = useAddressState()
  const current = monthOf(helsinkiDay(serviceNow()))
  const newest = shiftMonth(current, -1)
  const month = address.month && /^\d{4}-(0[1-9]|1[0-2])$/.test(address.month) ? address.month : newest
  const choices = monthsFrom(shiftMonth(current, 1 - CHOICES), current).toReversed()
  return {
    month,
    choices: choices.includes(month) ? choices : [month, ...choices],
    choose: (chosen: string) => setAddress({ month: chosen, page: null }),
  }
}

/** What is asked about before it is locked: one company’s month, or every month that is ready. */
function useAsking({ everyCompany, isReady }: TableParts, month: string) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const t = useTexts('reporting')
  const askAll = async () => {
    setIsBusy(true)
    try {
      const reply = await call(everyCompany, { params: { month }, query: { waiting: true, limit: AT_ONCE } })
      if (reply.items.some(isReady)) setAsked({ lines: reply.items, isMore: reply.hasNext })
      else showDone(t('every.nothing'), { text: t('every.nothingText') })
    } catch (error) {
      if (!isApiError(error)) throw error
      showFailure(t('every.lockAll'), textOfError(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { asked, setAsked, isBusy, askAll }
}

const filtersOf = (t: Texts) => [
  {
    name: 'waiting',
    label: t('every.waiting'),
    options: [
      { value: 'true', label: t('every.isWaiting') },
      { value: 'false', label: t('every.isNot') },
    ],
  },
]

/** Every company with its months, what each waits for, and one press that locks what is ready after saying what. */
export function EveryCompany({ parts }: { parts: TableParts }) {
  const t = useTexts('reporting')
  const { everyCompany, LockCell, GroupLock, shiftMonth, monthsFrom } = parts
  const { month, choices, choose } = useMonth(parts)
  const mayLock = useMay()('payroll-report:lock')
  const { asked, setAsked, isBusy, askAll } = useAsking(parts, month)
  const shown = monthsFrom(shiftMonth(month, 1 - SHOWN), month)
  return (
    <>
      <DataTable
        from={everyCompany}
        params={{ month }}
        label={t('every.title')}
        density="dense"
        search={{ name: 'search', hint: t('every.search') }}
        filters={filtersOf(t)}
        moreFilters={
          <NativeSelect
            aria-label={t('month')}
            value={month}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={choices.map((value) => ({ value, label: formatMonth(value) }))}
          />
        }
        rowKey={({ companyId }) => companyId}
        href={({ companyId }) => addressOf(companyId, month)}
        columns={columnsOf(t, shown, (line) => (
          <LockCell
            line={line}
            mayLock={mayLock}
            open={(of) => navigate(addressOf(line.companyId, of))}
            lock={() => setAsked({ lines: [line], isMore: false })}
          />
        ))}
        controls={
          mayLock && (
            <PrimaryButton loading={isBusy} onClick={() => void askAll()}>
              {t('every.lockAll')}
            </PrimaryButton>
          )
        }
        empty={{ text: t('every.empty') }}
      />
      {asked && (
        <GroupLock
          lines={asked.lines}
          month={month}
          close={() => setAsked(null)}
          {...(asked.isMore ? { note: t('every.more') } : {})}
        />
      )}
    </>
  )
}
