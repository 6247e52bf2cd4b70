import { lazy } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { monthsFrom, shiftMonth } from '#features/payroll/reporting/rules/months.ts'
import { pages } from '#platform/contract/pages.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Picker, pickFrom } from '#platform/web/form/Picker.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Redirect } from '#platform/web/router/Redirect.tsx'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type BesideMonth, CompanyReport } from './CompanyReport.tsx'
import { GroupLock } from './GroupLock.tsx'
import { isReady } from './group-lock.ts'
import { LockCell } from './LockCell.tsx'

const EveryCompany = lazy(() => import('./EveryCompany.tsx').then((m) => ({ default: m.EveryCompany })))

const tableParts = { everyCompany: reporting.everyCompany, LockCell, GroupLock, isReady, shiftMonth, monthsFrom }

const pickCompany = pickFrom(
  reporting.companies,
  (reply) => reply.items.map(({ companyId, companyName }) => ({ value: companyId, label: companyName })),
  { search: 'search' },
)

/** The employer's payroll months: their own company's, or one of the group's. */
export function ReportingPage({ beside }: { beside?: BesideMonth }) {
  const t = useTexts('reporting')
  const [address, setAddress] = useAddressState()
  const isStaff = useMay()('admin:access')
  const companies = useApi(reporting.companies, { enabled: !isStaff })
  // The helpdesk reads reports in its own area; this page is the employer's.
  if (isStaff) return <Redirect to={pages.noRights} />
  return (
    <div className="wrap">
      <Loaded from={companies}>
        {({ items }) => {
          const company = items.find(({ companyId }) => companyId === address.companyId) ?? items[0]
          if (!company) return <NothingYet />
          const choice = items.length > 1 && (
            <NativeSelect
              aria-label={t('company')}
              value={company.companyId}
              onChange={({ currentTarget }) => setAddress({ companyId: currentTarget.value, event: null, page: null })}
              data={items.map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))}
            />
          )
          return (
            <CompanyReport
              key={company.companyId}
              company={company}
              choice={choice}
              hasGroup={items.length > 1}
              beside={beside}
            />
          )
        }}
      </Loaded>
    </div>
  )
}

function NothingYet() {
  const t = useTexts('reporting')
  return (
    <>
      <PageHead title={t('page.empty')} tabTitle={t('page.tab')} />
      <EmptyState drawing="allekirjoitus">{t('page.leadEmpty')}</EmptyState>
    </>
  )
}

/** The same for the helpdesk, which first says whose report it wants. */
export function AdminReportingPage({ beside }: { beside?: BesideMonth }) {
  const t = useTexts('reporting')
  const [address, setAddress] = useAddressState()
  const chosen = address.companyId ?? ''
  // The report asks the same; a link may name a company that is none, or is none any more.
  const months = useApi(reporting.months, { query: { companyId: chosen }, enabled: chosen !== '' })
  if (chosen === '' || isApiError(months.error, 'VALIDATION', 'NOT_FOUND')) {
    return (
      <>
        <PageHead title={t('page.tab')} lead={t('chooseCompany')} />
        <LaterPart>
          <EveryCompany parts={tableParts} />
        </LaterPart>
      </>
    )
  }
  const picker = (
    <Picker
      aria-label={t('company')}
      placeholder={t('company')}
      source={pickCompany}
      value={chosen}
      onChange={(companyId) => setAddress({ companyId: companyId || null, month: null, event: null, page: null })}
    />
  )
  return (
    <CompanyReport
      key={chosen}
      company={{ companyId: chosen, groupCompanyId: null }}
      choice={picker}
      hasGroup={false}
      beside={beside}
    />
  )
}
