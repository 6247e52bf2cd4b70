import { IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Desk.module.css'
import { useDeskKeys } from './desk-keys.ts'

/** Writes a note for the staff into an order's history; N opens it. */
export function AddNote({ orderId }: { orderId: string }) {
  const t = useTexts('desk')
  const [opened, setOpened] = useState(false)
  const keys = useDeskKeys()
  useEffect(() => keys.onLetters({ n: () => setOpened(true) }), [keys])
  const close = () => setOpened(false)
  return (
    <div className={styles.addNote}>
      <Button
        size="sm"
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('note.open')}
      </Button>
      <Dialog opened={opened} close={close} title={t('note.title')}>
        <Form
          endpoint={orders.addNote}
          params={{ orderId }}
          submit={t('note.submit')}
          refresh={[orders.timeline]}
          onDone={() => {
            close()
            showDone(t('note.done'))
          }}
        >
          <Field name="text" kind="textarea" label={t('note.label')} hint={t('note.hint')} />
        </Form>
      </Dialog>
    </div>
  )
}
