import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './DialogBox.tsx'

const DialogBox = lazy(() => import('./DialogBox.tsx').then((m) => ({ default: m.DialogBox })))

/** A dialog or drawer over the page, fetched when one is first opened. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.opened)
  if (props.opened && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <DialogBox {...props} />
    </Suspense>
  )
}
