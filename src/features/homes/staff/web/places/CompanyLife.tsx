import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { ActHistory } from '#features/operations/event-log/web/ActHistory.tsx'
import type { places } from '#features/operations/places/contract.ts'
import type { ReadinessCheck } from '#features/operations/places/readiness.ts'
import { PlacePart } from '#features/operations/places/web/PlacePart.tsx'
import styles from '#features/operations/places/web/Places.module.css'
import { WaitingList } from '#features/operations/places/web/WaitingList.tsx'
import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import { AcceptedTerms } from '#features/people/companies/employer-terms/web/AcceptedTerms.tsx'
import type { CompanyTab } from '#features/people/companies/web/CompanyPanel.tsx'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Facts, MailAddress } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { JoinMail } from './JoinMail.tsx'

type Place = ReplyOf<typeof places.company>

interface Props {
  readonly companyId: string
  readonly place: Place
  /** Opens the tab of the company's settings where something is seen to. */
  readonly mend: (tab: CompanyTab) => void
}

/** What a company lacks, what waits in it, its people, bicycles, months and money, and what has happened. */
export function CompanyLife({ companyId, place, mend }: Props) {
  const t = useTexts('places')
  const may = useMay()
  return (
    <div className={styles.place}>
      <div className={styles.column}>
        <Readiness readiness={place.readiness} mend={mend} />
        <WaitingList waiting={place.waiting} total={place.waitingTotal} companyId={companyId} />
        {place.parts
          .filter(({ lines }) => lines.length > 0)
          .map((view) => (
            <PlacePart key={view.part} view={view} of={{ companyId }} at={{ kind: 'company', id: companyId }} />
          ))}
        {may('event-log:read') && (
          <section className={styles.part} aria-labelledby="place-events">
            <h2 id="place-events">{t('events')}</h2>
            <ActHistory of={{ companyId }} />
          </section>
        )}
      </div>
      <div className={styles.column}>
        <Contract place={place} />
        <CompanyTerms companyId={companyId} />
        <section className={`card ${styles.part}`} aria-labelledby="place-link">
          <h2 id="place-link">{t('company.link')}</h2>
          <p className="sm t2">{t('company.linkLead')}</p>
          <div>
            <Button onClick={() => mend('links')}>{t('company.openLinks')}</Button>
          </div>
          <JoinMail companyId={companyId} place={place} />
        </section>
      </div>
    </div>
  )
}

/** Where each thing that a company lacks is seen to: in its own settings, or in a register of the service. */
const mends: Readonly<Record<ReadinessCheck, CompanyTab | { readonly to: string }>> = {
  ADMIN: 'people',
  SIGNER: 'people',
  LESSOR: 'facts',
  LESSOR_AUTHORITY: { to: pages.adminLessors },
  BILLING_TABLE: { to: pages.adminBillingTables },
  TERMS: { to: pages.adminTerms },
  POLICY: 'policy',
  PAYROLL_RECIPIENT: 'people',
  EMPLOYER_TERMS: { to: pages.adminTerms },
  JOIN_LINK: 'links',
}

type Words = (key: string) => string

/** What is missing, or who has been invited to it. */
const lackOf = (t: Words, check: ReadinessCheck, isInvited: boolean) =>
  isInvited && (check === 'ADMIN' || check === 'SIGNER') ? t(`invited.${check}`) : t(`lacks.${check}`)

/** What a company lacks before its first order, each with where it is seen to; once nothing is, one line says so. */
function Readiness({ readiness, mend }: { readiness: Place['readiness']; mend: (tab: CompanyTab) => void }) {
  const t = useTexts('places')
  const missing = readiness.filter(({ isDone }) => !isDone)
  const done = readiness.filter(({ isDone }) => isDone)
  return (
    <section className={`card ${styles.part}`} aria-labelledby="place-ready">
      <h2 id="place-ready">{missing.length === 0 ? t('ready.all') : t('ready.missing', { count: missing.length })}</h2>
      <ul className={styles.checks}>
        {missing.map(({ check, isInvited }) => {
          const where = mends[check]
          return (
            <li key={check} className={styles.missing}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
              <p>
                <b>{lackOf(t, check, isInvited)}</b>
                <br />
                <span className="sm t2">{t(`why.${check}`)}</span>
              </p>
              {typeof where === 'string' ? (
                <Button size="sm" onClick={() => mend(where)}>
                  {t(`mend.${check}`)}
                </Button>
              ) : (
                <Button size="sm" component={Link} to={where.to}>
                  {t(`mend.${check}`)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {done.length > 0 && (
        <details className="sm" open={missing.length > 0}>
          <summary>{t('ready.done', { done: done.length, all: readiness.length })}</summary>
          <ul className={styles.checks}>
            {done.map(({ check }) => (
              <li key={check}>
                <IconCheck size={18} stroke={1.75} aria-hidden="true" />
                <span>{t(`has.${check}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Which versions of the service's terms the company has accepted. */
function CompanyTerms({ companyId }: { companyId: string }) {
  const { data } = useApi(employerTerms.get, { params: { id: companyId } })
  return (
    data && (
      <div className={`card ${styles.part}`}>
        <AcceptedTerms companyId={companyId} view={data} />
      </div>
    )
  )
}

function Contract({ place }: { place: Place }) {
  const t = useTexts('places')
  return (
    <section className={`card ${styles.part}`} aria-labelledby="place-contract">
      <h2 id="place-contract">{t('company.facts')}</h2>
      <Facts
        rows={[
          [
            t('company.lessor'),
            place.lessorName && (
              <Link key="lessor" to={pageUrl('adminLessors')}>
                {place.lessorName}
              </Link>
            ),
          ],
          [t('company.group'), place.groupName],
          [t('company.contact'), place.contactName],
          [t('company.email'), place.contactEmail && <MailAddress key="email" address={place.contactEmail} />],
          [t('company.phone'), place.contactPhone && formatPhone(place.contactPhone)],
        ]}
      />
    </section>
  )
}
