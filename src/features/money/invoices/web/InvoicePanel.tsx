import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import { invoiceXml } from '#features/money/invoices/xml-contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { BeingMade } from '#platform/web/parts/BeingMade.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { InvoiceMoney } from './InvoiceMoney.tsx'
import { type InvoiceDetails, InvoiceState } from './InvoiceState.tsx'
import { InvoiceSteps } from './InvoiceSteps.tsx'

/** One invoice beside the list: its facts, lines, payments and what may be done with it. */
export function InvoicePanel({ invoiceId }: { invoiceId: string }) {
  const t = useTexts('invoices')
  const may = useMay()
  const read = useApi(invoices.get, { params: { id: invoiceId } })
  return (
    <Loaded from={read}>
      {(invoice) => (
        <div className="stack-md">
          <p>
            <InvoiceState invoice={invoice} />
          </p>
          <HowPaid invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          <InvoiceLines invoice={invoice} />
          <InvoiceMoney invoice={invoice} />
          {invoice.hasFile && (
            <p>
              <a href={fileUrl(invoices.file, { id: invoiceId })}>{t('panel.pdf', { number: invoice.number })}</a>
            </p>
          )}
          {invoice.isFileBeingMade && (
            <p>
              <BeingMade refresh={invoices.get}>{t('panel.pdfMaking')}</BeingMade>
            </p>
          )}
          <p>
            <a href={fileUrl(invoices.linesFile, { id: invoiceId }, { format: 'csv' })}>{t('panel.linesFile')}</a>
          </p>
          {invoice.direction === 'SALES' && invoice.number && (
            <p>
              <a href={fileUrl(invoiceXml.get, { id: invoiceId })}>{t('panel.xml', { number: invoice.number })}</a>
            </p>
          )}
          {invoice.orderId && (
            <p>
              <Link to={pages.adminOrder} params={{ orderId: invoice.orderId }}>
                {t('panel.openOrder', { order: invoice.orderNumber })}
              </Link>
            </p>
          )}
          {may('invoice:write') && <InvoiceSteps invoice={invoice} />}
        </div>
      )}
    </Loaded>
  )
}

/** Where an invoice of an online shop is paid, or what keeps another one from being paid. */
function HowPaid({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts('invoices')
  const { unpayable } = invoice
  if (invoice.isPaidInShop)
    return invoice.open > 0 && <Note>{t('panel.paidInShop', { store: invoice.otherParty })}</Note>
  if (!unpayable) return null
  const reason = t(`payable.${unpayable.problem}`, { other: unpayable.otherNumber })
  return <Note kind="warn">{t('payable.not', { reason })}</Note>
}

/** A month's bill has thousands of lines; more than these wait for a press, so that what stands below is found. */
const FIRST_LINES = 10

/** What was billed, as the sum of the invoice has it: with VAT. */
function InvoiceLines({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const [isWhole, setWhole] = useState(invoice.lines.length <= FIRST_LINES)
  const shown = isWhole ? invoice.lines : invoice.lines.slice(0, FIRST_LINES)
  return (
    <section className="stack-sm">
      <h3>{t('panel.lines')}</h3>
      <ul className="sm">
        {shown.map((line) => (
          <li key={line.lineId}>
            {line.description}
            {line.quantity !== 1 && <span>, {t('panel.pieces', { count: line.quantity })}</span>}
            <span>: </span>
            <Money euros={line.gross} />
            {line.vatPercent > 0 && (
              <span className="t2"> {t('panel.lineVat', { percent: formatPercent(line.vatPercent, language) })}</span>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <div>
          <Button size="sm" onClick={() => setWhole(true)}>
            {t('panel.allLines', { count: invoice.lines.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The account that is paid, with that of the register where the two are not the same. */
function useAccount({ iban, account }: InvoiceDetails): string | null {
  const t = useTexts('invoices')
  const register = account?.registerIban ? inFours(account.registerIban) : null
  if (!iban) return register && t('panel.ibanOfRegister', { iban: register })
  if (!account?.isRegistered || iban === account.registerIban) return inFours(iban)
  return t('panel.ibanDiffers', { iban: inFours(iban), register: register ?? '–' })
}

/** The interest that nobody has billed yet, with its days and rates. */
function LateInterest({ late }: { late: NonNullable<InvoiceDetails['late']> }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const parts = late.parts.map(({ days, percent }) =>
    t('panel.lateDays', { days, percent: formatPercent(percent, language) }),
  )
  return (
    <>
      <Money euros={late.interest ?? 0} /> ({parts.join(', ')})
    </>
  )
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts('invoices')
  const rows: [string, React.ReactNode][] = [
    [t('columns.purpose'), t(`purposes.${invoice.purpose}`)],
    [t('columns.total'), <Money key="t" euros={invoice.total} />],
    [t('panel.net'), <Money key="n" euros={invoice.net} />],
    [t('panel.vat'), <Money key="v" euros={invoice.vat} />],
    [t('columns.credited'), invoice.credited === 0 ? null : <Money key="c" euros={invoice.credited} />],
    [t('columns.writtenOff'), invoice.writtenOff === 0 ? null : <Money key="w" euros={invoice.writtenOff} />],
    [t('columns.open'), <Money key="o" euros={invoice.open} />],
    // The status is that of the part that is paid.
    [
      t('panel.rest'),
      invoice.status === 'PARTLY_PAID' && invoice.nextGate ? t(`panel.rests.${invoice.nextGate}`) : null,
    ],
    [t('panel.lateInterest'), invoice.late?.interest ? <LateInterest key="late" late={invoice.late} /> : null],
    [
      t('panel.lateCompensation'),
      invoice.late?.compensation ? <Money key="lc" euros={invoice.late.compensation} /> : null,
    ],
    [t('columns.issued'), <Day key="i" day={invoice.issueDay} />],
    [t('columns.due'), invoice.creditsInvoiceId ? null : <Day key="d" day={invoice.dueDay} />],
    [t('panel.reference'), invoice.referenceNumber],
    [t('panel.iban'), useAccount(invoice)],
    [t('panel.creditsNumber'), invoice.creditsNumber],
    [t('panel.credits'), invoice.credits.map((credit) => credit.number).join(', ') || null],
    [t('columns.matched'), invoice.direction === 'PURCHASE' ? t(invoice.matched ? 'states.yes' : 'states.no') : null],
    [t('panel.difference'), invoice.difference === null ? null : <Money key="f" euros={invoice.difference} />],
    [t('panel.reason'), invoice.differenceReason ?? invoice.reason],
    [t('panel.early'), invoice.earlyPaymentReason],
    [t('panel.disputed'), invoice.isDisputed ? t('states.yes') : null],
    [t('panel.paid'), invoice.paidDay && <Day key="p" day={invoice.paidDay} />],
  ]
  return <Facts rows={rows} />
}
