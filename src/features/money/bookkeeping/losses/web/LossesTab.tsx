import { useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { fileUrl } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { RowOf } from '#platform/web/table/table-types.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../../web/Books.module.css'
import { creditLosses } from '../contract.ts'
import { lossGrounds } from '../rules.ts'

type Loss = RowOf<typeof creditLosses.list>

/** Bills that were written off, with the VAT that a final loss takes back. */
export function LossesTab() {
  const t = useTexts('bookkeeping')
  return (
    <div className="stack-md">
      <p className="t2">{t('losses.lead')}</p>
      <div className={styles.actions}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={fileUrl(creditLosses.file, undefined, { format, final: true })}
            download
          >
            {t(`losses.export.${format}`)}
          </Button>
        ))}
      </div>
      <DataTable
        from={creditLosses.list}
        label={t('losses.title')}
        density="dense"
        rowKey={(row) => row.invoiceId}
        columns={[
          { key: 'number', inName: true, title: t('losses.invoice'), cell: (row) => row.number },
          { key: 'debtor', inName: true, title: t('losses.debtor'), cell: (row) => row.debtor },
          {
            key: 'state',
            title: t('losses.state'),
            cell: (row) =>
              row.ground ? (
                t(`losses.grounds.${row.ground}`)
              ) : (
                <StatusPill holder="staff">{t('losses.notFinal')}</StatusPill>
              ),
          },
          { key: 'day', sort: 'finalDay', title: t('losses.finalDay'), cell: (row) => <Day day={row.finalDay} /> },
          { key: 'net', title: t('losses.net'), cell: (row) => <Money euros={row.net} />, align: 'right' },
          { key: 'vat', title: t('losses.vat'), cell: (row) => <Money euros={row.vat} />, align: 'right' },
          {
            key: 'gross',
            sort: 'gross',
            title: t('losses.gross'),
            cell: (row) => <Money euros={row.gross} />,
            align: 'right',
          },
        ]}
        panel={{
          byId: true,
          title: (row) => row.number,
          above: (row) => row.debtor,
          content: (row, close) => <LossPanel key={row.invoiceId} row={row} close={close} />,
        }}
        empty={{ text: t('losses.empty') }}
      />
    </div>
  )
}

function LossPanel({ row, close }: { row: Loss; close: () => void }) {
  const t = useTexts('bookkeeping')
  const may = useMay()
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('losses.gross'), <Money key="gross" euros={row.gross} />],
          [t('losses.vat'), <Money key="vat" euros={row.vat} />],
          [t('losses.ground'), row.ground && t(`losses.grounds.${row.ground}`)],
          [t('losses.evidence'), row.evidence],
          [t('losses.decidedBy'), row.decidedBy],
        ]}
      />
      {!row.ground && row.hasLater && <p className="t2">{t('losses.later')}</p>}
      {!row.ground && !row.hasLater && may('invoice:credit') && <Finish row={row} closePanel={close} />}
      <Link to={pages.adminInvoices} search={{ open: row.invoiceId }}>
        {t('vouchers.openInvoice')}
      </Link>
    </div>
  )
}

function Finish({ row, closePanel }: { row: Loss; closePanel: () => void }) {
  const t = useTexts('bookkeeping')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <PrimaryButton onClick={() => setOpen(true)}>{t('losses.finish.open')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('losses.finish.title', { number: row.number })}>
        <Form
          endpoint={creditLosses.finish}
          params={{ id: row.invoiceId }}
          also={{ version: row.version }}
          submit={t('losses.finish.submit')}
          beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
          refresh={[creditLosses.list]}
          onDone={() => {
            close()
            closePanel()
            showDone(t('losses.finish.done'))
          }}
        >
          <p>
            {t('losses.finish.text')} <Money euros={row.vat} />.
          </p>
          <Field
            name="ground"
            kind="select"
            label={t('losses.ground')}
            options={lossGrounds.map((value) => ({ value, label: t(`losses.grounds.${value}`) }))}
          />
          <Field name="evidence" kind="textarea" label={t('losses.evidence')} hint={t('losses.evidenceHint')} />
        </Form>
      </Dialog>
    </div>
  )
}
