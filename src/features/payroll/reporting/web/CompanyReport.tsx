import type { ReactNode } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { PayrollMonthView } from '#features/payroll/reporting/shapes.ts'
import type { LanguageCode, ReplyOf } from '#platform/contract/contract.ts'
import { formatMonth } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTurn } from '#platform/web/shell/in-turn.ts'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { Charts } from './Charts.tsx'
import styles from './CompanyReport.module.css'
import { GroupMonth } from './GroupMonth.tsx'
import { LockCard } from './LockCard.tsx'
import { LockedCard } from './LockedCard.tsx'
import { MonthHistory } from './MonthHistory.tsx'
import { MonthSwitch } from './MonthSwitch.tsx'
import { monthName } from './month-name.ts'
import { PayrollTable, ROWS_OF_PAGE } from './PayrollTable.tsx'
import { Totals } from './Totals.tsx'

export type Sheet = ReplyOf<typeof reporting.rows>

interface Props {
  company: { companyId: string; groupCompanyId: string | null; shownMonth?: string | null }
  /** The switch to another company. */
  choice: ReactNode
  hasGroup: boolean
  beside?: BesideMonth | undefined
}

/** What other features say of a company's month. */
export type BesideMonth = (of: { companyId: string; month: string }) => ReactNode

/** The month's sheet with the first page of its table, which asks for the same: a month is counted at each read. */
function useSheet(companyId: string, month: string | null, isDue = true) {
  return useApi(reporting.rows, {
    params: { companyId, month: month ?? '-' },
    query: { page: 1, limit: ROWS_OF_PAGE, onlyChanges: false },
    keepPrevious: true,
    enabled: isDue && month !== null,
  })
}

/** One company's months: which one waits, what is in it, what has been. */
export function CompanyReport({ company, choice, hasGroup, beside }: Props) {
  const [address] = useAddressState()
  const months = useApi(reporting.months, { query: { companyId: company.companyId } })
  // Beside the months rather than after them, where it is known which one they will show.
  useSheet(company.companyId, address.month ?? company.shownMonth ?? null, months.isPending)
  return (
    <Loaded from={months}>
      {({ items }) => {
        const shown =
          items.find(({ month }) => month === address.month) ?? items.find((month) => month.mayBeLocked) ?? items[0]
        return shown ? (
          <ReportOfMonth
            company={company}
            months={items}
            shown={shown}
            choice={choice}
            hasGroup={hasGroup}
            beside={beside}
          />
        ) : null
      }}
    </Loaded>
  )
}

/** What stands below the first screen is drawn after it. */
function InTurn({ children }: { children: ReactNode }) {
  return useTurn() && children
}

interface Head {
  shown: PayrollMonthView
  months: readonly PayrollMonthView[]
  /** The reader locks months; others are told what happens without being asked to do it. */
  mayLock: boolean
}

function headOf({ shown, months, mayLock }: Head, t: Texts, language: LanguageCode) {
  const month = monthName(shown.month, language, { capital: true })
  if (shown.state === 'LOCKED') return { title: t('page.locked', { month }), lead: t('page.leadLocked') }
  if (shown.mayBeLocked)
    return {
      title: t('page.open', { month }),
      lead: t(mayLock ? 'page.leadOpen' : 'page.leadOpenReader'),
    }
  const open = months.find((one) => one.mayBeLocked)
  if (!open) return { title: t('page.empty'), lead: t('page.leadEmpty') }
  const first = monthName(open.month, language, { capital: !mayLock })
  return {
    title: t('page.later', { month }),
    lead: t(mayLock ? 'page.leadLater' : 'page.leadLaterReader', { month: first }),
  }
}

/** A link may name a month that the report does not have, or not yet: says so, and which month stands below. */
function OtherMonth({ months, shown }: { months: readonly PayrollMonthView[]; shown: string }) {
  const t = useTexts('reporting')
  const [{ month: asked = '' }] = useAddressState()
  if (asked === shown || !/^\d{4}-(0[1-9]|1[0-2])$/.test(asked)) return null
  const isToCome = asked > (months[0]?.month ?? shown)
  const named = { asked: formatMonth(asked), shown: formatMonth(shown) }
  return <Note>{t(isToCome ? 'page.notBegun' : 'page.noMonth', named)}</Note>
}

function ReportOfMonth({
  company,
  months,
  shown,
  choice,
  hasGroup,
  beside,
}: Props & { months: readonly PayrollMonthView[]; shown: PayrollMonthView }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const sheet = useSheet(company.companyId, shown.month)
  const name = sheet.data?.company.companyName
  const mayLock = useMay()('payroll-report:lock')
  // Everything else stands below or beside what the month's sheet brings, and would move when it comes.
  if (sheet.isPending) return <Spinner />
  return (
    <div className={styles.report}>
      <PageHead
        {...headOf({ shown, months, mayLock }, t, language)}
        above={name}
        tabTitle={t('page.tab')}
        aside={
          <div className={styles.switches}>
            {choice}
            <MonthSwitch months={months} shown={shown.month} />
          </div>
        }
      />
      <OtherMonth months={months} shown={shown.month} />
      <Loaded from={sheet}>
        {(reply) => (
          <>
            {reply.payrollMonth.state === 'LOCKED' ? <LockedCard sheet={reply} /> : <LockCard sheet={reply} />}
            <Totals month={reply.payrollMonth} />
            {beside?.({ companyId: company.companyId, month: shown.month })}
            <InTurn>
              <PayrollTable companyId={company.companyId} month={reply.payrollMonth} />
            </InTurn>
          </>
        )}
      </Loaded>
      <InTurn>
        {hasGroup && company.groupCompanyId && (
          <GroupMonth groupCompanyId={company.groupCompanyId} month={shown.month} />
        )}
        <Charts companyId={company.companyId} months={months} />
        <MonthHistory months={months} />
      </InTurn>
    </div>
  )
}
