import { type ComponentProps, lazy } from 'react'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import type { BillingTableForm } from './BillingTableForm.tsx'

const TableForm = lazy(() => import('./BillingTableForm.tsx').then((m) => ({ default: m.BillingTableForm })))

/** The form of a table, which comes when it is opened: its fields weigh more than the list. */
export function LaterBillingTableForm(props: ComponentProps<typeof BillingTableForm>) {
  return (
    <LaterPart>
      <TableForm {...props} />
    </LaterPart>
  )
}
