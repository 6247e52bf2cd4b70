import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { formatMonth } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { TabbedPage } from '#platform/web/parts/TabbedPage.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { billing } from '../contract.ts'
import { BillingSettings } from './BillingSettings.tsx'
import { BooksTab } from './BooksTab.tsx'

type Run = ReplyOf<typeof billing.runs>['items'][number]

/** /admin/laskutus: the monthly billing of employers, and what bookkeeping takes from it. */
export function BillingPage() {
  const t = useTexts('billing')
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      tabs={[
        { name: 'runs', title: t('books.tabs.runs'), content: RunsTab },
        { name: 'books', title: t('books.tabs.books'), content: BooksTab },
      ]}
    />
  )
}

/** The runs of monthly billing, drafted first and sent when somebody approves them. */
function RunsTab() {
  const t = useTexts('billing')
  const may = useMay()
  return (
    <DataTable
      from={billing.runs}
      label={t('books.tabs.runs')}
      density="dense"
      paging={false}
      rowKey={(row) => row.billingRunId}
      columns={[
        { key: 'month', title: t('columns.month'), cell: (row) => formatMonth(row.month) },
        { key: 'status', title: t('columns.status'), cell: (row) => <State run={row} /> },
        { key: 'invoices', title: t('columns.invoices'), cell: (row) => row.invoices, align: 'right' },
        { key: 'lines', title: t('columns.lines'), cell: (row) => row.lines, align: 'right' },
        { key: 'total', title: t('columns.total'), cell: (row) => <Money euros={row.total} />, align: 'right' },
      ]}
      panel={{
        title: (row) => formatMonth(row.month),
        content: (row) => <RunPanel key={row.billingRunId} id={row.billingRunId} />,
      }}
      controls={
        <>
          {may('settings:write') && <BillingSettings />}
          <StartRun />
        </>
      }
      empty={{ text: t('empty') }}
    />
  )
}

function State({ run }: { run: Pick<Run, 'status'> }) {
  const t = useTexts('billing')
  return <StatusPill holder={run.status === 'DONE' ? 'running' : 'staff'}>{t(`statuses.${run.status}`)}</StatusPill>
}

function StartRun() {
  const t = useTexts('billing')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PrimaryButton onClick={() => setOpen(true)}>{t('start.open')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('start.title')}>
        <StartForm done={close} />
      </Dialog>
    </>
  )
}

function StartForm({ done }: { done: () => void }) {
  const t = useTexts('billing')
  return (
    <Form
      endpoint={billing.start}
      submit={t('start.submit')}
      refresh={[billing.runs]}
      onDone={() => {
        done()
        showDone(t('start.done'))
      }}
    >
      <Field name="month" label={t('columns.month')} hint={t('start.hint')} />
    </Form>
  )
}

/** What the run will credit of earlier months. */
function Credits({ credits }: { credits: ReplyOf<typeof billing.run>['credits'] }) {
  const t = useTexts('billing')
  return (
    <section>
      <h3>{t('credits')}</h3>
      <ul className="sm">
        {credits.map((credit) => (
          <li key={credit.companyId}>
            {credit.companyName}: {t('rows', { count: credit.lines })}, <Money euros={credit.total} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RunPanel({ id }: { id: string }) {
  const t = useTexts('billing')
  const [asking, setAsking] = useState(false)
  const read = useApi(billing.run, { params: { id }, refetchIntervalMs: 5_000 })
  const approve = useApiAction(billing.approve, {
    refresh: [billing.runs, billing.run],
    onSuccess: () => {
      setAsking(false)
      showDone(t('approve.done'))
    },
  })
  return (
    <Loaded from={read}>
      {(run) => (
        <div className="stack-md">
          <p>
            <State run={run} />
          </p>
          {run.leasesOfOthers > 0 && <p className="t2">{t('others', { count: run.leasesOfOthers })}</p>}
          <ul className="sm">
            {run.items.map((item) => (
              <li key={item.invoiceId}>
                {[item.companyName, item.unitName].filter(Boolean).join(', ')}
                {item.number && (
                  <>
                    , <Link to={pageUrl('adminInvoices', {}, { open: item.invoiceId })}>{item.number}</Link>
                  </>
                )}
                : {t('rows', { count: item.lines })}, <Money euros={item.total} />
                {item.status === 'OVERRIDDEN' && ` (${t('leftOut', { reason: item.reason ?? '–' })})`}
              </li>
            ))}
          </ul>
          {run.credits.length > 0 && <Credits credits={run.credits} />}
          {run.status === 'READY' && <Button onClick={() => setAsking(true)}>{t('approve.open')}</Button>}
          <ConfirmDialog
            opened={asking}
            close={() => setAsking(false)}
            title={t('approve.title', { month: formatMonth(run.month) })}
            confirm={t('approve.open')}
            busy={approve.isPending}
            onConfirm={() => approve.mutate({ params: { id }, body: { version: run.version } })}
          >
            <p>{t('approve.text', { count: run.invoices })}</p>
          </ConfirmDialog>
        </div>
      )}
    </Loaded>
  )
}
