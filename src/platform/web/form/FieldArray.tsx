import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { IconButton } from '#platform/web/controls/IconButton.tsx'
import styles from './FieldArray.module.css'
import { listField, rowsOf } from './field-rows.ts'
import { useForm } from './form-context.ts'
import { useRegistered } from './use-form-state.ts'

interface Props {
  /** The body's key of the list; a dot reaches into an object. */
  name: string
  /** The text of the button that adds a row. */
  add: string
  /** The name of the button that removes a row, by its place from 1. */
  removal: (place: number) => string
  /** How many rows the call takes. */
  max: number
  /** The fields of a row: `row` begins their names. */
  children: (row: string, place: number) => ReactNode
}

function RemoveRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton className={styles.remove ?? ''} aria-label={label} onClick={onClick}>
      <IconTrash size={20} stroke={1.75} aria-hidden="true" />
    </IconButton>
  )
}

function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div>
      <Button data-add onClick={onClick} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}>
        {label}
      </Button>
    </div>
  )
}

/** A list in a form: rows of fields that are added and removed. An error of `lines.2.price` is shown in the third row. */
export function FieldArray({ name, add, removal, max, children }: Props) {
  const form = useForm()
  const list = useRef<HTMLDivElement>(null)
  const highest = useRef(-1)
  useRegistered(
    form.register,
    name,
    'rows',
    false,
    useMemo(() => listField(name), [name]),
  )
  const rows = rowsOf(form.inputOf(name, 'rows'))
  const error = form.errorOf(name)
  const change = (next: readonly number[]) => {
    highest.current = Math.max(highest.current, ...rows, ...next)
    form.set(name, next.join())
  }
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  return (
    <div ref={list} className={styles.list}>
      {rows.map((row, index) => (
        <div key={row} className={styles.row} data-row>
          {children(`${name}.${row}`, index + 1)}
          <RemoveRow
            label={removal(index + 1)}
            onClick={() => {
              change(rows.filter((other) => other !== row))
              focus('[data-add]')
            }}
          />
        </div>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {rows.length < max && (
        <AddRow
          label={add}
          onClick={() => {
            change([...rows, Math.max(highest.current, ...rows) + 1])
            focus('[data-row]:last-of-type input')
          }}
        />
      )}
    </div>
  )
}
