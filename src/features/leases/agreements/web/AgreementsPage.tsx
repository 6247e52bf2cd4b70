import type { ReactNode } from 'react'
import { agreementStatuses, agreements } from '#features/leases/agreements/contract.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { leaseStates } from '#features/pricing/leasing/rules/lease-period.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { formatMonth } from '#platform/values/days.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'

type Row = ReplyOf<typeof agreements.list>['items'][number]
type Detail = ReplyOf<typeof agreements.get>

function State({ row }: { row: Pick<Row, 'status' | 'leaseState'> }) {
  const t = useTexts('agreements')
  if (row.status === 'SIGNED') {
    const holder: Holder = row.leaseState === 'ACTIVE' ? 'running' : 'none'
    return <StatusPill holder={holder}>{t(`leaseStates.${row.leaseState}`)}</StatusPill>
  }
  const holder: Holder = row.status === 'REJECTED' ? 'trouble' : 'employee'
  return <StatusPill holder={holder}>{t(`statuses.${row.status ?? 'NONE'}`)}</StatusPill>
}

const columnsOf = (t: Texts): Column<Row>[] => [
  {
    key: 'number',
    title: t('columns.number'),
    cell: (row) => <span className="n">{row.agreementNumber}</span>,
  },
  { key: 'employee', title: t('columns.employee'), cell: (row) => row.employeeName },
  { key: 'company', title: t('columns.company'), cell: (row) => row.companyName, choice: true },
  { key: 'state', title: t('columns.lease'), cell: (row) => <State row={row} /> },
  { key: 'lessor', title: t('columns.lessor'), cell: (row) => row.leasingCompany, choice: true },
  {
    key: 'period',
    title: t('columns.period'),
    cell: (row) => (
      <>
        {row.startDay ? (
          <span>
            <Day day={row.startDay} />–<Day day={row.endDay} />
          </span>
        ) : (
          '–'
        )}
      </>
    ),
    sort: 'startDay',
    choice: true,
  },
  {
    key: 'created',
    title: t('columns.createdAt'),
    cell: (row) => <Instant at={row.createdAt} dayOnly />,
    sort: 'createdAt',
    choice: 'hidden',
  },
  {
    key: 'instalment',
    title: t('columns.instalment'),
    sort: 'instalment',
    cell: (row) => <Money euros={row.instalment} />,
    align: 'right',
  },
]

interface Around {
  above?: ReactNode
  /** What other features show of a signed agreement. */
  below?: (leasingAgreementId: string) => ReactNode
}

/** Leasing agreements with their prices, signatures and documents. */
export function AgreementsPage({ above, below }: Around) {
  const t = useTexts('agreements')
  const companyOptions = useChoices(...companyChoices)
  return (
    <Register
      title={t('title')}
      above={above}
      from={agreements.list}
      rowKey={(row) => row.leasingAgreementId}
      search={{ name: 'search', hint: t('search') }}
      file={agreements.listFile}
      filters={[
        { name: 'companyId', label: t('columns.company'), options: companyOptions },
        {
          name: 'leaseState',
          label: t('columns.lease'),
          options: leaseStates.map((value) => ({ value, label: t(`leaseStates.${value}`) })),
        },
        {
          name: 'status',
          label: t('columns.status'),
          options: ([...agreementStatuses, 'NONE'] as const).map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
      ]}
      columns={columnsOf(t)}
      panel={{
        byId: true,
        title: (row) => row.employeeName,
        above: (row) => `${row.agreementNumber} · ${row.companyName}`,
        content: (row) => <AgreementPanel key={row.leasingAgreementId} id={row.leasingAgreementId} below={below} />,
      }}
      empty={{ text: t('empty'), drawing: 'allekirjoitus' }}
    />
  )
}

function AgreementPanel({ id, below }: { id: string; below: ((id: string) => ReactNode) | undefined }) {
  const t = useTexts('agreements')
  const may = useMay()
  const read = useApi(agreements.get, { params: { id } })
  return (
    <Loaded from={read}>
      {(agreement) => (
        <div className="stack-md">
          <p>
            <State row={agreement} />
          </p>
          <Prices agreement={agreement} />
          <Signatures agreement={agreement} />
          {agreement.documentSha256 && may('signed-document:read') && (
            <p>
              <a href={fileUrl(agreements.document, { id }, {})}>
                {t('panel.document', { number: agreement.agreementNumber })}
              </a>
            </p>
          )}
          {agreement.documentSha256 && (
            <details className="sm">
              <summary>{t('panel.hash')}</summary>
              <code>{agreement.documentSha256}</code>
            </details>
          )}
          {agreement.orderId && (
            <p>
              <Link to={pages.adminOrder} params={{ orderId: agreement.orderId }}>
                {t('panel.openOrder')}
              </Link>
            </p>
          )}
          {agreement.status === 'SIGNED' && below?.(id)}
        </div>
      )}
    </Loaded>
  )
}

function Prices({ agreement }: { agreement: Detail }) {
  const t = useTexts('agreements')
  const rows: [string, React.ReactNode][] = [
    [t('panel.total'), <Money key="t" euros={agreement.totalAmount} />],
    [t('columns.instalment'), <Money key="i" euros={agreement.instalment} />],
    [t('panel.months'), agreement.leaseTimeMonths],
    [t('panel.last'), <Money key="l" euros={agreement.lastInstalment} />],
    [t('panel.fee'), <Money key="f" euros={agreement.adminFee} />],
    [t('panel.residual'), <Money key="r" euros={agreement.residual} />],
    [t('columns.lessor'), agreement.leasingCompany],
    [t('panel.commitment'), agreement.commitmentDate && <Day key="c" day={agreement.commitmentDate} />],
    [t('panel.endsOn'), agreement.endsOn && <Day day={agreement.endsOn} />],
    [t('panel.keptFrom'), agreement.keptFrom && formatMonth(agreement.keptFrom)],
    [t('panel.ended'), agreement.endReason && t(`endReasons.${agreement.endReason}`)],
    [t('panel.review'), agreement.taxRegimeReview],
  ]
  return <Facts rows={rows} />
}

function Signatures({ agreement }: { agreement: Detail }) {
  const t = useTexts('agreements')
  return (
    <section>
      <h3>{t('panel.signatures')}</h3>
      {agreement.signatures.length === 0 && <p className="sm t2">{t('panel.unsigned')}</p>}
      <ul className="sm">
        {agreement.signatures.map(({ party, name, signedAt }) => (
          <li key={party}>
            {t(`parties.${party}`)}: {name}, <Instant at={signedAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}
