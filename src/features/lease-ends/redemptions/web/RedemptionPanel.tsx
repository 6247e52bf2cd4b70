import { deductionPlan, firstDeductionMonth } from '#features/money/payroll-deductions/rules.ts'
import { pages } from '#platform/contract/pages.ts'
import { formatDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { Awaited } from '#platform/web/parts/Awaited.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money, useEuros } from '#platform/web/table/Amounts.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionView, readsOfRedemptions, redemptions } from '../contract.ts'
import { beforePaid } from '../rules/steps.ts'
import { BatchSelected } from './BatchSelected.tsx'
import { RedemptionState } from './RedemptionState.tsx'
import { RedemptionSteps } from './RedemptionSteps.tsx'

/** One redemption: its figures, documents and the steps that are the viewer's. */
export function RedemptionPanel({ id, close }: { id: string; close: () => void }) {
  const found = useApi(redemptions.get, { params: { id } })
  return <Loaded from={found}>{(redemption) => <Whole redemption={redemption} close={close} />}</Loaded>
}

function Whole({ redemption: r, close }: { redemption: RedemptionView; close: () => void }) {
  const t = useTexts('redemptions')
  const may = useMay()
  const remove = useApiAction(redemptions.remove, {
    refresh: readsOfRedemptions,
    onSuccess: () => {
      close()
      showDone(t('toasts.deleted'))
    },
  })
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('columns.state'), <RedemptionState key="s" step={r.step} />],
          [t('columns.awaited'), r.waitingFor.map((who) => t(`awaited.${who}`)).join(', ')],
          [t('columns.agreement'), r.agreementNumber],
          [t('start.reason'), t(`reasons.${r.reason}`)],
          [t('panel.end'), r.endsOn && <Day key="e" day={r.endsOn} />],
          [t('columns.method'), r.paymentMethod && t(`methods.${r.paymentMethod}`)],
          [t('panel.way'), <Way key="w" redemption={r} />],
          [t('columns.price'), r.price !== null && <Money key="p" euros={r.price} />],
          [t('panel.fee'), Boolean(r.fee) && <Money key="f" euros={r.fee} />],
          [t('panel.fairValue'), r.fairValue !== null && <Money key="v" euros={r.fairValue} />],
          [t('panel.taxable'), r.taxableDifference !== null && <Money key="t" euros={r.taxableDifference} />],
          [t('panel.validUntil'), r.step === 'OFFERED' && <Day key="u" day={r.offerValidUntil} />],
          [t('panel.ownPrice'), r.ownPriceReason],
          [t('panel.invoice'), r.invoice?.number],
          [t('panel.due'), r.invoice && <Day key="d" day={r.invoice.dueDay} />],
          [t('panel.open'), r.invoice && <Money key="o" euros={r.invoice.open} />],
        ]}
      />
      <Awaited subjectId={r.id} version={r.version} />
      <RedemptionSteps redemption={r} />
      <Batch redemption={r} close={close} />
      {r.hasTransferDocument && (
        <p>
          <a href={fileUrl(redemptions.transferDocument, { id: r.id })}>{t('panel.document')}</a>
        </p>
      )}
      <Offers redemption={r} />
      {may('redemption:delete') && beforePaid.some((step) => step === r.step) && (
        <Removal
          ask={t('acts.remove')}
          title={t('acts.remove')}
          text={t('panel.cancelText')}
          remove={() => remove.mutateAsync({ params: { id: r.id }, query: { version: r.version } })}
        />
      )}
    </div>
  )
}

/** Who pays what, by when and in how many parts. */
function Way({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  const { paymentMethod: method, total, payrollMonths } = r
  if (method === null || total === null || r.status === 'CANCELLED') return null
  const count = payrollMonths ?? 1
  const plan = deductionPlan(centsFromEuros(total), count, firstDeductionMonth(serviceDay()))
  const values = {
    total: euros(total),
    due: formatDay(r.invoice?.dueDay ?? r.wouldBeDue),
    part: euros(eurosFromCents(present(plan[0]).askedCents)),
  }
  if (r.buyer === 'EMPLOYER') return t('panel.ways.BOUGHT', values)
  return method === 'PAYROLL' ? t('panel.ways.PAYROLL', { ...values, count }) : t(`panel.ways.${method}`, values)
}

/** A redemption that its employer pays with others: its bill is made here too, where the task leads. */
function Batch({ redemption: r, close }: { redemption: RedemptionView; close: () => void }) {
  const t = useTexts('redemptions')
  const may = useMay()
  if (r.step !== 'ACCEPTED' || r.paymentMethod !== 'BATCH' || !may('redemption-payment:write')) return null
  if (r.redemptionPaymentId !== null)
    return (
      <p>
        <Link to={pages.adminRedemptionPayments} search={{ open: r.redemptionPaymentId }}>
          {t('batch.toSend')}
        </Link>
      </p>
    )
  return (
    <div className="stack-sm">
      <p className="sm t2">{t('batch.alone')}</p>
      <BatchSelected rows={[r]} clear={close} />
    </div>
  )
}

function Offers({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const may = useMay()
  const upload = useApiAction(redemptions.upload, {
    refresh: [redemptions.get],
    onSuccess: () => showDone(t('toasts.uploaded')),
  })
  const mayUpload = may('redemption:manage') && r.status === 'PENDING'
  if (!mayUpload && r.redemptionOffers.length === 0) return null
  return (
    <section className="stack-md">
      <h3>{t('panel.offers')}</h3>
      <ul>
        {r.redemptionOffers.map((offer) => (
          <li key={offer.redemptionOfferId}>
            <a href={fileUrl(redemptions.offerFile, { id: r.id, offerId: offer.redemptionOfferId })}>
              {offer.fileName}
            </a>
          </li>
        ))}
      </ul>
      {mayUpload && (
        <FileButton
          accept="application/pdf"
          onChange={(file) =>
            file && upload.mutate({ query: { bikeRedemptionId: r.id, fileName: file.name }, body: file })
          }
        >
          {(props) => (
            <Button {...props} loading={upload.isPending}>
              {t('panel.upload')}
            </Button>
          )}
        </FileButton>
      )}
    </section>
  )
}
