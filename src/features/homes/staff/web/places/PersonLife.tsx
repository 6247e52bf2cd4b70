import type { SystemUser } from '#features/operations/accounts/contract.ts'
import { ActHistory } from '#features/operations/event-log/web/ActHistory.tsx'
import type { places } from '#features/operations/places/contract.ts'
import { PlacePart } from '#features/operations/places/web/PlacePart.tsx'
import styles from '#features/operations/places/web/Places.module.css'
import { WaitingList } from '#features/operations/places/web/WaitingList.tsx'
import { UserPanel } from '#features/operations/roles/web/UserPanel.tsx'
import { SituationNote } from '#features/story/lease-story/web/SituationNote.tsx'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { listName } from '#platform/values/names.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

type Place = ReplyOf<typeof places.person>

/** So many running leases say what goes on with them. */
const STORIES_MAX = 3

/** What waits around a person, their bicycles and money, what has happened, and their account. */
export function PersonLife({ user, place }: { user: SystemUser; place: Place }) {
  const t = useTexts('places')
  const may = useMay()
  const running = place.parts.flatMap(({ part, lines }) =>
    part === 'LEASES' ? lines.filter(({ state }) => state === 'ACTIVE') : [],
  )
  const of = { name: listName(user) }
  return (
    <div className={styles.place}>
      <div className={styles.column}>
        {running.slice(0, STORIES_MAX).map(({ id }) => (
          <OptionalBoundary key={id}>
            <SituationNote leasingAgreementId={id} />
          </OptionalBoundary>
        ))}
        <WaitingList waiting={place.waiting} total={place.waitingTotal} />
        {place.parts
          .filter(({ lines }) => lines.length > 0)
          .map((view) => (
            <PlacePart key={view.part} view={view} of={of} at={{ kind: 'person', id: user.userId }} />
          ))}
        {may('event-log:read') && (
          <section className={styles.part} aria-labelledby="place-events">
            <h2 id="place-events">{t('events')}</h2>
            <ActHistory of={{ userId: user.userId }} />
          </section>
        )}
      </div>
      <div className={styles.column}>
        {place.employments.map((one) => (
          <Employment key={one.beneficiaryEmployeeId} employment={one} />
        ))}
        <section className={`card ${styles.part}`} aria-labelledby="place-account">
          <h2 id="place-account">{t('person.account')}</h2>
          <UserPanel user={user} />
        </section>
      </div>
    </div>
  )
}

function Employment({ employment }: { employment: Place['employments'][number] }) {
  const t = useTexts('places')
  const { companyId, companyName, beneficiaryEmployeeId } = employment
  const id = `employment-${beneficiaryEmployeeId}`
  return (
    <section className={`card ${styles.part}`} aria-labelledby={id}>
      <h2 id={id}>
        <Link to={pages.adminCompany} params={{ companyId }}>
          {companyName}
        </Link>
      </h2>
      <Facts
        rows={[
          [t('employment.status'), t(`people.${employment.status}`)],
          [t('employment.unit'), employment.unit],
          [t('employment.number'), employment.employeeNumber],
          [t('employment.costUnit'), employment.costUnit],
          [t('employment.maxPrice'), employment.maxPrice !== null && <Money key="max" euros={employment.maxPrice} />],
          [t('employment.lastDay'), employment.lastWorkingDay && <Day key="last" day={employment.lastWorkingDay} />],
        ]}
      />
      <p className="sm">
        <Link to={pages.admin} search={{ open: beneficiaryEmployeeId }}>
          {t('employment.open')}
        </Link>
      </p>
    </section>
  )
}
