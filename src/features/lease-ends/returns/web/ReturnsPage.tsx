import { useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { NewReturn } from './NewReturn.tsx'
import { ReleaseBike } from './ReleaseBike.tsx'
import { ReturnList } from './ReturnList.tsx'

/** /admin/palautukset: every return with its next step. */
export function ReturnsPage() {
  const t = useTexts('returns')
  const [isReleasing, setReleasing] = useState(false)
  const close = () => setReleasing(false)
  return (
    <>
      <ReturnList
        title={t('list.title')}
        lead={t('list.lead')}
        add={{ open: t('start.title'), title: t('start.title'), form: (done) => <NewReturn done={done} /> }}
      />
      <p>
        <Button variant="subtle" onClick={() => setReleasing(true)}>
          {t('release.title')}
        </Button>
      </p>
      {isReleasing && (
        <Dialog opened close={close} title={t('release.title')}>
          <ReleaseBike done={close} asStaff />
        </Dialog>
      )}
    </>
  )
}
