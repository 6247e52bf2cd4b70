import { pages } from '#platform/contract/pages.ts'
import { formatDay } from '#platform/values/days.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Timeline } from '#platform/web/figures/Timeline.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { formatMoment } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './PaymentFile.module.css'
import type { PaymentFile } from './PaymentFileView.tsx'

type Payment = PaymentFile['payments'][number]

/** One payment of a file with all that it rests on, and what has changed since it was approved. */
export function FilePayment({ payment }: { payment: Payment }) {
  const t = useTexts('banking')
  const words = useTexts('invoices')
  return (
    <article className={`card stack-sm ${styles.payment}`}>
      <div className={styles.head}>
        <h3>{payment.payee}</h3>
        <Money euros={payment.amount} />
      </div>
      {payment.problem && (
        <Note kind="danger">
          {t('release.problem', { reason: words(`payable.${payment.problem}`, { other: payment.otherNumber }) })}
        </Note>
      )}
      <PaymentFacts payment={payment} />
      <Changes payment={payment} />
    </article>
  )
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const t = useTexts('banking')
  const may = useMay()
  const source = useSource()
  const by = (name: string | null, at: string | null) =>
    at === null ? name : t('release.by', { name: name ?? t('release.service'), at: formatMoment(at) })
  return (
    <Facts
      rows={[
        [t('entry.iban'), payment.iban && inFours(payment.iban)],
        [t('release.source'), source(payment)],
        [
          t('order.invoice'),
          <Link key="invoice" to={pages.adminInvoices} search={{ open: payment.invoiceId }}>
            {payment.invoiceNumber ?? t(`order.kinds.${payment.kind}`)}
          </Link>,
        ],
        [t('order.kind'), payment.kind === 'REPAYMENT' && t('order.kinds.REPAYMENT')],
        [t('entry.reference'), payment.reference],
        [t('order.due'), <Day key="due" day={payment.dueDay} />],
        [t('release.order'), payment.orderId && <OrderOf payment={payment} isLink={may('order:process')} />],
        [t('release.match'), payment.matchedAt && by(payment.matchedBy, payment.matchedAt)],
        [t('release.difference'), Boolean(payment.difference) && <Difference payment={payment} />],
        [t('release.early'), payment.earlyReason],
        [t(`release.approved.${payment.kind}`), by(payment.approvedBy, payment.approvedAt)],
      ]}
    />
  )
}

function OrderOf({ payment, isLink }: { payment: Payment; isLink: boolean }) {
  const desk = useTexts('desk')
  const status = payment.orderStatus && desk(`status.${payment.orderStatus}`)
  return (
    <>
      {isLink ? (
        <Link to={pages.adminOrder} params={{ orderId: present(payment.orderId) }}>
          {payment.orderNumber}
        </Link>
      ) : (
        payment.orderNumber
      )}
      <span>, {status}</span>
    </>
  )
}

const Difference = ({ payment }: { payment: Payment }) => (
  <>
    <Money euros={present(payment.difference)} />
    {payment.differenceReason && <span>: {payment.differenceReason}</span>}
  </>
)

/** Where the account comes from, in one or two sentences. */
function useSource() {
  const t = useTexts('banking')
  const language = useLanguage()
  const dayOf = (at: string | null) => (at ? formatMoment(at) : '')
  const ofMovement = ({ movement }: Payment['account']) =>
    movement
      ? t(movement.takenBy ? 'release.from.movementBy' : 'release.from.movement', {
          payer: movement.payer ?? '–',
          amount: formatEuros(centsFromEuros(movement.amount), language),
          day: formatDay(movement.bookedDay),
          by: movement.takenBy,
          confirmed: movement.confirmedBy ?? '–',
        })
      : t('order.accounts.PAYING_ACCOUNT')
  return ({ account }: Payment): string => {
    const values = { named: account.namedBy ?? '–', confirmed: account.confirmedBy, at: dayOf(account.confirmedAt) }
    if (account.from === 'PAYING_ACCOUNT') return ofMovement(account)
    if (account.from === 'INVOICE') return t(`release.from.${account.confirmedBy ? 'staff' : 'invoice'}`, values)
    const approved = account.approvedBy ? ` ${t('release.from.approved', { name: account.approvedBy })}` : ''
    if (account.from === 'STAFF') return t('release.from.staff', values)
    if (account.from === 'LINK') return t('release.from.link', values) + approved
    if (account.confirmedBy) return t('release.from.register', values)
    return t(account.confirmedAt ? 'release.from.registerAlone' : 'release.from.registerUnknown', values)
  }
}

/** What has happened since the yes on which the payment rests. */
function Changes({ payment }: { payment: Payment }) {
  const t = useTexts('banking')
  const events = useTexts('event-log')
  const desk = useTexts('desk')
  const { changes } = payment
  if (changes.length === 0) return <p className="sm t2">{t('release.unchanged')}</p>
  const sentence = (change: Payment['changes'][number]) => {
    const who = change.actorName ?? events(`actors.${change.actor}`)
    const what = change.to
      ? desk('historyMoved', { status: desk(`status.${change.to}`) })
      : change.type === 'PROCESS_STEP'
        ? t('release.cancellation')
        : events(`types.${change.type}`)
    return `${who}: ${what}${change.reason ? ` (${change.reason})` : ''}`
  }
  return (
    <section className="stack-sm">
      <h4>{t('release.changes')}</h4>
      {payment.account.isNewer && <Note kind="warn">{t('release.newer')}</Note>}
      <Timeline events={changes.map((change) => ({ key: change.eventId, at: change.at, text: sentence(change) }))} />
    </section>
  )
}
