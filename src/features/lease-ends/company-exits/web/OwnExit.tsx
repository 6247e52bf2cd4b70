import { useState } from 'react'
import { formatDay, formatMonth } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { companyExits, type ExitRow } from '../contract.ts'
import { DeductionsForm } from './DeductionsForm.tsx'

/** The employer's own exit: until when its people choose, and the last deductions to confirm. */
export function OwnExit() {
  const may = useMay()
  const found = useApi(companyExits.list, { query: { limit: 20 }, enabled: may('company:update') })
  return found.data?.items.filter(({ state }) => state === 'OPEN').map((exit) => <One key={exit.id} exit={exit} />)
}

function One({ exit }: { exit: ExitRow }) {
  const t = useTexts('company-exits')
  const [isOpen, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    showDone(t('panel.done'))
  }
  const values = {
    company: exit.companyName,
    day: formatDay(exit.movesOn ?? exit.fromDay),
    into: exit.intoCompanyName ?? '',
    until: formatDay(exit.chooseUntil),
  }
  if (exit.kind === 'MERGED') return <Note kind="warn">{t('own.MERGED', values)}</Note>
  return (
    <Note kind="warn">
      <p>
        <b>{t(`own.${exit.kind}`, values)}</b> {t('own.text', { ...values, count: exit.leases.OPEN })}
      </p>
      {exit.lastDeductionMonth === null ? (
        <Button onClick={() => setOpen(true)}>{t('deductions.open')}</Button>
      ) : (
        <p>{t('own.confirmed', { month: formatMonth(exit.lastDeductionMonth) })}</p>
      )}
      <Dialog opened={isOpen} close={() => setOpen(false)} title={t('deductions.open')}>
        <DeductionsForm exit={exit} done={done} />
      </Dialog>
    </Note>
  )
}
