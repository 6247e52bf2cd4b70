import { useEffect, useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { call, fileUrl, isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { BarCode } from '#platform/web/figures/BarCode.tsx'
import { QrCode } from '#platform/web/figures/QrCode.tsx'
import { GonePage } from '#platform/web/message-pages/GonePage.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { payments } from '../contract.ts'
import styles from './Pay.module.css'

type Bill = ReplyOf<typeof payments.page>

/** What the payment service has put into the address, read before the address is cleaned. */
function newsInAddress(): Record<string, string> | null {
  const query = Object.fromEntries(new URLSearchParams(window.location.search))
  return query['checkout-stamp'] ? query : null
}

/** /maksu/{token}: what is to be paid and every way to pay it, made for a phone. */
export function PayPage() {
  const t = useTexts('payments')
  const [news] = useState(newsInAddress)
  const token = useLinkToken('/maksu')
  const [isReported, setReported] = useState(news === null)
  const found = useApi(payments.page, { params: { token }, enabled: isToken(token) && isReported })
  useEffect(() => {
    if (!news) return
    call(payments.paytrailReturn, { query: news as never })
      .catch(() => undefined)
      .finally(() => setReported(true))
  }, [news])
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND'))
    return (
      <GonePage
        title={t('page.gone')}
        act={
          <PrimaryButton component={Link} to={pages.login}>
            {t('page.ownPage')}
          </PrimaryButton>
        }
      >
        {t('page.goneText')}
      </GonePage>
    )
  return <Loaded from={found}>{(bill) => <BillView bill={bill} token={token} hasFailed={hasFailed(news)} />}</Loaded>
}

const hasFailed = (news: Record<string, string> | null) => news?.['checkout-status'] === 'fail'

function BillView({ bill, token, hasFailed: failed }: { bill: Bill; token: string; hasFailed: boolean }) {
  const t = useTexts('payments')
  const title = t(`page.title.${bill.state}`, { number: bill.number })
  usePageTitle(title)
  return (
    <div className={styles.bill}>
      <p className="t2">{bill.payee}</p>
      <h1>{title}</h1>
      <p className={`fig ${styles.amount}`}>
        <Money euros={bill.amount} />
      </p>
      <p>{bill.description}</p>
      {bill.state === 'OPEN' && (
        <p>
          {t('page.due')} <Day day={bill.dueDay} />{' '}
          {bill.isOverdue && <StatusPill holder="trouble">{t('states.OVERDUE')}</StatusPill>}
        </p>
      )}
      <LateCost bill={bill} />
      {bill.state === 'PAID' && (
        <div role="status">
          <Note kind="ok">
            {t(bill.paidDay ? 'page.paidOn' : 'page.paid')} {bill.paidDay && <Day day={bill.paidDay} />}
          </Note>
        </div>
      )}
      {bill.state === 'PAID' && <Receipt bill={bill} />}
      {bill.isPending && <Note>{t('page.pending')}</Note>}
      {failed && bill.state === 'OPEN' && <Note kind="warn">{t('page.failed')}</Note>}
      <Begun bill={bill} />
      {bill.state === 'OPEN' && <HowToPay bill={bill} token={token} />}
      <p>
        <a href={fileUrl(payments.invoice, { token })}>{t('page.pdf', { number: bill.number })}</a>
      </p>
    </div>
  )
}

/** What lateness has cost so far, said before anybody bills it. */
function LateCost({ bill: { late } }: { bill: Bill }) {
  const t = useTexts('payments')
  const language = useLanguage()
  if (!late?.interest) return null
  const parts = late.parts.map(({ days, percent }) =>
    t('page.lateDays', { days, percent: formatPercent(percent, language) }),
  )
  return (
    <p className="t2">
      {t('page.late')} <Money euros={late.interest} /> ({parts.join(', ')}). {t('page.lateApart')}
    </p>
  )
}

/** What a person keeps of a paid bill, to be printed. */
function Receipt({ bill }: { bill: Bill }) {
  const t = useTexts('payments')
  return (
    <>
      <Facts
        rows={[
          [t('page.payee'), bill.payee],
          [t('columns.number'), bill.number],
          [t('columns.reference'), bill.referenceNumber],
        ]}
      />
      <div className="no-print">
        <Button size="sm" onClick={() => window.print()}>
          {t('page.printReceipt')}
        </Button>
      </div>
    </>
  )
}

const isToGoOn = (bill: Bill, { amount }: Bill['begun'][number]) => bill.state === 'OPEN' && amount === bill.amount

/** Online payments that were begun and left, said before anybody pays another way: nobody can close them. */
function Begun({ bill }: { bill: Bill }) {
  const t = useTexts('payments')
  return bill.begun.map((one) => {
    const goesOn = isToGoOn(bill, one)
    return (
      <Note key={one.startedAt} kind={goesOn ? 'info' : 'warn'}>
        <Money euros={one.amount} />, <Instant at={one.startedAt} />: {t(goesOn ? 'page.begun' : 'page.begunBefore')}
      </Note>
    )
  })
}

/** Folded away while a payment waits for the bank: nothing needs to be paid again. */
function HowToPay({ bill, token }: { bill: Bill; token: string }) {
  const t = useTexts('payments')
  const ways = <WaysToPay bill={bill} token={token} />
  if (!bill.isPending) return ways
  return (
    <details>
      <summary>{t('page.payAnyway')}</summary>
      <div className="stack-md">{ways}</div>
    </details>
  )
}

function WaysToPay({ bill, token }: { bill: Bill; token: string }) {
  const t = useTexts('payments')
  const pay = useApiAction(payments.payOnline, { onSuccess: ({ href }) => window.location.assign(href) })
  return (
    <>
      {bill.hasOnlinePayment && (
        <PrimaryButton loading={pay.isPending} onClick={() => pay.mutate({ params: { token }, body: {} })}>
          {t(bill.begun.some((one) => isToGoOn(bill, one)) ? 'page.goOnOnline' : 'page.online')}
        </PrimaryButton>
      )}
      {bill.sveaUrl && <a href={bill.sveaUrl}>{t('page.svea')}</a>}
      <section className="stack-md">
        <h2>{t('page.bank')}</h2>
        <Facts
          rows={[
            [t('page.payee'), bill.payee],
            [t('page.iban'), <Copied key="i" text={bill.iban} shown={inFours(bill.iban)} name={t('page.iban')} />],
            [t('columns.reference'), <Copied key="r" text={bill.referenceNumber} name={t('columns.reference')} />],
            [t('page.rf'), <Copied key="f" text={bill.rfReference} name={t('page.rf')} />],
          ]}
        />
        <Barcode digits={bill.barcode} kind="bars" name={t('page.barcode')} />
        <Barcode digits={bill.barcodeRf} kind="barsRf" name={t('page.barcodeRf')} />
        {bill.qr && <BankQr qr={bill.qr} />}
        <div className="no-print">
          <Button size="sm" onClick={() => window.print()}>
            {t('page.print')}
          </Button>
        </div>
      </section>
    </>
  )
}

const isOnPhone = () => window.matchMedia('(max-width: 48em)').matches

/** A phone does not scan its own screen, so the code is folded away there. */
function BankQr({ qr }: { qr: NonNullable<Bill['qr']> }) {
  const t = useTexts('payments')
  const [isOpen] = useState(() => !isOnPhone())
  return (
    <details open={isOpen} className={styles.qr}>
      <summary>{t('page.qr')}</summary>
      <QrCode size={qr.size} path={qr.path} label={t('page.qr')} />
      <p className="sm t2">{t('page.qrHint')}</p>
    </details>
  )
}

/** The bank barcode as bars and as the digits that stand for them; an account abroad has none. */
function Barcode({ digits, kind, name }: { digits: string | null; kind: 'bars' | 'barsRf'; name: string }) {
  const t = useTexts('payments')
  if (!digits) return null
  return (
    <div className={styles.barcode}>
      <h3 className="sm">{t(`page.${kind}`)}</h3>
      <BarCode digits={digits} label={t(`page.${kind}`)} />
      <Copied text={digits} name={name} />
    </div>
  )
}

/** A value with a button that copies it; shown in another form, it is copied as it is. */
function Copied({ text, name, shown = text }: { text: string; name: string; shown?: string }) {
  const t = useTexts('payments')
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => showDone(t('page.copied', { name })))
      .catch(() => undefined)
  return (
    <span className={styles.copied}>
      <span className={`n ${styles.value}`}>{shown}</span>
      <Button size="sm" className="no-print" aria-label={t('page.copyNamed', { name })} onClick={copy}>
        {t('page.copy')}
      </Button>
    </span>
  )
}
