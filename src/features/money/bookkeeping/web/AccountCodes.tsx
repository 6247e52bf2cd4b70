import { useState } from 'react'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'

/** The account codes of the bookkeeping program, which a super admin changes. */
export function AccountCodes() {
  const t = useTexts('bookkeeping')
  const [isOpen, setOpen] = useState(false)
  const read = useApi(bookkeeping.accounts, { enabled: isOpen })
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('codes.open')}</Button>
      <Dialog opened={isOpen} close={close} title={t('codes.title')}>
        <Loaded from={read}>
          {({ codes, version }) => (
            <Form
              endpoint={bookkeeping.setAccounts}
              submit={t('codes.submit')}
              initial={{ codes }}
              also={{ version }}
              refresh={[bookkeeping.accounts]}
              onDone={() => {
                close()
                showDone(t('codes.done'))
              }}
            >
              <p className="t2">{t('codes.lead')}</p>
              {Object.keys(codes).map((account) => (
                <Field key={account} name={`codes.${account}`} label={t(`accounts.${account}`)} />
              ))}
            </Form>
          )}
        </Loaded>
      </Dialog>
    </>
  )
}
