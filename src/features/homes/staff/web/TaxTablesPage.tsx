import { useState } from 'react'
import { proposals } from '#features/ground/proposals/contract.ts'
import { isProposed } from '#features/ground/proposals/rules.ts'
import {
  deductionColumns,
  stateScaleColumns,
  taxTablesFromWire,
  taxYearColumns,
} from '#features/pricing/tax/columns.ts'
import { stateIncomeTaxTable, taxpayerDeductionsTable, taxTable } from '#features/pricing/tax/contract.ts'
import { effectOf } from '#features/pricing/tax/web/effect.ts'
import { Municipalities, municipalityReads } from '#features/pricing/tax/web/Municipalities.tsx'
import { type EditedRegister, TableEditor } from '#features/pricing/tax/web/TableEditor.tsx'
import styles from '#features/pricing/tax/web/TaxTables.module.css'
import { WaitingChanges } from '#features/pricing/tax/web/WaitingChanges.tsx'
import { type TaxYearState, taxRegisterNames, taxYears } from '#features/pricing/tax/years-contract.ts'
import { VatRates } from '#features/pricing/vat/web/VatPage.tsx'
import { calculator } from '#features/site/calculator/contract.ts'
import { alsoOld, givenAny, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/controls/Tabs.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { useKeptText } from '#platform/web/form/kept/use-kept-text.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { LegalSentences } from './LegalSentences.tsx'

alsoOld(municipalityReads, [calculator.parameters])

const edited: readonly (EditedRegister & {
  readonly inTables: 'taxTables' | 'stateIncomeTaxTables' | 'taxpayerDeductionsTables'
})[] = [
  { name: 'tax-table', idName: 'taxTableId', columns: taxYearColumns, inTables: 'taxTables', ...taxTable },
  {
    name: 'state-income-tax-table',
    idName: 'stateIncomeTaxTableId',
    columns: stateScaleColumns,
    inTables: 'stateIncomeTaxTables',
    ...stateIncomeTaxTable,
  },
  {
    name: 'taxpayer-deductions-table',
    idName: 'taxDeductionsId',
    columns: deductionColumns,
    inTables: 'taxpayerDeductionsTables',
    ...taxpayerDeductionsTable,
  },
]

/** Verotaulukot: the four tax tables by year and the VAT rates, in one editor. */
export function TaxTablesPage() {
  const t = useTexts('tax')
  const may = useMay()
  const years = useApi(taxYears.list, {})
  return (
    <>
      <PageHead title={t('page.title')} lead={`${t('page.lead')} ${t('page.twoPeople')}`} />
      <div className="stack-lg">
        <WaitingChanges />
        <Loaded from={years}>{({ items }) => <Years items={items} />}</Loaded>
        {may('settings:write') && <LegalSentences />}
      </div>
    </>
  )
}

function Years({ items }: { items: readonly TaxYearState[] }) {
  const t = useTexts('tax')
  const may = useMay()
  const [at, setAt] = useAddressState()
  const chosen = items.find(({ year }) => String(year) === at.year) ?? items[0]
  const tab = [...taxRegisterNames, 'vat'].find((name) => name === at.tab) ?? taxRegisterNames[0]
  if (!chosen) return null
  return (
    <div className="stack-lg">
      <div className={styles.bar}>
        <NativeSelect
          label={t('page.year')}
          value={String(chosen.year)}
          data={items.map(({ year }) => String(year))}
          onChange={(event) => setAt({ year: event.currentTarget.value, open: null, page: null })}
        />
        {may('tax-table:write') && <CopyYear from={chosen.year} to={Math.max(...items.map(({ year }) => year)) + 1} />}
      </div>
      {may('settings:write') && <Unconfirmed items={items} />}
      <Tabs value={tab} onChange={(next) => setAt({ tab: next, open: null, page: null })}>
        <TabList aria-label={t('page.tabs')}>
          {taxRegisterNames.map((name) => (
            <Tab key={name} value={name}>
              {t(`registers.${name}`)}
            </Tab>
          ))}
          <Tab value="vat">{t('page.vat')}</Tab>
        </TabList>
        {edited.map((register) => (
          <TabPanel key={register.name} value={register.name} className={styles.panel ?? ''}>
            <OneTable key={chosen.year} register={register} state={chosen} />
          </TabPanel>
        ))}
        <TabPanel value="province-tax-table" className={styles.panel ?? ''}>
          <Municipalities key={chosen.year} year={chosen.year} />
        </TabPanel>
        <TabPanel value="vat" className={styles.panel ?? ''}>
          <VatRates />
        </TabPanel>
      </Tabs>
    </div>
  )
}

function CopyYear({ from, to }: { from: number; to: number }) {
  const t = useTexts('tax')
  const [, setAt] = useAddressState()
  const copy = useApiAction(taxYears.copy, {
    refresh: [taxYears.list, proposals.list],
    onSuccess: (reply) => {
      if (isProposed(reply)) return showDone(t('page.proposed'))
      setAt({ year: String(to) })
      showDone(t('page.copied', { to }))
    },
  })
  return (
    <Button loading={copy.isPending} onClick={() => copy.mutate({ params: { year: to }, body: { from } })}>
      {t('page.copy', { from, to })}
    </Button>
  )
}

/** What nobody has compared with its source since it last changed; the super admin notes the comparison. */
function Unconfirmed({ items }: { items: readonly TaxYearState[] }) {
  const t = useTexts('tax')
  const [source, setSource] = useKeptText('source of tax tables')
  const confirm = useApiAction(taxYears.confirm, {
    handles: 'all',
    refresh: [taxYears.list, proposals.list],
    onSuccess: (reply) => showDone(t(isProposed(reply) ? 'page.proposed' : 'page.confirmed')),
  })
  const open = items.flatMap(({ year, registers }) =>
    registers.filter(({ rows, confirmed }) => rows > 0 && !confirmed).map(({ register }) => ({ year, register })),
  )
  if (open.length === 0) return null
  return (
    <section className={`card ${styles.panel}`} aria-labelledby="unconfirmed">
      <div className="stack-md">
        <h2 id="unconfirmed">{t('page.unconfirmedTitle')}</h2>
        <p className="t2">{t('page.unconfirmed')}</p>
        <TextInput
          label={t('page.source')}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          className={styles.source}
        />
        {confirm.error && <FormFailure error={confirm.error} />}
        <div className={styles.bar}>
          {open.map(({ year, register }) => (
            <Button
              key={`${year} ${register}`}
              size="sm"
              disabled={source.trim() === '' || confirm.isPending}
              onClick={() => confirm.mutate({ params: { year }, body: { register, source: source.trim() } })}
            >
              {t('page.confirm', { table: t(`registers.${register}`), year })}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}

function OneTable({ register, state }: { register: (typeof edited)[number]; state: TaxYearState }) {
  const t = useTexts('tax')
  const { year } = state
  const [typed, setTyped] = useState<Record<string, unknown> | null>(null)
  const found = useApi(register.list, givenAny({ query: { year } }))
  const confirmed = state.registers.find((one) => one.register === register.name)?.confirmed
  return (
    <Loaded from={found}>
      {(reply) => {
        const row = (reply as { items: Record<string, unknown>[] }).items[0]
        if (!row) return <Note kind="warn">{t('page.missing')}</Note>
        return (
          <div className="stack-lg">
            {confirmed && <Note kind="ok">{t('page.confirmedBy', { source: confirmed.source })}</Note>}
            <TableEditor register={register} row={row} year={year} onTyped={setTyped} />
            <SamplePays register={register} year={year} typed={typed} />
          </div>
        )
      }}
    </Loaded>
  )
}

/** The stored tables with the typed row in the place of the stored one, reckoned for sample pays. */
function SamplePays({
  register,
  year,
  typed,
}: {
  register: (typeof edited)[number]
  year: number
  typed: Record<string, unknown> | null
}) {
  const t = useTexts('tax')
  const stored = useApi(calculator.parameters, {})
  if (!stored.data) return null
  const tables = stored.data.taxTables
  const others = tables[register.inTables].filter((row) => row.year !== year)
  const now = typed ? { ...tables, [register.inTables]: [...others, typed] } : tables
  const rows = effectOf(taxTablesFromWire(now), year)
  return (
    <section className="stack-md" aria-labelledby="effect">
      <h2 id="effect">{t('page.effectTitle')}</h2>
      <p className="t2">{t('page.effectLead')}</p>
      <div className={styles.scroll}>
        <table className={styles.effect}>
          <thead>
            <tr>
              <th scope="col">{t('page.pay')}</th>
              <th scope="col">{t('page.net', { year })}</th>
              <th scope="col">{t('page.difference', { year: year - 1 })}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ payCents, netCents, beforeCents }) => (
              <tr key={payCents}>
                <th scope="row">
                  <Money cents={payCents} />
                </th>
                <td>
                  <Money cents={netCents} />
                </td>
                <td>
                  <Money cents={beforeCents === null ? null : netCents - beforeCents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
