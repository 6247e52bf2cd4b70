import type { ReactNode } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

interface Props {
  opened: boolean
  close: () => void
  /** A question that names the object: "Poistetaanko Kettinki & Kampi?" */
  title: string
  children?: ReactNode
  /** Names the act: "Poista liike". */
  confirm: string
  onConfirm: () => void
  busy?: boolean
  /** Something has to be answered in the dialog first. */
  disabled?: boolean
  /** The act destroys something; its button is then the one filled red of the product. */
  destroys?: boolean
  cancel?: string
}

/** Asks before an act that is hard to take back. */
export function ConfirmDialog(props: Props) {
  const t = useTexts()
  return (
    <Dialog opened={props.opened} close={props.close} title={props.title}>
      {props.children}
      <div className={styles.actions}>
        <Button onClick={props.close}>{props.cancel ?? t('actions.cancel')}</Button>
        <Button
          data-act={props.destroys ? 'destroy' : 'primary'}
          loading={props.busy ?? false}
          disabled={props.disabled ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  )
}
