import { useState } from 'react'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import type { RowOf } from '#platform/web/table/table-types.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { lateMoney } from '../contract.ts'

type Late = RowOf<typeof lateMoney.list>

interface Decided {
  readonly row: Late
  readonly late: NonNullable<Late['late']>
  readonly closePanel: () => void
}

/** Bills what lateness costs as it stands, or waives it with a reason. */
export function DecideLate({ row, late, closePanel }: Decided) {
  const t = useTexts('bookkeeping')
  const may = useMay()
  const [asked, setAsked] = useState<'bill' | 'waive' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className="row">
      {may('billing:run') && <PrimaryButton onClick={() => setAsked('bill')}>{t('late.bill.open')}</PrimaryButton>}
      {may('invoice:credit') && <Button onClick={() => setAsked('waive')}>{t('late.waive.open')}</Button>}
      <Dialog
        opened={asked !== null}
        close={close}
        title={t(asked === 'waive' ? 'late.waive.title' : 'late.bill.title', { number: row.number })}
      >
        {asked && (
          <Form
            endpoint={lateMoney[asked]}
            params={{ id: row.invoiceId }}
            also={{ version: row.version, until: late.until }}
            initial={{ interest: (late.interest ?? 0) > 0, compensation: late.compensation > 0 }}
            submit={t(`late.${asked}.submit`)}
            beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
            refresh={[lateMoney.list]}
            onDone={() => {
              close()
              closePanel()
              showDone(t(`late.${asked}.done`))
            }}
          >
            <p className="t2">{t(`late.${asked}.text`)}</p>
            {asked === 'bill' && <Reach to={row.otherParty} count={t('late.bill.one', { number: row.number })} />}
            <p>
              {t('late.interest')} <Money euros={late.interest ?? 0} />, {t('late.compensation')}{' '}
              <Money euros={late.compensation} />
            </p>
            <Field name="interest" kind="checkbox" label={t('late.parts.INTEREST')} />
            <Field name="compensation" kind="checkbox" label={t('late.parts.COMPENSATION')} />
            {asked === 'waive' && <Field name="reason" kind="textarea" label={t('late.reason')} />}
          </Form>
        )}
      </Dialog>
    </div>
  )
}
