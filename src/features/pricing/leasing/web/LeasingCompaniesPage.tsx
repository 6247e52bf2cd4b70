import { useState } from 'react'
import { leasing } from '#features/pricing/leasing/contract.ts'
import type { LeasingCompany } from '#features/pricing/leasing/shapes.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PendingAccount } from '#platform/web/parts/PendingAccount.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { BillingTableForm, type CompanyChoice } from './BillingTableForm.tsx'

const refresh = [leasing.companies, leasing.company]

const columnsOf = (t: Texts): Column<LeasingCompany>[] => [
  { key: 'name', title: t('lessor.name'), cell: (row) => row.companyName },
  { key: 'kind', title: t('lessor.kind'), cell: (row) => t(`kind.${row.kind}`) },
  {
    key: 'businessId',
    title: t('lessor.businessId'),
    cell: (row) => <span className="n">{row.businessId ?? '–'}</span>,
  },
  {
    key: 'invoiceEmail',
    title: t('lessor.invoiceEmail'),
    cell: (row) => row.invoiceEmail ?? '–',
    choice: true,
  },
  { key: 'active', title: t('lessor.active'), cell: (row) => t(row.active ? 'states.yes' : 'states.no') },
]

/** The lessors, each with the tables that price its leases. */
export function LeasingCompaniesPage({ pickCompany }: CompanyChoice) {
  const t = useTexts('leasing')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHead title={t('lessors.title')} />
      <DataTable
        from={leasing.companies}
        read={(reply) => ({
          rows: reply.items.flatMap((item) => ('leasingCompanyId' in item ? [item] : [])),
          total: reply.total,
          isEstimate: reply.truncated,
        })}
        paging={false}
        density="dense"
        label={t('lessors.title')}
        rowKey={(row: LeasingCompany) => row.leasingCompanyId}
        columns={columnsOf(t)}
        panel={{
          above: (row) => t(`kind.${row.kind}`),
          title: (row) => row.companyName,
          content: (row) => <LessorPanel key={row.leasingCompanyId} lessor={row} pickCompany={pickCompany} />,
        }}
        controls={<PrimaryButton onClick={() => setAdding(true)}>{t('lessors.add')}</PrimaryButton>}
        empty={{ text: t('lessors.empty') }}
      />
      <Dialog opened={adding} close={() => setAdding(false)} title={t('lessors.add')}>
        <Form
          endpoint={leasing.createCompany}
          initial={{ country: 'FI', paymentTermsDays: 14, active: true }}
          submit={t('lessors.addSubmit')}
          refresh={refresh}
          onDone={({ companyName }) => {
            setAdding(false)
            showDone(t('lessors.added', { name: companyName }))
          }}
        >
          <LessorFields />
        </Form>
      </Dialog>
    </>
  )
}

function LessorFields() {
  const t = useTexts('leasing')
  return (
    <>
      <Field name="companyName" label={t('lessor.name')} autoComplete="off" />
      <FieldRow>
        <Field name="businessId" label={t('lessor.businessId')} autoComplete="off" />
        <Field name="vatNumber" label={t('lessor.vatNumber')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="eInvoiceAddress" label={t('lessor.eInvoiceAddress')} autoComplete="off" />
        <Field name="operatorId" label={t('lessor.operatorId')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="invoiceEmail" kind="email" label={t('lessor.invoiceEmail')} autoComplete="off" />
        <Field name="paymentTermsDays" kind="number" label={t('lessor.paymentTerms')} unit={t('daysUnit')} />
      </FieldRow>
      <Field name="iban" label={t('lessor.iban')} hint={t('lessor.ibanHint')} autoComplete="off" />
      <Field name="streetAddress" label={t('lessor.streetAddress')} autoComplete="off" />
      <FieldRow>
        <Field name="postalCode" label={t('lessor.postalCode')} autoComplete="off" />
        <Field name="city" label={t('lessor.city')} autoComplete="off" />
      </FieldRow>
      <Field name="country" label={t('lessor.country')} hint={t('lessor.countryHint')} autoComplete="off" />
      <FieldRow>
        <Field
          name="authorityReference"
          label={t('lessor.authorityReference')}
          hint={t('lessor.authorityHint')}
          autoComplete="off"
        />
        <Field name="authorityDay" kind="day" label={t('lessor.authorityDay')} />
      </FieldRow>
      <Field name="active" kind="checkbox" label={t('lessor.activeBox')} />
    </>
  )
}

function LessorPanel({ lessor, pickCompany }: CompanyChoice & { lessor: LeasingCompany }) {
  const t = useTexts('leasing')
  return (
    <div className="stack-lg">
      {lessor.pendingIban && <LessorAccount lessor={lessor} account={lessor.pendingIban} />}
      <LessorTables leasingCompanyId={lessor.leasingCompanyId} pickCompany={pickCompany} />
      <Form
        endpoint={leasing.updateCompany}
        params={{ id: lessor.leasingCompanyId }}
        initial={lessor}
        also={{ version: lessor.version }}
        submit={t('lessors.save', { name: lessor.companyName })}
        refresh={refresh}
        onDone={() => showDone(t('lessors.saved'))}
      >
        <LessorFields />
      </Form>
    </div>
  )
}

function LessorAccount({
  lessor,
  account,
}: {
  lessor: LeasingCompany
  account: NonNullable<LeasingCompany['pendingIban']>
}) {
  const t = useTexts('leasing')
  const given = { params: { id: lessor.leasingCompanyId }, body: { version: lessor.version } }
  const confirm = useApiAction(leasing.confirmAccount, { refresh, onSuccess: () => showDone(t('account.confirmed')) })
  const stop = useApiAction(leasing.refuseAccount, { refresh, onSuccess: () => showDone(t('account.refused')) })
  return <PendingAccount t={t} account={account} given={given} confirm={confirm} stop={stop} />
}

/** The tables of one lessor; a press opens one with its schedule. */
function LessorTables({ leasingCompanyId, pickCompany }: CompanyChoice & { leasingCompanyId: string }) {
  const t = useTexts('leasing')
  const tables = useApi(leasing.billingTables, { query: { leasingCompanyId } })
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="stack-md">
      <h3>{t('tables.title')}</h3>
      <Loaded from={tables}>
        {({ billingTables }) => {
          const chosen = billingTables.find((table) => table.billingTableId === open)
          return (
            <>
              {billingTables.map((table) => (
                <Button
                  key={table.billingTableId}
                  justify="space-between"
                  rightSection={<Money euros={table.instalment} />}
                  onClick={() => setOpen(table.billingTableId)}
                >
                  {table.companyName ? `${table.name} · ${table.companyName}` : table.name}
                </Button>
              ))}
              <Button variant="subtle" onClick={() => setOpen('new')}>
                {t('tables.add')}
              </Button>
              <Dialog opened={open !== null} close={close} title={chosen?.name ?? t('tables.add')} drawer size="lg">
                <BillingTableForm
                  key={open}
                  pickCompany={pickCompany}
                  {...(chosen ? { table: chosen } : { leasingCompanyId })}
                  done={close}
                />
              </Dialog>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
