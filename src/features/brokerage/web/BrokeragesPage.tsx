import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseRow, type CaseView, readsOfBrokerage } from '../contract.ts'
import { brokerageStates } from '../rules.ts'
import { CaseFacts } from './CaseFacts.tsx'
import { OfferState } from './OfferState.tsx'
import { Photos } from './Photos.tsx'
import { Steps } from './Steps.tsx'

/** /admin/pyoravalitys: every offer with its next step. */
export function BrokeragesPage() {
  const t = useTexts('brokerage')
  return (
    <Register
      title={t('list.title')}
      lead={t('list.lead')}
      from={brokerage.cases}
      rowKey={(row: CaseRow) => row.bikeBrokerageId}
      search={{ name: 'search', hint: t('list.search') }}
      filters={[
        {
          name: 'step',
          label: t('columns.state'),
          options: brokerageStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      columns={[
        { key: 'bike', title: t('columns.bike'), cell: (row) => row.bike },
        { key: 'seller', title: t('columns.seller'), cell: (row) => row.sellerName },
        { key: 'company', title: t('columns.company'), cell: (row) => row.sellerCompany },
        { key: 'taker', title: t('columns.taker'), cell: (row) => row.takerName ?? '–' },
        { key: 'state', title: t('columns.state'), cell: (row) => <OfferState step={row.step} /> },
        {
          key: 'awaited',
          title: t('columns.awaited'),
          cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
        },
        { key: 'created', title: t('columns.created'), cell: (row) => <Instant at={row.createdAt} dayOnly /> },
      ]}
      panel={{
        title: (row) => row.bike,
        above: (row) => row.sellerCompany,
        content: (row, close) => <Panel key={row.bikeBrokerageId} id={row.bikeBrokerageId} close={close} />,
      }}
      empty={{ text: t('list.empty') }}
    />
  )
}

function Panel({ id, close }: { id: string; close: () => void }) {
  const found = useApi(brokerage.get, { params: { id } })
  return (
    <Loaded from={found}>
      {(one) => (
        <div className="stack-lg">
          <CaseFacts one={one} />
          <p>{one.description}</p>
          <Steps one={one} />
          <Photos id={one.bikeBrokerageId} photoIds={one.photoIds} bike={one.bike} />
          <Remove one={one} close={close} />
        </div>
      )}
    </Loaded>
  )
}

function Remove({ one, close }: { one: CaseView; close: () => void }) {
  const t = useTexts('brokerage')
  const may = useMay()
  const remove = useApiAction(brokerage.remove, {
    refresh: readsOfBrokerage,
    onSuccess: () => {
      close()
      showDone(t('toasts.updated'))
    },
  })
  if (!may('brokerage:delete') || one.step !== 'DRAFT') return null
  return (
    <Removal
      ask={t('acts.remove')}
      title={t('acts.remove')}
      text={t('confirm.remove')}
      remove={() => remove.mutateAsync({ params: { id: one.bikeBrokerageId }, query: { version: one.version } })}
    />
  )
}
