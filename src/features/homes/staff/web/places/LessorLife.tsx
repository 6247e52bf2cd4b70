import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { places } from '#features/operations/places/contract.ts'
import styles from '#features/operations/places/web/Places.module.css'
import type { LeasingCompany } from '#features/pricing/leasing/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Facts, MailAddress } from '#platform/web/parts/Facts.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Figure, Figures, OpenMoney } from './Figures.tsx'
import { LifeParts } from './LifeParts.tsx'

type Place = ReplyOf<typeof places.lessor>

/** What a lessor has at stake, what is open, what it is asked, its leases and files, and its authority. */
export function LessorLife({ lessor, place }: { lessor: LeasingCompany; place: Place }) {
  const t = useTexts('places')
  const { leasingCompanyId } = lessor
  return (
    <div className={styles.place}>
      <div className={styles.column}>
        <Figures>
          {place.exposure && <Exposure exposure={place.exposure} />}
          {place.money && <OpenMoney money={place.money} />}
        </Figures>
        <LifeParts
          parts={place.parts}
          of={{ leasingCompanyId }}
          at={{ kind: 'lessor', id: leasingCompanyId }}
          registerId={leasingCompanyId}
        />
      </div>
      <div className={styles.column}>
        <Authority lessor={lessor} isAuthorised={place.isAuthorised} />
        <section className={`card ${styles.part}`} aria-labelledby="place-facts">
          <h2 id="place-facts">{t('lessor.facts')}</h2>
          <LessorFacts lessor={lessor} />
        </section>
      </div>
    </div>
  )
}

function Exposure({ exposure }: { exposure: NonNullable<Place['exposure']> }) {
  const t = useTexts('places')
  const { leases, monthly, instalments, residuals, total } = exposure
  return (
    <>
      <Figure name={t('figures.exposure')} value={<Money euros={total} />}>
        {t('figures.exposureHow')}
      </Figure>
      <Figure name={t('figures.leases')} value={leases}>
        <span>
          <Money euros={monthly} /> {t('figures.monthly')}
        </span>
      </Figure>
      <Figure name={t('figures.instalments')} value={<Money euros={instalments} />} />
      <Figure name={t('figures.residuals')} value={<Money euros={residuals} />} />
    </>
  )
}

function Authority({ lessor, isAuthorised }: { lessor: LeasingCompany; isAuthorised: boolean }) {
  const t = useTexts('places')
  const isRecorded = lessor.authorityReference !== null
  return (
    <section className={`card ${styles.part}`} aria-labelledby="place-authority">
      <h2 id="place-authority">{t('lessor.authority')}</h2>
      {isAuthorised ? (
        <p className={styles.held}>
          <IconCheck size={18} stroke={1.75} aria-hidden="true" />
          <span>{t(isRecorded ? 'lessor.hasAuthority' : 'lessor.notNeeded')}</span>
        </p>
      ) : (
        <>
          <p className={`${styles.held} ${styles.missing}`}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
            <b>{t('lessor.noAuthority')}</b>
          </p>
          <p className="sm t2">{t('lessor.authorityWhy')}</p>
        </>
      )}
      <Facts
        rows={[
          [t('lessor.reference'), lessor.authorityReference],
          [t('lessor.day'), lessor.authorityDay && <Day key="day" day={lessor.authorityDay} />],
        ]}
      />
    </section>
  )
}

function LessorFacts({ lessor }: { lessor: LeasingCompany }) {
  const t = useTexts('places')
  const town = [lessor.postalCode, lessor.city].filter(Boolean).join(' ')
  return (
    <Facts
      rows={[
        [t('lessor.businessId'), lessor.businessId],
        [t('lessor.invoiceEmail'), lessor.invoiceEmail && <MailAddress key="email" address={lessor.invoiceEmail} />],
        [t('lessor.eInvoice'), lessor.eInvoiceAddress],
        [t('lessor.address'), [lessor.streetAddress, town].filter(Boolean).join(', ')],
        [t('lessor.account'), lessor.iban],
        [t('lessor.newAccount'), lessor.pendingIban?.iban],
        [t('lessor.terms'), t('store.termDays', { count: lessor.paymentTermsDays })],
      ]}
    />
  )
}
