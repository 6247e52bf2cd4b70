import { pages } from '#platform/contract/pages.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { RowOf } from '#platform/web/table/table-types.ts'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { Figures } from '../../web/Figures.tsx'
import { lateMoney } from '../contract.ts'
import { DecideLate } from './DecideLate.tsx'
import { ReferenceRates } from './ReferenceRates.tsx'

type Late = RowOf<typeof lateMoney.list>

/** Bills that are late, what that costs, and the reference rates that it follows. */
export function LateTab() {
  const t = useTexts('bookkeeping')
  return (
    <div className="stack-lg">
      <p className="t2">{t('late.lead')}</p>
      <DataTable
        from={lateMoney.list}
        label={t('late.title')}
        density="dense"
        rowKey={(row) => row.invoiceId}
        columns={[
          { key: 'number', inName: true, title: t('late.invoice'), cell: (row) => row.number ?? '–' },
          { key: 'debtor', inName: true, title: t('late.debtor'), cell: (row) => row.otherParty },
          { key: 'due', sort: 'dueDay', title: t('late.due'), cell: (row) => <Day day={row.dueDay} /> },
          {
            key: 'open',
            sort: 'open',
            title: t('late.open'),
            cell: (row) => <Money euros={row.open} />,
            align: 'right',
          },
          { key: 'interest', title: t('late.interest'), cell: (row) => <Interest row={row} />, align: 'right' },
          {
            key: 'compensation',
            title: t('late.compensation'),
            cell: (row) => (row.late?.compensation ? <Money euros={row.late.compensation} /> : '–'),
            align: 'right',
          },
        ]}
        panel={{
          byId: true,
          title: (row) => row.number ?? '–',
          above: (row) => row.otherParty,
          content: (row, close) => <LatePanel key={row.invoiceId} row={row} close={close} />,
        }}
        empty={{ text: t('late.empty') }}
      />
      <ReferenceRates />
    </div>
  )
}

function Interest({ row }: { row: Late }) {
  const t = useTexts('bookkeeping')
  if (!row.late) return '–'
  if (row.late.interest === null) return <StatusPill holder="trouble">{t('late.noRate')}</StatusPill>
  return <Money euros={row.late.interest} />
}

function LatePanel({ row, close }: { row: Late; close: () => void }) {
  const t = useTexts('bookkeeping')
  const language = useLanguage()
  const parts = row.late?.parts ?? []
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('late.due'), <Day key="due" day={row.dueDay} />],
          [t('late.open'), <Money key="open" euros={row.open} />],
          [t('late.paid'), row.paidDay && <Day key="paid" day={row.paidDay} />],
          [
            t('late.compensation'),
            row.late?.compensation ? <Money key="compensation" euros={row.late.compensation} /> : null,
          ],
          [t('late.disputed'), row.isDisputed && t('late.isDisputed')],
        ]}
      />
      {parts.length > 0 && (
        <Figures
          title={t('late.interestUntil')}
          columns={['period', 'days', 'yearly', 'amount']}
          amountsFrom={1}
          wraps
          rows={parts.map((part) => [
            <span key="days">
              <Day day={part.from} />–<Day day={part.to} />, <Money euros={part.owed} />
            </span>,
            t('late.days', { count: part.days }),
            formatPercent(part.percent, language),
            <Money key="amount" euros={part.amount} />,
          ])}
        />
      )}
      {row.late?.interest === null && <p>{t('late.noRateText')}</p>}
      <Decisions row={row} />
      {row.late && !row.isDisputed && <DecideLate row={row} late={row.late} closePanel={close} />}
      <Link to={pages.adminInvoices} search={{ open: row.invoiceId }}>
        {t('vouchers.openInvoice')}
      </Link>
    </div>
  )
}

/** What has been billed or waived before, by whom. */
function Decisions({ row }: { row: Late }) {
  const t = useTexts('bookkeeping')
  if (row.charges.length === 0) return null
  return (
    <section className="stack-sm">
      <h2>{t('late.decided')}</h2>
      <ul className="sm">
        {row.charges.map((charge) => (
          <li key={`${charge.part} ${charge.decidedAt}`}>
            {t(`late.outcomes.${charge.outcome}`)}: {t(`late.parts.${charge.part}`)} <Money euros={charge.amount} />,{' '}
            {t('late.until')} <Day day={charge.until} />, {charge.decidedBy}
            {charge.reason && <span>: {charge.reason}</span>}
            {charge.billId && (
              <>
                {' '}
                <Link to={pages.adminInvoices} search={{ open: charge.billId }}>
                  {t('vouchers.openInvoice')}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
