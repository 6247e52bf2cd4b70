import { lazy } from 'react'
import { accounts, type SystemUser } from '#features/operations/accounts/contract.ts'
import { places } from '#features/operations/places/contract.ts'
import styles from '#features/operations/places/web/Places.module.css'
import { UserState } from '#features/operations/roles/web/UserState.tsx'
import { pages } from '#platform/contract/pages.ts'
import { listName } from '#platform/values/names.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { MailAddress } from '#platform/web/parts/Facts.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

const PersonLife = lazy(() => import('./PersonLife.tsx').then((m) => ({ default: m.PersonLife })))

/** A person with their whole life with the service: what waits, their bicycles, their money, what has happened. */
export function PersonPlace() {
  const t = useTexts('places')
  const { userId = '' } = useParams()
  const read = useApi(accounts.list, { query: { id: userId } })
  return (
    <Loaded
      from={read}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState drawing="luovutus">{t('person.missing')}</EmptyState>}
    >
      {({ items: [user] }) => <Person user={user!} />}
    </Loaded>
  )
}

function Person({ user }: { user: SystemUser }) {
  const t = useTexts('places')
  const read = useApi(places.person, { params: { userId: user.userId } })
  return (
    <>
      <PageHead
        above={<Link to={pages.adminUsers}>{t('person.list')}</Link>}
        title={listName(user)}
        lead={
          <span className={styles.contacts}>
            {user.companyId ? (
              <Link to={pages.adminCompany} params={{ companyId: user.companyId }}>
                {user.companyName}
              </Link>
            ) : (
              user.companyName
            )}
            {user.phoneNumber && <span className="n">{formatPhone(user.phoneNumber)}</span>}
            <span>
              <MailAddress address={user.workEmail} />
            </span>
          </span>
        }
        aside={<UserState user={user} />}
      />
      <Loaded from={read}>
        {(place) => (
          <LaterPart>
            <PersonLife user={user} place={place} />
          </LaterPart>
        )}
      </Loaded>
    </>
  )
}
