import { type CsvProfile, type ExportColumn, exportSources } from '#features/payroll/reporting/rules/export-profile.ts'
import { dateFormats, decimalSigns, encodings, quoteModes, separators } from '#platform/values/csv-form.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  profile: CsvProfile
  change: (profile: CsvProfile) => void
}

/** A company's own form of the salary-row file: how it is written, and its columns in their order. */
export function OwnProfile({ profile, change }: Props) {
  const t = useTexts('companies')
  const set = (part: Partial<CsvProfile>) => change({ ...profile, ...part })
  const yesNo = [
    { value: '1', label: t('payroll.own.yes') },
    { value: '', label: t('payroll.own.no') },
  ]
  const choice = <T extends string>(label: string, value: T, options: readonly T[], pick: (value: T) => void) => (
    <NativeSelect
      label={label}
      value={value}
      data={options.map((option) => ({
        value: option,
        label: /^(?!YYYY)[A-Z]+$/.test(option) ? t(`payroll.own.${option}`) : option,
      }))}
      onChange={({ currentTarget }) => pick(currentTarget.value as T)}
    />
  )
  return (
    <fieldset className="stack-md">
      <legend>{t('payroll.own.title')}</legend>
      <FieldRow>
        {choice(t('payroll.own.separator'), profile.separator, separators, (separator) => set({ separator }))}
        {choice(t('payroll.own.quotes'), profile.quotes, quoteModes, (quotes) => set({ quotes }))}
        <NativeSelect
          label={t('payroll.own.header')}
          value={profile.hasHeader ? '1' : ''}
          data={yesNo}
          onChange={({ currentTarget }) => set({ hasHeader: currentTarget.value === '1' })}
        />
      </FieldRow>
      <FieldRow>
        {choice(t('payroll.own.date'), profile.dateFormat, dateFormats, (dateFormat) => set({ dateFormat }))}
        {choice(t('payroll.own.decimal'), profile.decimalSign, decimalSigns, (decimalSign) => set({ decimalSign }))}
        {choice(t('payroll.own.encoding'), profile.encoding, encodings, (encoding) => set({ encoding }))}
      </FieldRow>
      <Columns columns={profile.columns} change={(columns) => set({ columns })} />
    </fieldset>
  )
}

interface ColumnProps {
  column: ExportColumn
  number: number
  change: (part: Partial<ExportColumn>) => void
  /** Absent for the last column, which stays. */
  remove: (() => void) | undefined
}

function ColumnRow({ column, number, change, remove }: ColumnProps) {
  const t = useTexts('companies')
  const name = useTexts('reporting')
  return (
    <FieldRow>
      <NativeSelect
        label={t('payroll.own.column', { number })}
        value={column.source}
        data={exportSources.map((source) => ({ value: source, label: name(`export.column.${source}`) }))}
        onChange={({ currentTarget }) => change({ source: currentTarget.value as ExportColumn['source'] })}
      />
      <TextInput
        label={t('payroll.own.columnHeader')}
        value={column.header ?? ''}
        maxLength={60}
        onChange={({ currentTarget }) => change({ header: currentTarget.value || undefined })}
      />
      {column.source === 'fixed' || column.source === 'batch' ? (
        <TextInput
          label={t('payroll.own.columnValue')}
          value={column.value ?? ''}
          maxLength={60}
          onChange={({ currentTarget }) => change({ value: currentTarget.value || undefined })}
        />
      ) : (
        <span />
      )}
      <Button size="sm" style={{ alignSelf: 'end' }} disabled={!remove} onClick={remove}>
        {t('payroll.own.remove')}
      </Button>
    </FieldRow>
  )
}

function Columns({
  columns,
  change,
}: {
  columns: readonly ExportColumn[]
  change: (columns: readonly ExportColumn[]) => void
}) {
  const t = useTexts('companies')
  const put = (index: number, part: Partial<ExportColumn>) =>
    change(columns.map((column, place) => (place === index ? { ...column, ...part } : column)))
  return (
    <>
      <h3>{t('payroll.own.columns')}</h3>
      {columns.map((column, index) => (
        <ColumnRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may hold the same.
          key={index}
          column={column}
          number={index + 1}
          change={(part) => put(index, part)}
          remove={columns.length === 1 ? undefined : () => change(columns.filter((_, place) => place !== index))}
        />
      ))}
      <Button size="sm" onClick={() => change([...columns, { source: 'fixed' }])} disabled={columns.length >= 40}>
        {t('payroll.own.add')}
      </Button>
    </>
  )
}
