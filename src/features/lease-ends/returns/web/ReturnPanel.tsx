import { formatMonth } from '#platform/values/days.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Awaited } from '#platform/web/parts/Awaited.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ReturnView, returns } from '../contract.ts'
import { ReturnState } from './ReturnState.tsx'
import { ReturnSteps } from './ReturnSteps.tsx'

/** One return: its figures, photos and the steps that are the viewer's. */
export function ReturnPanel({ id }: { id: string }) {
  const found = useApi(returns.get, { params: { id } })
  return <Loaded from={found}>{(one) => <Whole one={one} />}</Loaded>
}

function Whole({ one: r }: { one: ReturnView }) {
  const t = useTexts('returns')
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('columns.state'), <ReturnState key="s" step={r.step} />],
          [t('columns.awaited'), r.waitingFor.map((who) => t(`awaited.${who}`)).join(', ')],
          [t('columns.agreement'), r.agreementNumber],
          [t('panel.reason'), t(`reasons.${r.reason}`)],
          [t('panel.end'), formatMonth(r.endMonth)],
          [t('panel.fee'), <Money key="f" euros={r.fee} />],
          [t('panel.transport'), <Money key="t" euros={r.transport} />],
          [t('panel.total'), <Money key="a" euros={r.total} />],
          [t('panel.payer'), r.payer && t(`payers.${r.payer}`)],
          [t('panel.store'), [r.storeName, r.storeCity].filter(Boolean).join(', ')],
          [t('panel.received'), r.receivedDay && <Day key="r" day={r.receivedDay} />],
          [t('panel.note'), r.receivedNote],
          [t('panel.bikeAt'), r.bikeAt && t(`panel.places.${r.bikeAt}`)],
          [
            t('panel.objectionUntil'),
            (r.damages.length > 0 || r.isFeeOnOthersWord) && <Day key="o" day={r.objectionUntil} />,
          ],
          [t('panel.objection'), r.objection],
          [t('panel.objectionAnswer'), r.objectionAnswer],
          [t('panel.closed'), r.closedReason],
        ]}
      />
      {r.step === 'APPROVED' && r.isFromEmployer && <AtEmployer one={r} />}
      <Awaited subjectId={r.id} version={r.version} />
      <ReturnSteps one={r} />
      <Damages one={r} />
      <Photos one={r} />
      {r.hasReceipt && (
        <p>
          <a href={fileUrl(returns.receipt, { id: r.id })}>{t('panel.receipt')}</a>
        </p>
      )}
    </div>
  )
}

/** What the employer does that has the bicycle. */
function AtEmployer({ one: r }: { one: ReturnView }) {
  const t = useTexts('returns')
  const text = r.storeName === null ? 'atEmployerNoStore' : r.reason === 'TERM_OVER' ? 'atEmployerOver' : 'atEmployer'
  const store = [r.storeName, r.storeCity].filter(Boolean).join(', ')
  return <p>{t(`panel.${text}`, { store, month: formatMonth(r.endMonth) })}</p>
}

/** What was found broken, a line each. */
export function Damages({ one: r }: { one: ReturnView }) {
  const t = useTexts('returns')
  if (r.damages.length === 0) return null
  return (
    <section className="stack-sm">
      <h3>{t('panel.damages')}</h3>
      <ul>
        {r.damages.map(({ description, amount }) => (
          <li key={`${description}${amount}`}>
            {description} <Money euros={amount} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the store's photos. */
export function Photos({ one: r }: { one: ReturnView }) {
  const t = useTexts('returns')
  if (r.photos.length === 0) return null
  return (
    <section className="stack-sm">
      <h3>{t('panel.photos')}</h3>
      <ul>
        {r.photos.map(({ returnPhotoId }, index) => (
          <li key={returnPhotoId}>
            <a href={fileUrl(returns.photo, { id: r.id, returnPhotoId })}>{t('panel.photo', { number: index + 1 })}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
