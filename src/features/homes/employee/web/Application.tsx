import { lazy, type ReactNode } from 'react'
import styles from '#features/orders/orders/web/Orders.module.css'
import { StartOrder } from '#features/orders/orders/web/OwnActions.tsx'
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import './also-old.ts'
import { LaterMessages } from './LaterMessages.tsx'

const BeforeChoice = lazy(() => import('./BeforeChoice.tsx').then((m) => ({ default: m.BeforeChoice })))

interface Props {
  employment: OwnEmployment
  show: (orderId: string) => void
  switcher: ReactNode
  /** A bicycle that others pass on is shown first: an order of one's own is the lesser act. */
  hasOffer: boolean
}

/** Where the application stands, as the page's head says it. */
function ApplicationHead({
  employment,
  show,
  state,
  title,
  hasOffer,
}: Omit<Props, 'switcher'> & { state: OwnEmployment['status'] | 'ENDED'; title: string }) {
  const t = useTexts('orders')
  const { companyName } = employment
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.pill}>
          <StatusPill holder={state === 'PENDING' ? 'employer' : state === 'ACCEPTED' ? 'employee' : 'none'}>
            {t(`application.${state}.pill`)}
          </StatusPill>
        </p>
        <h1>{title}</h1>
        <p className={`lead ${styles.lead}`}>{t(`application.${state}.lead`, { company: companyName })}</p>
        {state === 'ACCEPTED' && (
          <div className={styles.actions}>
            <StartOrder plain={hasOffer} isFirst employeeId={employment.beneficiaryEmployeeId} opened={show} />
          </div>
        )}
        {state === 'PENDING' && (
          <p className="sm t2" style={{ marginTop: 'var(--s-4)' }}>
            {t('application.sent')} <Instant at={employment.createdAt} dayOnly />
          </p>
        )}
      </div>
      <div className={styles.dial}>
        <Illustration name="kypara" width={220} />
      </div>
    </div>
  )
}

/** An employment without an order: the application waits, was refused, or the order can begin. */
export function Application({ employment, show, switcher, hasOffer }: Props) {
  const t = useTexts('orders')
  const { status, companyName, rejectReason } = employment
  const state = status === 'ACCEPTED' && employment.employment === 'ENDED' ? 'ENDED' : status
  const title = t(`application.${state}.title`, { company: companyName })
  usePageTitle(title)
  return (
    <>
      <div className={styles.top}>
        <div className="wrap">
          {switcher}
          <ApplicationHead employment={employment} show={show} state={state} title={title} hasOffer={hasOffer} />
        </div>
      </div>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.column}>
          {state === 'REJECTED' && rejectReason && (
            <Note kind="warn">
              <p>
                <b>{t('application.reason')}</b> {rejectReason}
              </p>
            </Note>
          )}
          <section>
            <h2>{t('application.next')}</h2>
            <p className="t2" style={{ marginTop: 'var(--s-2)' }}>
              {t(`application.${state}.next`, { company: companyName })}
            </p>
          </section>
          {(state === 'PENDING' || state === 'ACCEPTED') && (
            <OptionalBoundary>
              <BeforeChoice employeeId={employment.beneficiaryEmployeeId} isWaiting={state === 'PENDING'} />
            </OptionalBoundary>
          )}
          <LaterMessages />
        </div>
        <div className={styles.column}>
          <Contact />
        </div>
      </div>
    </>
  )
}
