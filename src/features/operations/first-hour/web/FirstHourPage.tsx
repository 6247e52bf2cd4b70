import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { firstHour } from '#features/operations/first-hour/contract.ts'
import type { CheckState, FirstHourCheck, StillNaming } from '#features/operations/first-hour/rules.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { type Answer, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './FirstHour.module.css'
import { TestMail } from './TestMail.tsx'

type View = Answer<typeof firstHour.get>
type Check = View['checks'][number]

const icons = { DONE: IconCheck, ADVICE: IconInfoCircle, MISSING: IconAlertTriangle } as const

/** Where each thing is seen to; what the environment sets has no page. */
const mends: Partial<Record<FirstHourCheck, string>> = {
  LESSOR: pages.adminLessors,
  LESSOR_AUTHORITY: pages.adminLessors,
  BILLING_TABLE: pages.adminBillingTables,
  TERMS: pages.adminTerms,
  TAX: pages.adminTaxTables,
  STORE: pages.adminStores,
  SMS: pages.adminOutbox,
  COMPANY: pages.adminCompanies,
}

/** Where it is seen to that the owner is named; the seal's file has no page. */
const namingMends: Readonly<Record<StillNaming, string | null>> = {
  TERMS: pages.adminTerms,
  LESSOR: pages.adminLessors,
  SEAL: null,
}

/** From the first admin to the first order: what the service has and lacks, each with its page. */
export function FirstHourPage() {
  const t = useTexts('first-hour')
  const from = useApi(firstHour.get, {})
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Loaded from={from}>{(view) => <Checklist view={view} />}</Loaded>
    </>
  )
}

const withState = ({ checks }: View, wanted: CheckState) => checks.filter(({ state }) => state === wanted)

function Checklist({ view }: { view: View }) {
  const t = useTexts('first-hour')
  const isAll = view.missing === 0
  const open = [...withState(view, 'MISSING'), ...withState(view, 'ADVICE')]
  const done = withState(view, 'DONE')
  return (
    <div className="stack-lg">
      <Note kind={isAll ? 'ok' : 'warn'}>
        <b>{isAll ? t('all') : t('missing', { count: view.missing })}</b>
        {isAll && <p className="sm">{t('allLead')}</p>}
      </Note>
      {isAll ? (
        <details>
          <summary>{t('folded', { done: done.length, all: view.checks.length })}</summary>
          <Items checks={view.checks} view={view} />
        </details>
      ) : (
        <>
          <Items checks={open} view={view} />
          <details open>
            <summary>{t('done', { done: done.length, all: view.checks.length })}</summary>
            <Items checks={done} view={view} />
          </details>
        </>
      )}
    </div>
  )
}

function Items({ checks, view }: { checks: readonly Check[]; view: View }) {
  const t = useTexts('first-hour')
  return (
    <ul className={styles.checks}>
      {checks.map((one) => {
        const Icon = icons[one.state]
        return (
          <li key={one.check} className={styles[one.state]}>
            <Icon size={20} stroke={1.75} aria-label={t(`states.${one.state}`)} />
            <div>
              <h2>{t(`checks.${one.check}`)}</h2>
              <Says one={one} />
            </div>
            <div className={styles.act}>
              {one.check === 'TEST_MAIL' ? <TestMail view={view} /> : <Mend one={one} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** How a thing stands, in one sentence. */
function Says({ one: { check, state, about, day, count, still } }: { one: Check }) {
  const t = useTexts('first-hour')
  const language = useLanguage()
  const values = { about: about ?? '', count: count ?? 0, day: day ? formatDayIn(day, language) : '' }
  if (still.length > 0) return <Still about={about ?? ''} still={still} />
  const lacks = check === 'COMPANY' && state === 'MISSING' && about !== null && count !== null
  return <p className="sm t2">{lacks ? t('companyLacks', { about, count }) : t(`says.${check}.${state}`, values)}</p>
}

/** What names another company than the owner, each with its page. */
function Still({ about, still }: { about: string; still: readonly StillNaming[] }) {
  const t = useTexts('first-hour')
  return (
    <>
      <p className="sm t2">{t('still.lead', { about })}</p>
      <ul className="sm t2">
        {still.map((one) => {
          const to = namingMends[one]
          return <li key={one}>{to ? <Link to={to}>{t(`still.${one}`)}</Link> : t(`still.${one}`)}</li>
        })}
      </ul>
    </>
  )
}

function Mend({ one: { check, about, state, companyId } }: { one: Check }) {
  const t = useTexts('first-hour')
  const to = mends[check]
  if (!to) return null
  if (check === 'COMPANY' && state === 'MISSING' && about === null)
    return (
      <Button size="sm" component={Link} to={pages.adminAddCompany}>
        {t('mend.addCompany')}
      </Button>
    )
  if (companyId)
    return (
      <Button size="sm" component={Link} to={pageUrl('adminCompany', { companyId })}>
        {t('mend.company')}
      </Button>
    )
  return (
    <Button size="sm" component={Link} to={to}>
      {t(`mend.${check}`)}
    </Button>
  )
}
