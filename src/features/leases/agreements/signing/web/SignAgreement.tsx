import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { agreements } from '#features/leases/agreements/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { fileUrl, isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { NotFoundPage } from '#platform/web/message-pages/message-pages.tsx'
import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { DangerButton } from '#platform/web/parts/PrimaryButton.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AgreementFacts } from './AgreementFacts.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { EmployeeSign } from './EmployeeSign.tsx'
import { type Agreement, type Party, SignForm } from './SignForm.tsx'
import styles from './Signing.module.css'

/** Where a party comes from and goes back to. */
const homeOf = (party: Party, orderId: string) =>
  party === 'EMPLOYEE' ? pages.myBike : pageUrl('employerOrder', { orderId })

/** Reading an agreement and signing it for one side. */
export function SignAgreement({ party }: { party: Party }) {
  const { orderId = '' } = useParams()
  const found = useApi(orders.get, { params: { orderId } })
  if (isApiError(found.error, 'NOT_FOUND', 'VALIDATION')) return <NotFoundPage />
  return (
    <div className="wrap">
      <Loaded from={found}>{(order) => <Signable order={order} party={party} />}</Loaded>
    </div>
  )
}

function Signable({ order, party }: { order: OrderViewType; party: Party }) {
  const t = useTexts('signing')
  const { agreement, orderStatus } = order
  const signedAt = party === 'EMPLOYEE' ? agreement?.employeeSignedAt : agreement?.employerSignedAt
  if (agreement?.status === 'PENDING' && orderStatus === 'ALL_INFO_PROVIDED' && !signedAt)
    return <Whole order={order} agreement={agreement} party={party} />
  return (
    <>
      <PageHead title={t(signedAt ? 'closed.signed' : 'closed.title')} lead={t('closed.text')} />
      <Button component={Link} to={homeOf(party, order.orderId)}>
        {t('closed.back')}
      </Button>
    </>
  )
}

/** The agreement's facts, its document, and what a signature means. */
function Reading({ order, agreement }: { order: OrderViewType; agreement: Agreement }) {
  const t = useTexts('signing')
  return (
    <div className="stack-lg">
      <AgreementFacts order={order} agreement={agreement} />
      <Button
        component="a"
        href={fileUrl(agreements.document, { id: agreement.leasingAgreementId }, { inline: true })}
        target="_blank"
        rel="noreferrer"
        size="lg"
        leftSection={<IconFileText size={20} stroke={1.75} aria-hidden="true" />}
        className={styles.read ?? ''}
      >
        {t('read')}
        <span className="vh"> {t('newTab')}</span>
      </Button>
      <section>
        <h2>{t('means.title')}</h2>
        <ul className={styles.means}>
          {(['binding', 'both', 'sealed', 'decline'] as const).map((key) => (
            <li key={key}>{t(`means.${key}`, { lessor: agreement.leasingCompany })}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Whole({ order, agreement, party }: { order: OrderViewType; agreement: Agreement; party: Party }) {
  const t = useTexts('signing')
  const [declining, setDeclining] = useState(false)
  const home = homeOf(party, order.orderId)
  const person = `${order.employee.firstName} ${order.employee.lastName}`
  return (
    <>
      <PageHead
        above={<Link to={home}>{t('back')}</Link>}
        title={t(`title.${party}`, { person })}
        lead={t(`lead.${party}`, { person, company: order.companyName })}
        tabTitle={t('tab')}
      />
      <div className={styles.columns}>
        <Reading order={order} agreement={agreement} />
        <section className={`card ${styles.sign}`}>
          <Illustration name="allekirjoitus" width={120} />
          <h2>{t('form.title')}</h2>
          {agreement.documentSha256 ? (
            <SignPart agreement={agreement} party={party} done={() => navigate(home)} />
          ) : (
            <Note kind="warn">{t('form.notReady')}</Note>
          )}
          <div className={styles.decline}>
            <p className="sm t2">{t('decline.lead')}</p>
            <DangerButton onClick={() => setDeclining(true)}>{t('decline.open')}</DangerButton>
          </div>
        </section>
      </div>
      <DeclineDialog
        opened={declining}
        close={() => setDeclining(false)}
        agreement={agreement}
        party={party}
        done={() => navigate(home)}
      />
    </>
  )
}

/** The employee confirms with a code besides; the employer signs with the password alone. */
function SignPart(props: { agreement: Agreement; party: Party; done: () => void }) {
  const { party, ...rest } = props
  return party === 'EMPLOYEE' ? <EmployeeSign {...rest} /> : <SignForm {...rest} />
}
