import { useState } from 'react'
import { deductionPlan, firstDeductionMonth } from '#features/money/payroll-deductions/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay, formatMonth } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useBrand } from '#platform/web/shell/brand.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useEuros } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionView, readsOfRedemptions, redemptions } from '../contract.ts'
import { type RedemptionMethod, redemptionMethods } from '../rules.ts'
import styles from './OwnRedemption.module.css'

interface Props {
  leasingAgreementId: string
  bike: string
}

/** On one's own page: what the bike can be bought for, until when, and the one thing to do about it now. */
export function OwnRedemption({ leasingAgreementId, bike }: Props) {
  const t = useTexts('redemptions')
  const may = useMay()
  const list = useApi(redemptions.list, { query: { leasingAgreementId, limit: 1 }, enabled: may('redemption:read') })
  const latest = list.data?.items[0]
  if (!list.data) return null
  const isOpen = latest && (latest.status !== 'CANCELLED' || latest.step === 'WITHDRAWN')
  return (
    <section className="card stack-md" aria-labelledby="own-redemption">
      <h2 id="own-redemption">{t(isOpen ? 'own.titleUnderWay' : 'own.title')}</h2>
      {isOpen ? <Running id={latest.id} /> : <Quote leasingAgreementId={leasingAgreementId} bike={bike} />}
    </section>
  )
}

/** The price before anything is started. */
function Quote({ leasingAgreementId, bike }: Props) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  const [month, setMonth] = useState<string | undefined>()
  const [asking, setAsking] = useState(false)
  const found = useApi(redemptions.quote, {
    query: { leasingAgreementId, ...(month ? { endMonth: month } : {}) },
    keepPrevious: true,
  })
  const start = useApiAction(redemptions.create, {
    refresh: readsOfRedemptions,
    onSuccess: () => {
      setAsking(false)
      showDone(t('toasts.created'))
    },
    onError: () => setAsking(false),
  })
  const quote = found.data
  if (!quote) return null
  const total = euros(quote.total)
  return (
    <>
      <p className="lead">{t('own.lead', { total, bike, day: formatDay(quote.endsOn) })}</p>
      <NativeSelect
        label={t('own.month')}
        value={quote.endMonth}
        data={quote.months.map((one) => ({
          value: one.month,
          label: `${formatMonth(one.month)}: ${euros(one.price)}`,
        }))}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <Consequences quote={quote} />
      <PrimaryButton onClick={() => setAsking(true)}>{t('own.start')}</PrimaryButton>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('own.startTitle', { bike })}
        confirm={t('own.start')}
        cancel={t('own.keep')}
        busy={start.isPending}
        onConfirm={() => start.mutate({ body: { leasingAgreementId, endMonth: quote.endMonth, reason: 'OWN_WISH' } })}
      >
        <p>{t('own.startText', { total })}</p>
      </ConfirmDialog>
    </>
  )
}

function Consequences({ quote }: { quote: ReplyOf<typeof redemptions.quote> }) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  return (
    <>
      <p>{t('own.deadline', { day: formatDay(quote.offerValidUntil), due: formatDay(quote.dueDay) })}</p>
      <p className="sm t2">
        {t('own.left', { left: euros(quote.leftToPay), paid: euros(quote.paidSoFar) })} <Tax of={quote} />
      </p>
    </>
  )
}

type Taxed = Pick<RedemptionView, 'total' | 'fairValue' | 'taxableDifference' | 'mostTax'>

/** What of the price is taxed, what tax it may bring, and what buying costs with it. */
function Tax({ of: { total, fairValue, taxableDifference, mostTax } }: { of: Taxed }) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  if ((taxableDifference ?? 0) <= 0) return t('own.noTax')
  const values = { value: euros(fairValue), taxable: euros(taxableDifference) }
  if (mostTax === null || total === null) return t('own.taxUnknown', values)
  return t('own.tax', {
    ...values,
    range: `${euros(0)}–${euros(mostTax)}`,
    whole: `${euros(total)}–${euros(total + mostTax)}`,
  })
}

function Running({ id }: { id: string }) {
  const found = useApi(redemptions.get, { params: { id }, refetchIntervalMs: 30_000 })
  return found.data ? <Now redemption={found.data} /> : null
}

/** Where the redemption stands in words, with its one act. */
function Now({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  const may = (step: string) => r.allowedSteps.some((one) => one.step === step && one.allowed)
  const take = useApiAction(redemptions.update, {
    refresh: readsOfRedemptions,
    onSuccess: () => showDone(t('toasts.updated')),
  })
  const [asking, setAsking] = useState<'cancel' | 'withdraw' | null>(null)
  const step = (name: 'offer' | 'cancel' | 'withdraw') => {
    setAsking(null)
    take.mutate({ params: { id: r.id }, body: { step: name, version: r.version } })
  }
  return (
    <>
      <PresentStep redemption={r} isBusy={take.isPending} mayWithdraw={may('withdraw')} askAnew={() => step('offer')} />
      {r.hasTransferDocument && (
        <p>
          <a href={fileUrl(redemptions.transferDocument, { id: r.id })}>{t('panel.document')}</a>
        </p>
      )}
      {r.total !== null &&
        ['ACCEPTED', 'USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT', 'DONE', 'WITHDRAWN'].includes(r.step) && (
          <p>
            {t('panel.total')} <b className="fig">{euros(r.total)}</b>
          </p>
        )}
      {(['cancel', 'withdraw'] as const).filter(may).map((name) => (
        <div key={name}>
          <Button onClick={() => setAsking(name)}>{t(`acts.${name}`)}</Button>
        </div>
      ))}
      <ConfirmDialog
        opened={asking !== null}
        close={() => setAsking(null)}
        title={t(asking === 'withdraw' ? 'own.withdrawTitle' : 'panel.cancelTitle')}
        confirm={t(asking === 'withdraw' ? 'acts.withdraw' : 'acts.cancel')}
        cancel={t('own.keep')}
        busy={take.isPending}
        onConfirm={() => asking && step(asking)}
      >
        <p>{t(asking === 'withdraw' ? 'own.withdrawText' : 'panel.cancelText')}</p>
      </ConfirmDialog>
    </>
  )
}

interface PresentStepProps {
  redemption: RedemptionView
  isBusy: boolean
  mayWithdraw: boolean
  askAnew: () => void
}

function PresentStep({ redemption: r, isBusy, mayWithdraw, askAnew }: PresentStepProps) {
  const t = useTexts('redemptions')
  return (
    <>
      {r.step === 'STARTED' && (
        <>
          <p>{t('own.lapsed', { day: r.offerValidUntil ? formatDay(r.offerValidUntil) : '' })}</p>
          <PrimaryButton loading={isBusy} onClick={askAnew}>
            {t('acts.offer')}
          </PrimaryButton>
        </>
      )}
      {r.step === 'OFFERED' && <Accept redemption={r} />}
      {(r.step === 'ACCEPTED' || r.step === 'USER_PAYMENT_SENT') && <Paying redemption={r} />}
      {(r.step === 'USER_PAYMENT_PAID' || r.step === 'LESSOR_INVOICE_SENT') && <p>{t('own.paid')}</p>}
      {r.step === 'DONE' && (
        <p>{mayWithdraw ? t('own.done', { day: formatDay(r.withdrawUntil!) }) : t('own.doneClosed')}</p>
      )}
      {r.step === 'WITHDRAWN' && <p>{t('own.withdrawn')}</p>}
    </>
  )
}

/** The ways of paying beside each other: of each when, by whom and in how many parts. */
function Method({
  redemption: r,
  method,
  months,
  setMethod,
}: {
  redemption: RedemptionView
  method: RedemptionMethod
  months: number
  setMethod: (method: RedemptionMethod) => void
}) {
  const t = useTexts('redemptions')
  const methods = redemptionMethods.filter((value) => value !== 'PAYROLL' || r.payrollMonthsLeft > 0)
  return (
    <fieldset className={styles.ways}>
      <legend>{t('columns.method')}</legend>
      {methods.map((value) => (
        <label key={value} className={styles.way}>
          <input
            type="radio"
            name="redemption-method"
            checked={value === method}
            aria-describedby={`way-${value}`}
            onChange={() => setMethod(value)}
          />
          <span>
            <b>{t(`methods.${value}`)}</b>
            <WayOfPaying redemption={r} method={value} months={value === 'PAYROLL' ? months : 1} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The box that is ticked before accepting. */
const READ = 'redemption-read'

/** What a consumer has to know before accepting. */
function Information({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const { name } = useBrand()
  return (
    <Note>
      <p>
        <b>{t('own.informationTitle')}</b>
      </p>
      <p>{t('own.information', { lessor: r.leasingCompany, product: name })}</p>
    </Note>
  )
}

/** The offer with what a consumer has to know before accepting. */
function Accept({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const [method, setMethod] = useState<RedemptionMethod>(r.paymentMethod ?? 'INVOICE')
  const [months, setMonths] = useState('1')
  const [isRead, setRead] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const isPayroll = method === 'PAYROLL'
  const accept = useApiAction(redemptions.update, { refresh: readsOfRedemptions })
  const askToRead = () => {
    setMissing(true)
    document.getElementById(READ)?.focus()
  }
  const isOwn = r.allowedSteps.some(({ step }) => step === 'accept')
  if (!isOwn || r.buyer === 'EMPLOYER') return <p>{t('own.waitsEmployer')}</p>
  return (
    <>
      <Offered redemption={r} />
      <Method redemption={r} method={method} months={Number(months)} setMethod={setMethod} />
      {isPayroll && <PayrollMonths left={r.payrollMonthsLeft} months={months} setMonths={setMonths} />}
      <Information redemption={r} />
      <Checkbox
        id={READ}
        label={t('own.read')}
        checked={isRead}
        error={isMissing && !isRead ? t('fields.missing.tick') : undefined}
        onChange={(event) => setRead(event.currentTarget.checked)}
      />
      <PrimaryButton
        loading={accept.isPending}
        onClick={() => {
          if (!isRead) return askToRead()
          accept.mutate({
            params: { id: r.id },
            body: {
              step: 'accept',
              version: r.version,
              paymentMethod: method,
              hasReadInformation: true,
              ...(isPayroll ? { payrollMonths: Number(months) } : {}),
            },
          })
        }}
      >
        {t(method === 'INVOICE' || method === 'SVEA' ? 'own.accept' : 'acts.accept')}
      </PrimaryButton>
    </>
  )
}

/** Price, end, how long it stands and what of it is taxed. */
function Offered({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  return (
    <>
      <p className="lead">{t('own.offered', { total: euros(r.total), month: formatMonth(r.endMonth) })}</p>
      <p>
        {r.offerValidUntil && <span>{t('own.validUntil', { day: formatDay(r.offerValidUntil) })}</span>}{' '}
        <span>
          <Tax of={r} />
        </span>
      </p>
    </>
  )
}

/** From how many months' pay the employer keeps the price. */
function PayrollMonths({
  left,
  months,
  setMonths,
}: {
  left: number
  months: string
  setMonths: (months: string) => void
}) {
  const t = useTexts('redemptions')
  return (
    <NativeSelect
      label={t('own.payrollMonths')}
      value={months}
      data={Array.from({ length: left }, (_, index) => ({
        value: String(index + 1),
        label: t('own.monthsOfPay', { count: index + 1 }),
      }))}
      onChange={(event) => setMonths(event.currentTarget.value)}
    />
  )
}

/** When, by whom and in how many parts a way of paying is paid. */
function WayOfPaying({
  redemption: r,
  method,
  months,
}: {
  redemption: RedemptionView
  method: RedemptionMethod
  months: number
}) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  const [first] = deductionPlan(centsFromEuros(r.total ?? 0), months, firstDeductionMonth(serviceDay()))
  const values = {
    total: euros(r.total),
    due: formatDay(r.wouldBeDue),
    parts: months,
    part: euros(eurosFromCents(first!.askedCents)),
    first: formatMonth(first!.month),
  }
  return (
    <span id={`way-${method}`} className="sm t2">
      {t(`own.ways.${method}`, values)}
    </span>
  )
}

function Paying({ redemption: r }: { redemption: RedemptionView }) {
  const t = useTexts('redemptions')
  const euros = useEuros()
  const isMine = r.buyer === 'EMPLOYEE' && (r.paymentMethod === 'INVOICE' || r.paymentMethod === 'SVEA')
  const isMyRest = r.payrollMonths !== null && r.waitingFor.includes('EMPLOYEE')
  if (r.payrollMonths !== null && !isMyRest) return <p>{t('own.kept', { count: r.payrollMonths })}</p>
  if (!(isMine || isMyRest) || !r.invoice) return <p>{t('own.waitsEmployer')}</p>
  if (r.invoice.open <= 0) return <p>{t('own.paid')}</p>
  return (
    <>
      <p className="lead">{t('own.pay', { open: euros(r.invoice.open), due: formatDay(r.invoice.dueDay) })}</p>
      {r.invoice.payPath && (
        <PrimaryButton component="a" href={r.invoice.payPath}>
          {t('own.payNow')}
        </PrimaryButton>
      )}
    </>
  )
}
