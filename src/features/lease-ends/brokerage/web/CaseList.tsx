import type { ReactNode } from 'react'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useOnlyCompany } from '#platform/web/api/only-company.ts'
import { Awaited } from '#platform/web/parts/Awaited.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import type { Column } from '#platform/web/table/table-types.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, brokerageAwaited, type CaseRow, type CaseView } from '../contract.ts'
import { brokerageStates } from '../rules.ts'
import { CaseFacts } from './CaseFacts.tsx'
import { OfferState } from './OfferState.tsx'
import { Photos } from './Photos.tsx'
import { Sale } from './Sale.tsx'
import { Steps } from './Steps.tsx'
import { Transfer } from './Transfer.tsx'

interface Props {
  /** A way back, above the heading. */
  back?: ReactNode
  title: string
  lead: string
  /** What the staff may do besides. */
  below?: (one: CaseView, close: () => void) => ReactNode
}

/** When an offer was made. */
const createdColumn = (t: Texts): Column<CaseRow> => ({
  key: 'created',
  sort: 'createdAt',
  title: t('columns.created'),
  cell: (row) => <Instant at={row.createdAt} dayOnly />,
})

/** The offers of which the viewer is a party, with one beside the list. */
export function CaseList({ back, title, lead, below }: Props) {
  const t = useTexts('brokerage')
  const seesCompanies = useOnlyCompany() === null
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: CaseRow) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      back={back}
      title={title}
      lead={lead}
      from={brokerage.cases}
      {...grouped}
      rowKey={(row: CaseRow) => row.bikeBrokerageId}
      search={{ name: 'search', hint: t('list.search') }}
      filters={[
        {
          name: 'waitingFor',
          label: t('columns.awaited'),
          options: brokerageAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
        },
        {
          name: 'step',
          label: t('columns.state'),
          options: brokerageStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      columns={[
        { key: 'bike', title: t('columns.bike'), cell: (row) => row.bike },
        { key: 'seller', inName: true, title: t('columns.seller'), cell: (row) => row.sellerName },
        ...(seesCompanies
          ? [{ key: 'company', title: t('columns.company'), cell: (row: CaseRow) => row.sellerCompany }]
          : []),
        { key: 'taker', title: t('columns.taker'), cell: (row) => row.takerName ?? '–' },
        { key: 'state', inName: true, title: t('columns.state'), cell: (row) => <OfferState step={row.step} /> },
        {
          key: 'awaited',
          title: t('columns.awaited'),
          cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
        },
        createdColumn(t),
      ]}
      panel={{
        byId: true,
        title: (row) => row.bike,
        above: (row) => (seesCompanies ? row.sellerCompany : null),
        content: (row, close) => (
          <Panel key={row.bikeBrokerageId} id={row.bikeBrokerageId}>
            {(one) => below?.(one, close)}
          </Panel>
        ),
      }}
      empty={{ text: t('list.empty') }}
    />
  )
}

function Panel({ id, children }: { id: string; children: (one: CaseView) => ReactNode }) {
  const found = useApi(brokerage.get, { params: { id } })
  return (
    <Loaded from={found}>
      {(one) => (
        <div className="stack-lg">
          <CaseFacts one={one} />
          <Awaited subjectId={one.bikeBrokerageId} version={one.version} />
          <Transfer one={one} />
          <Sale one={one} />
          <Steps one={one} />
          <p>{one.description}</p>
          <Photos id={one.bikeBrokerageId} photoIds={one.photoIds} bike={one.bike} />
          {children(one)}
        </div>
      )}
    </Loaded>
  )
}
