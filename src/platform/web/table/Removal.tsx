import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'

interface Props {
  /** The button that asks: "Poista liike". */
  ask: string
  /** The question, with the object's name. */
  title: string
  /** What goes with it and what stays. */
  text: ReactNode
  /** Names the act; `ask` where it is left out. */
  confirm?: string
  /** The removal; a failure has its own toast, so that the dialog only closes. */
  remove: () => Promise<unknown>
}

/** Removes a thing after a question that names it. */
export function Removal({ ask, title, text, confirm, remove }: Props) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = () => setAsking(false)
  const run = async () => {
    setBusy(true)
    await remove().catch(() => undefined)
    setBusy(false)
    close()
  }
  return (
    <div>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {ask}
      </Button>
      <ConfirmDialog
        opened={asking}
        close={close}
        title={title}
        confirm={confirm ?? ask}
        busy={busy}
        onConfirm={run}
        destroys
      >
        <p>{text}</p>
      </ConfirmDialog>
    </div>
  )
}
