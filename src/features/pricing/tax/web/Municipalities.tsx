import { proposals } from '#features/ground/proposals/contract.ts'
import { isProposed } from '#features/ground/proposals/rules.ts'
import { provinceTaxTable } from '#features/pricing/tax/contract.ts'
import { municipalityColumns, taxYears } from '#features/pricing/tax/years-contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type Answer, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ImportBox } from '#platform/web/form/ImportBox.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

type Row = Answer<typeof provinceTaxTable.get>
/** What a change of a municipality makes old. */
export const municipalityReads: readonly EndpointSpec[] = [provinceTaxTable.list, taxYears.list, proposals.list]

/** The municipalities of a year: searched, changed one by one, or read in as the yearly list. */
export function Municipalities({ year }: { year: number }) {
  const t = useTexts('tax')
  const language = useLanguage()
  const may = useMay()
  const imports = useApiAction(taxYears.importMunicipalities, { refresh: municipalityReads, handles: 'all' })
  const run = async (file: Blob, query: { dryRun: boolean; fileName: string }) => {
    const reply = await imports.mutateAsync({ params: { year }, query, body: file })
    return isProposed(reply) ? null : reply
  }
  const percent = (value: number) => <span className="n">{formatPercent(value, language)}</span>
  return (
    <div className="stack-lg">
      <DataTable
        from={provinceTaxTable.list}
        query={{ year }}
        rowKey={(row: Row) => row.id}
        label={t('registers.province-tax-table')}
        density="dense"
        search={{ name: 'search', hint: t('page.search') }}
        columns={[
          { key: 'name', sort: 'municipality', title: t('columns.municipality'), cell: (row) => row.municipality },
          {
            key: 'municipal',
            sort: 'municipal',
            title: t('columns.municipal'),
            cell: (row) => percent(row.municipal),
            align: 'right',
          },
          {
            key: 'evl',
            title: t('columns.evangelicalLutheran'),
            cell: (row) => percent(row.evangelicalLutheran),
            align: 'right',
          },
          { key: 'ort', title: t('columns.orthodox'), cell: (row) => percent(row.orthodox), align: 'right' },
        ]}
        panel={{
          title: (row) => row.municipality,
          content: (row, close) => <MunicipalityPanel key={row.id} row={row} close={close} />,
        }}
        empty={{ text: t('page.noMunicipalities') }}
      />
      {may('tax-table:write') && (
        <section className="stack-md">
          <h2>{t('page.importTitle')}</h2>
          <ImportBox
            columns={municipalityColumns}
            run={run}
            onDone={(report) => showDone(t(report ? 'page.imported' : 'page.proposed'))}
          />
        </section>
      )}
    </div>
  )
}

function MunicipalityPanel({ row, close }: { row: Row; close: () => void }) {
  const t = useTexts('tax')
  const may = useMay()
  const remove = useApiAction(provinceTaxTable.remove, {
    refresh: municipalityReads,
    onSuccess: (reply) => {
      close()
      if (isProposed(reply)) showDone(t('page.proposed'))
    },
  })
  const params = { id: row.id }
  if (!may('tax-table:write')) return null
  return (
    <div className="stack-lg">
      <Form
        endpoint={provinceTaxTable.update}
        params={params}
        initial={row}
        also={{ version: row.version, year: row.year }}
        submit={t('page.save')}
        refresh={municipalityReads}
        onDone={(reply) => showDone(t(isProposed(reply) ? 'page.proposed' : 'page.saved'))}
      >
        <Field name="municipality" label={t('columns.municipality')} />
        <Field name="isAland" kind="checkbox" label={t('columns.isAland')} />
        <Field name="municipal" kind="percent" label={t('columns.municipal')} />
        <FieldRow>
          <Field name="evangelicalLutheran" kind="percent" label={t('columns.evangelicalLutheran')} />
          <Field name="orthodox" kind="percent" label={t('columns.orthodox')} />
        </FieldRow>
      </Form>
      <Removal
        ask={t('page.remove')}
        title={t('page.removeTitle', { year: `${row.year}, ${row.municipality}` })}
        text={t('page.removeText')}
        remove={() => remove.mutateAsync({ params, query: { version: row.version } })}
      />
    </div>
  )
}
