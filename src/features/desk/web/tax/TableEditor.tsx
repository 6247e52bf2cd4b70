import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Columns, wireName } from '#features/tax/columns.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type ApiError, type Given, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { UnsavedGuard } from '#platform/web/form/UnsavedGuard.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './TaxTables.module.css'
import { type Inputs, inputsOf, type PlainKind, partsOf, readTable, rowsOfList, withoutRow } from './table-form.ts'

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

/** The inputs of a table with what is wrong with them, and the call that stores them. */
function useTableInputs({ register, row, year, onTyped }: Props) {
  const t = useTexts('tax')
  const { columns, idName } = register
  const [inputs, setInputs] = useState<Inputs>(() => inputsOf(columns, row))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<ApiError | null>(null)
  const isDirty = JSON.stringify(inputs) !== JSON.stringify(inputsOf(columns, row))
  const save = useApiAction(register.update, {
    refresh: [register.list],
    handles: 'all',
    onSuccess: () => {
      setFailure(null)
      showDone(t('page.saved'))
    },
    onError: setFailure,
  })
  const change = (next: Inputs) => {
    setInputs(next)
    onTyped(readTable(columns, next, year).row)
  }
  const submit = () => {
    const read = readTable(columns, inputs, year)
    setFaults(read.faults)
    const params = { id: row[idName] }
    if (read.row) save.mutate({ params, body: { ...read.row, version: row.version } } as unknown as Given<EndpointSpec>)
  }
  const errorOf = (path: string) => faults[path] && t(`fields.${faults[path]}`)
  return { inputs, change, errorOf, failure, isDirty, submit, isSaving: save.isPending }
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
      {...(units[kind] ? { rightSection: <span aria-hidden="true">{units[kind]}</span> } : {})}
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
          <Button variant="subtle" color="red" onClick={() => change(withoutRow(inputs, path, index))}>
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
      remove={() => remove.mutateAsync(call as unknown as Given<EndpointSpec>)}
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
      <UnsavedGuard dirty={editing.isDirty && !editing.isSaving} />
      {editing.failure && <Refusal failure={editing.failure} labelOf={labelOf} />}
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
      {may('tax-table:write') && (
        <div className="row">
          <PrimaryButton loading={editing.isSaving} onClick={editing.submit}>
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

/** Why the server refused a table: each contradiction at its place. */
function Refusal({ failure, labelOf }: { failure: ApiError; labelOf: (names: readonly string[]) => string }) {
  const t = useTexts('tax')
  const fields = failure.code === 'TAX_TABLE_INVALID' ? (failure.fields ?? []) : []
  const placeOf = (path: string) => {
    const names = path.split('.').filter((name) => !/^\d+$/.test(name))
    const row = path.split('.').find((name) => /^\d+$/.test(name))
    const label = labelOf(names)
    return row === undefined ? label : t('page.stepField', { row: Number(row) + 1, name: label })
  }
  return (
    <Alert color="red" role="alert" title={fields.length > 0 ? t('page.faults') : undefined}>
      {fields.length === 0 && textOfError(failure)}
      <ul>
        {fields.map(({ path, code }) => (
          <li key={`${path} ${code}`}>
            {placeOf(path)} {t(`faults.${code}`)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
