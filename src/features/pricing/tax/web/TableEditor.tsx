import { useEffect, useState } from 'react'
import { proposals } from '#features/ground/proposals/contract.ts'
import { isProposed } from '#features/ground/proposals/rules.ts'
import { type Columns, wireName } from '#features/pricing/tax/columns.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { givenAny, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { UnsavedGuard } from '#platform/web/form/kept/UnsavedGuard.tsx'
import { useKeptText } from '#platform/web/form/kept/use-kept-text.ts'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { TableRefusal } from './TableRefusal.tsx'
import styles from './TaxTables.module.css'
import {
  type Inputs,
  inputsOf,
  type PlainKind,
  partsOf,
  readTable,
  rowsOfList,
  typedOver,
  withoutRow,
} from './table-form.ts'

export interface EditedRegister {
  readonly name: string
  readonly idName: string
  readonly columns: Columns
  readonly update: EndpointSpec
  readonly remove: EndpointSpec
  readonly list: EndpointSpec
}

interface Props {
  register: EditedRegister
  row: Readonly<Record<string, unknown>>
  year: number
  /** What is typed, as a row on the wire; null while it cannot be read. */
  onTyped: (row: Record<string, unknown> | null) => void
}

const units: Partial<Record<PlainKind, string>> = { euros: '€', percent: '%', factor: '%' }

/** What is typed over the stored row; a page that is loaded anew finds it again, and a conflict leaves it. */
function useTypedInputs({ register, row, year, onTyped }: Props) {
  const { columns, name } = register
  const [kept, keep] = useKeptText(`tax table ${name} ${year}`)
  const stored = inputsOf(columns, row)
  const found = kept === '' ? null : (JSON.parse(kept) as { stored: Inputs; typed: Inputs })
  const inputs = found ? typedOver(stored, found) : stored
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is told anew when it has changed
  useEffect(() => onTyped(kept === '' ? null : readTable(columns, inputs, year).row), [kept])
  return {
    inputs,
    isDirty: JSON.stringify(inputs) !== JSON.stringify(stored),
    change: (typed: Inputs) => keep(JSON.stringify({ stored, typed })),
    forget: () => keep(''),
  }
}

/** The inputs of a table with what is wrong with them, and the call that stores them. */
function useTableInputs(props: Props) {
  const { register, row, year } = props
  const t = useTexts('tax')
  const { columns, idName } = register
  const { inputs, change, isDirty, forget } = useTypedInputs(props)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const save = useApiAction(register.update, {
    refresh: [register.list, proposals.list],
    handles: 'all',
    onSuccess: (reply) => {
      forget()
      showDone(t(isProposed(reply) ? 'page.proposed' : 'page.saved'))
    },
  })
  const submit = () => {
    const read = readTable(columns, inputs, year)
    setFaults(read.faults)
    const params = { id: row[idName] }
    if (read.row) save.mutate(givenAny({ params, body: { ...read.row, version: row.version } }))
  }
  const errorOf = (path: string) => faults[path] && t(`fields.${faults[path]}`)
  return { inputs, change, errorOf, save, isDirty, submit }
}

type Editing = Pick<ReturnType<typeof useTableInputs>, 'inputs' | 'change' | 'errorOf'>

function PlainField({
  path,
  kind,
  label,
  editing,
}: {
  path: string
  kind: PlainKind
  label: string
  editing: Editing
}) {
  const mayWrite = useMay()('tax-table:write')
  const { inputs, change, errorOf } = editing
  return (
    <TextInput
      label={label}
      value={inputs[path] ?? ''}
      inputMode={kind === 'name' ? 'text' : 'decimal'}
      onChange={(event) => change({ ...inputs, [path]: event.currentTarget.value })}
      error={errorOf(path)}
      disabled={!mayWrite}
      {...(units[kind] ? { end: <span aria-hidden="true">{units[kind]}</span> } : {})}
    />
  )
}

/** The steps of a scale: rows that are added and removed. */
function Steps({ path, columns, editing }: { path: string; columns: Columns; editing: Editing }) {
  const t = useTexts('tax')
  const labelOf = useLabels()
  const { inputs, change } = editing
  const addStep = () => {
    const first = wireName(Object.keys(columns)[0]!)
    change({ ...inputs, [`${path}.${rowsOfList(inputs, path)}.${first}`]: '' })
  }
  return (
    <div className="stack-md">
      {Array.from({ length: rowsOfList(inputs, path) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
        <div key={`${path}.${index}`} className={styles.step}>
          {partsOf(columns, `${path}.${index}.`).map(
            (part) =>
              'kind' in part && (
                <PlainField
                  key={part.path}
                  path={part.path}
                  kind={part.kind}
                  label={t('page.stepField', { row: index + 1, name: labelOf(part.names) })}
                  editing={editing}
                />
              ),
          )}
          <Button variant="subtle" onClick={() => change(withoutRow(inputs, path, index))}>
            {t('page.removeStep', { row: index + 1 })}
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={addStep}>{t('page.addStep')}</Button>
      </div>
    </div>
  )
}

function useLabels() {
  const t = useTexts('tax')
  return (names: readonly string[]) => names.map((name) => t(`columns.${name}`)).join(': ')
}

function RemoveTable({ register, row, year }: Pick<Props, 'register' | 'row' | 'year'>) {
  const t = useTexts('tax')
  const remove = useApiAction(register.remove, { refresh: [register.list] })
  const call = { params: { id: row[register.idName] }, query: { version: row.version } }
  return (
    <Removal
      ask={t('page.remove')}
      title={t('page.removeTitle', { year })}
      text={t('page.removeText')}
      remove={() => remove.mutateAsync(givenAny(call))}
    />
  )
}

/** One table of one year, drawn from the description of its columns. */
export function TableEditor(props: Props) {
  const t = useTexts('tax')
  const may = useMay()
  const labelOf = useLabels()
  const editing = useTableInputs(props)
  const parts = partsOf(props.register.columns)
  return (
    <div className="stack-lg">
      <UnsavedGuard dirty={editing.isDirty && !editing.save.isPending} />
      <div className={styles.step}>
        {parts.map(
          (part) =>
            'kind' in part && (
              <PlainField
                key={part.path}
                path={part.path}
                kind={part.kind}
                label={labelOf(part.names)}
                editing={editing}
              />
            ),
        )}
      </div>
      {parts.map(
        (part) =>
          'list' in part && (
            <ListPart key={part.list} title={labelOf(part.names)}>
              <Steps path={part.list} columns={part.columns} editing={editing} />
            </ListPart>
          ),
      )}
      {editing.save.error && <TableRefusal labelOf={labelOf} save={editing.save} list={props.register.list} />}
      {may('tax-table:write') && (
        <div className="row">
          <PrimaryButton loading={editing.save.isPending} onClick={editing.submit}>
            {t('page.save')}
          </PrimaryButton>
          <RemoveTable register={props.register} row={props.row} year={props.year} />
        </div>
      )}
    </div>
  )
}

function ListPart({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="stack-md">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
