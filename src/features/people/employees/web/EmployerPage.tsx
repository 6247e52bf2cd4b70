import type { ReactNode } from 'react'
import { type Answer, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useOnlyCompany } from '#platform/web/api/only-company.ts'
import { rolesOf, useUser } from '#platform/web/api/user.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import { AcceptTab, useWaitingEarly } from './AcceptTab.tsx'
import { AddTab } from './AddTab.tsx'
import styles from './EmployerPage.module.css'
import { useOwnCompanies } from './employer-choices.ts'
import { JoinLink } from './JoinLink.tsx'
import { ManageTab } from './ManageTab.tsx'

const tabs = ['add', 'accept', 'manage'] as const
type TabName = (typeof tabs)[number]

interface Props {
  tasks?: ReactNode
  ways?: ReactNode
  today?: ReactNode
  isReady?: boolean
}

/**
 * /tyonantaja: who waits for a decision, who is on board, and adding people.
 * @param tasks what stands over the applications; they wait for it with `isReady`, so that nothing moves
 * @param ways where else the head leads
 * @param today what the employer does now, as one line below the heading
 */
export function EmployerPage({ tasks, ways, today, isReady = true }: Props) {
  const { from, list } = useOwnCompanies()
  const [at] = useAddressState()
  const only = useOnlyCompany()
  // The heading says how many wait, so the counts come with the companies and nothing moves when they are known.
  const counts = useApi(employees.overview, { query: only ? { companyId: only } : {}, enabled: !at.companyId })
  // Counts that have failed are not waited for: asking again, as the list below does, would take the list away.
  const isAccepting = tabIn(at) === 'accept'
  const isDue = (isAccepting && !isReady) || (!at.companyId && !counts.isFetched)
  useWaitingEarly(only ?? at.companyId ?? '', isAccepting && (isDue || !from.data))
  return (
    <div className="wrap">
      <Loaded from={isDue ? { ...from, data: undefined } : from}>
        {() => <People list={list} tasks={tasks} ways={ways} today={today} />}
      </Loaded>
    </div>
  )
}

type OwnCompanies = ReturnType<typeof useOwnCompanies>['list']

/** What the open tab is about; how many wait stands over the decisions alone. */
function useTitle(tab: TabName, pending: number | undefined) {
  const t = useTexts('employees')
  if (tab === 'add') return t('title.add')
  if (tab === 'manage') return t('title.tab')
  if (pending === undefined) return t('title.loading')
  if (pending === 0) return t('title.none')
  const word = pending <= 10 ? t(`number.${pending}`) : String(pending)
  return t('title.waiting', { count: pending, word })
}

/** The company of the address; a link to one that is not one's own any more shows all of them instead of nothing. */
function companyIn(list: OwnCompanies, wanted: string | undefined): string {
  if (list.length === 1) return list[0]!.companyId
  return list.some((one) => one.companyId === wanted) ? (wanted ?? '') : ''
}

/** What the address forgets when another company or tab is opened. */
const leave = {
  page: null,
  open: null,
  sort: null,
  q: null,
  unitId: null,
  costUnit: null,
  payRollOther: null,
  status: null,
}

interface TabProps {
  list: OwnCompanies
  companyId: string
  counts: Answer<typeof employees.overview> | undefined
  link: ReactNode
}

const tabIn = (at: Record<string, string>): TabName => tabs.find((name) => name === at.tab) ?? 'accept'

function PeopleTabs({ list, companyId, counts, link }: TabProps) {
  const t = useTexts('employees')
  const [at, setAt] = useAddressState()
  const tab = tabIn(at)
  const all = (counts?.pendingCount ?? 0) + (counts?.decidedCount ?? 0)
  return (
    <Tabs value={tab} onChange={(next) => setAt({ ...leave, tab: next === 'accept' ? null : next })}>
      <TabList aria-label={t('title.tab')}>
        <Tab value="add">{t('tabs.add')}</Tab>
        <Tab value="accept" rightSection={counts && <span className={`n ${styles.count}`}>{counts.pendingCount}</span>}>
          {t('tabs.accept')}
        </Tab>
        <Tab value="manage" rightSection={counts && <span className={`n ${styles.count}`}>{all}</span>}>
          {t('tabs.manage')}
        </Tab>
      </TabList>
      <TabPanel value="add" className={styles.panel ?? ''}>
        <AddTab list={list} companyId={companyId} />
      </TabPanel>
      <TabPanel value="accept" className={styles.panel ?? ''}>
        <AcceptTab
          list={list}
          companyId={companyId}
          oldestPendingAt={counts?.oldestPendingAt ?? null}
          pendingCount={counts?.pendingCount ?? 0}
          share={link}
        />
      </TabPanel>
      <TabPanel value="manage" className={styles.panel ?? ''}>
        <ManageTab
          list={list}
          companyId={companyId}
          costUnits={counts?.costUnits ?? []}
          payRollOthers={counts?.payRollOthers ?? []}
        />
      </TabPanel>
    </Tabs>
  )
}

function People({ list, tasks, ways, today }: Omit<Props, 'isReady'> & { list: OwnCompanies }) {
  const t = useTexts('employees')
  const user = useUser()
  const [at, setAt] = useAddressState()
  const companyId = companyIn(list, at.companyId)
  const company = list.find((one) => one.companyId === companyId)
  const overview = useApi(employees.overview, { query: companyId ? { companyId } : {} })
  const counts = overview.data
  const title = useTitle(tabIn(at), counts?.pendingCount)
  const mayGroup = user !== null && rolesOf(user).has('EMPLOYER_GROUP_ADMIN')
  const link = <JoinLink list={list} company={company} mayGroup={mayGroup} />
  return (
    <>
      <PageHead
        title={title}
        tabTitle={t('title.tab')}
        above={company?.companyName ?? t('title.allCompanies')}
        lead={tabIn(at) === 'accept' && today}
        aside={
          <div className={`row ${styles.ways}`}>
            {ways}
            {link}
          </div>
        }
      />
      {tabIn(at) === 'accept' && tasks}
      {list.length > 1 && (
        <NativeSelect
          className={styles.company ?? ''}
          label={t('fields.company')}
          value={companyId}
          onChange={(event) => setAt({ ...leave, companyId: event.currentTarget.value })}
          data={[
            { value: '', label: t('fields.allCompanies') },
            ...list.map((one) => ({ value: one.companyId, label: one.companyName })),
          ]}
        />
      )}
      <PeopleTabs list={list} companyId={companyId} counts={counts} link={link} />
    </>
  )
}
