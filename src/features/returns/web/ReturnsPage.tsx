import { useTexts } from '#platform/web/words/i18n.ts'
import { NewReturn } from './NewReturn.tsx'
import { ReturnList } from './ReturnList.tsx'

/** /admin/palautukset: every return with its next step. */
export function ReturnsPage() {
  const t = useTexts('returns')
  return (
    <ReturnList
      title={t('list.title')}
      lead={t('list.lead')}
      add={{ open: t('start.title'), title: t('start.title'), form: (done) => <NewReturn done={done} /> }}
    />
  )
}
