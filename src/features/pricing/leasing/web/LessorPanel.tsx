import { useState } from 'react'
import { leasing } from '#features/pricing/leasing/contract.ts'
import type { LeasingCompany } from '#features/pricing/leasing/shapes.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { PendingAccount } from '#platform/web/parts/PendingAccount.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { CompanyChoice } from './BillingTableForm.tsx'
import { LaterBillingTableForm } from './LaterBillingTableForm.tsx'
import { LessorFields } from './LessorFields.tsx'

const refresh = [leasing.companies, leasing.company]

/** One lessor: its account that waits, its tables, what is known of it. */
export function LessorPanel({ lessor, pickCompany }: CompanyChoice & { lessor: LeasingCompany }) {
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
      <LessorLink lessor={lessor} />
    </div>
  )
}

/** The lessor's lasting link, which is ended when somebody else may know it. */
function LessorLink({ lessor }: { lessor: LeasingCompany }) {
  const t = useTexts('leasing')
  const [asking, setAsking] = useState(false)
  const renew = useApiAction(leasing.renewLink, {
    onSuccess: ({ mailedTo }) => {
      setAsking(false)
      showDone(t('link.renewed'), { text: mailedTo ? t('link.mailed', { to: mailedTo }) : t('link.notMailed') })
    },
  })
  return (
    <section className="stack-sm">
      <h3>{t('link.title')}</h3>
      <p className="sm t2">{t('link.text')}</p>
      <div>
        <Button onClick={() => setAsking(true)}>{t('link.renew')}</Button>
      </div>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('link.ask', { name: lessor.companyName })}
        confirm={t('link.renew')}
        busy={renew.isPending}
        onConfirm={() => renew.mutate({ params: { id: lessor.leasingCompanyId }, body: {} })}
      >
        <Reach to={lessor.invoiceEmail ?? t('link.notMailed')} />
        <p>{t('link.askText')}</p>
      </ConfirmDialog>
    </section>
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
                <LaterBillingTableForm
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
