import { useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { KeepBike } from './KeepBike.tsx'
import { NewReturn } from './NewReturn.tsx'
import { ReleaseBike } from './ReleaseBike.tsx'
import { ReturnList } from './ReturnList.tsx'

/** /tyonantaja/palautukset: what the employer approves, asks for, or keeps itself. */
export function EmployerReturnsPage() {
  const t = useTexts('returns')
  const may = useMay()
  const [open, setOpen] = useState<'keep' | 'release' | null>(null)
  const close = () => setOpen(null)
  const mayDecide = may('return:approve')
  return (
    <div className="wrap stack-lg">
      <ReturnList
        back={<Link to={pages.employer}>{t('employer.back')}</Link>}
        title={t('employer.title')}
        lead={t('employer.lead')}
        {...(mayDecide
          ? { add: { open: t('start.title'), title: t('start.title'), form: (done) => <NewReturn done={done} /> } }
          : {})}
      />
      {mayDecide && (
        <section className="card stack-sm">
          <h2>{t('keep.title')}</h2>
          <p>{t('keep.lead')}</p>
          <div className="row">
            <Button onClick={() => setOpen('keep')}>{t('keep.submit')}</Button>
            <Button variant="subtle" onClick={() => setOpen('release')}>
              {t('release.title')}
            </Button>
          </div>
          {open !== null && (
            <Dialog opened close={close} title={t(`${open}.title`)}>
              {open === 'keep' ? <KeepBike done={close} /> : <ReleaseBike done={close} />}
            </Dialog>
          )}
        </section>
      )}
    </div>
  )
}
