import { type ReactNode, useState } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps, RowOf } from './table-types.ts'

interface Adding {
  /** What the button says: "Lisää liike". */
  open: string
  title: string
  /** The form in the dialog; `done` closes it. */
  form: (done: () => void) => ReactNode
}

interface Props<E extends EndpointSpec, Row> extends Omit<DataTableProps<E, Row>, 'label' | 'density'> {
  /** Heads the page, names the browser tab and the table. */
  title: string
  lead?: ReactNode
  /** A way back, above the heading. */
  back?: ReactNode
  /** Between head and table: ready-made views, a check. */
  above?: ReactNode
  /** A new row in a dialog; leave it out for those who may not add. */
  add?: Adding | undefined
}

/** The frame of the staff's registers: head, table with its panel, and a dialog for a new row. */
export function Register<E extends EndpointSpec, Row = RowOf<E>>(props: Props<E, Row>) {
  const { title, lead, back, above, add, ...table } = props
  const [adding, setAdding] = useState(false)
  const done = () => setAdding(false)
  const controls = add && <PrimaryButton onClick={() => setAdding(true)}>{add.open}</PrimaryButton>
  return (
    <>
      <PageHead title={title} above={back} {...(lead ? { lead } : {})} />
      {above}
      <DataTable<E, Row>
        {...(table as DataTableProps<E, Row>)}
        label={title}
        density="dense"
        controls={
          <>
            {table.controls}
            {controls}
          </>
        }
      />
      {add && (
        <Dialog opened={adding} close={done} title={add.title}>
          {add.form(done)}
        </Dialog>
      )}
    </>
  )
}
