import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { formatDay } from '#platform/values/days.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CancellationState } from './CancellationState.tsx'
import { CaseActs } from './CaseActs.tsx'
import { CaseFiles } from './CaseFiles.tsx'
import { CaseLine } from './CaseLine.tsx'

export type Case = ReplyOf<typeof orderCancellations.get>

/** One cancellation: what is open, its lines by payer, its files, and what may be done with it. */
export function CancellationCase({ id }: { id: string }) {
  const read = useApi(orderCancellations.get, { params: { id } })
  return <Loaded from={read}>{(one) => <CaseWork one={one} linked />}</Loaded>
}

/** The work on a cancellation that has been read; `linked` with the way to its order. */
export function CaseWork({ one, linked = false }: { one: Case; linked?: boolean }) {
  const t = useTexts('order-cancellations')
  const id = one.orderCancellationId
  return (
    <div className="stack-md">
      <p>
        <CancellationState status={one.status} />
      </p>
      <OpenItems one={one} />
      <CaseFacts one={one} />
      <CasePayments one={one} />
      <section className="stack-sm">
        <h3>{t('case.lines')}</h3>
        {one.lines.length === 0 ? (
          <p className="t2">{t('case.noLines')}</p>
        ) : (
          <ul className="stack-sm">
            {one.lines.map((line) => (
              <li key={line.lineId}>
                <CaseLine one={one} line={line} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <CaseFiles one={one} />
      <CaseActs one={one} />
      {one.hasSettlement && (
        <p>
          <a href={fileUrl(orderCancellations.settlement, { id })}>{t('case.settlement')}</a>
        </p>
      )}
      {linked && (
        <p>
          <Link to={pages.adminOrder} params={{ orderId: one.orderId }}>
            {t('case.openOrder', { order: one.orderNumber })}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What stands between the case and its completion, each with what it concerns. */
function OpenItems({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  if (one.openItems.length === 0) return null
  const about = (item: Case['openItems'][number]) => {
    const line = one.lines.find(({ lineId }) => lineId === item.lineId)
    if (line) return t(line.isEmployer ? 'payer.EMPLOYER' : `payer.${line.payerType}`)
    return one.credits.find(({ invoiceId }) => invoiceId === item.invoiceId)?.number ?? ''
  }
  return (
    <Note kind="warn">
      <p>{t('case.open')}</p>
      <ul>
        {one.openItems.map((item) => (
          <li key={`${item.item} ${item.lineId ?? item.invoiceId ?? ''}`}>
            {t(`openItem.${item.item}`, { what: about(item) })}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** What of the store's invoices waits for the bank, is with it, or was taken out when the case was opened. */
function CasePayments({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  if (one.payments.length === 0) return null
  return (
    <section className="stack-sm">
      <h3>{t('payments.title')}</h3>
      <ul className="stack-sm">
        {one.payments.map(({ invoiceId, number, amount, state }) => (
          <li key={`${invoiceId} ${state} ${amount}`}>
            {number} · <Money euros={amount} /> <span className="t2">{t(`payments.state.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CaseFacts({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  return (
    <Facts
      rows={[
        [t('columns.reason'), t(`reasonCode.${one.reasonCode}`)],
        [t('case.words'), one.reason],
        [t('columns.bike'), one.bike],
        [t('case.bikeAt'), t(`bikeAt.${one.bikeAt ?? 'NONE'}`)],
        [t('case.leaseEnds'), one.leaseEndsOn && <Day key="l" day={one.leaseEndsOn} />],
        [
          t('case.consent'),
          one.lessorConsent && (
            <span key="c">
              {one.lessorConsent.reference}, <Day day={one.lessorConsent.day} />
            </span>
          ),
        ],
        [
          t('case.storeWord'),
          one.storeWord &&
            [
              t('case.storePaid', { day: formatDay(one.storeWord.paidDay) }),
              one.storeWord.creditNumber,
              one.storeWord.reference,
            ]
              .filter(Boolean)
              .join(', '),
        ],
        [t('case.askedAt'), one.storeAskedAt && <Instant key="a" at={one.storeAskedAt} dayOnly />],
        [t('columns.toUs'), <Money key="t" euros={one.toUs} />],
        [t('columns.fromUs'), <Money key="f" euros={one.fromUs} />],
        [t('columns.opened'), <Instant key="o" at={one.openedAt} dayOnly />],
        [t('case.note'), one.note],
      ]}
    />
  )
}
