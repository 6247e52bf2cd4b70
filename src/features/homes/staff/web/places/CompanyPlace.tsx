import { lazy, useState } from 'react'
import { places } from '#features/operations/places/contract.ts'
import styles from '#features/operations/places/web/Places.module.css'
import type { CompanyTab } from '#features/people/companies/web/CompanyPanel.tsx'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { refreshReads, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const CompanyPanel = lazy(() =>
  import('#features/people/companies/web/CompanyPanel.tsx').then((m) => ({ default: m.CompanyPanel })),
)

const CompanyLife = lazy(() => import('./CompanyLife.tsx').then((m) => ({ default: m.CompanyLife })))

type Place = ReplyOf<typeof places.company>

/** A company with its whole life with the service: what it lacks, what waits, its people, bicycles, months and money. */
export function CompanyPlace() {
  const { companyId = '' } = useParams()
  const read = useApi(places.company, { params: { companyId } })
  return <Loaded from={read}>{(place) => <Company companyId={companyId} place={place} />}</Loaded>
}

function Company({ companyId, place }: { companyId: string; place: Place }) {
  const t = useTexts('places')
  const [tab, setTab] = useState<CompanyTab | null>(null)
  // The settings know no place: whatever was done in them, the place tells it once they are shut.
  const shut = () => {
    setTab(null)
    void refreshReads([places.company])
  }
  return (
    <>
      <PageHead
        above={<Link to={pages.adminCompanies}>{t('company.list')}</Link>}
        title={place.companyName}
        lead={
          <span className={styles.contacts}>
            <span className="n">{place.businessId}</span>
            {place.city && <span>{place.city}</span>}
            <span>{t('company.people', { count: place.people })}</span>
            <span>
              {t('company.since')} <Instant at={place.since} dayOnly />
            </span>
          </span>
        }
        aside={<Button onClick={() => setTab('facts')}>{t('company.edit')}</Button>}
      />
      <LaterPart>
        <CompanyLife companyId={companyId} place={place} mend={setTab} />
      </LaterPart>
      <Dialog opened={tab !== null} close={shut} title={place.companyName}>
        {tab && (
          <LaterPart>
            <CompanyPanel companyId={companyId} first={tab} close={() => navigate(pages.adminCompanies)} />
          </LaterPart>
        )}
      </Dialog>
    </>
  )
}
