import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView, readsOfBrokerage } from '../contract.ts'
import { CaseList } from './CaseList.tsx'

/** /admin/pyoravalitys: every offer with its next step. */
export function BrokeragesPage() {
  const t = useTexts('brokerage')
  return (
    <CaseList
      title={t('list.title')}
      lead={t('list.lead')}
      below={(one, close) => <Remove one={one} close={close} />}
    />
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
