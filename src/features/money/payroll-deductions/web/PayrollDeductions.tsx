import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { payrollDeductions } from '../contract.ts'
import styles from './PayrollDeductions.module.css'

type Row = ReplyOf<typeof payrollDeductions.list>['items'][number]

interface Props {
  companyId: string
  month: string
}

/** What is to be kept from the pay of the month for people's bills; nothing when nothing is. */
export function Deductions({ companyId, month }: Props) {
  const t = useTexts('payroll-deductions')
  const mayConfirm = useMay()('payroll-report:lock')
  const found = useApi(payrollDeductions.list, { params: { companyId, month } })
  const [chosen, setChosen] = useState<Row | null>(null)
  const rows = found.data?.items ?? []
  if (rows.length === 0) return null
  return (
    <section className="stack-md">
      <h2>{t('title', { month: `${month.slice(5)}/${month.slice(0, 4)}` })}</h2>
      <p className="t2">{t('lead')}</p>
      <ul className={styles.deductions}>
        {rows.map((row) => (
          <li key={row.invoiceId} className="card">
            <div>
              <b>{[row.employeeName, row.employeeNumber].filter(Boolean).join(', ')}</b>
              <p className="sm t2">
                {row.number}: {row.description}
              </p>
            </div>
            <p>
              {t('asked')} <Money euros={row.asked} />
              {row.kept !== null && (
                <span>
                  , {t('kept')} <Money euros={row.kept} />
                </span>
              )}
            </p>
            {row.kept === null && mayConfirm && (
              <Button aria-label={t('confirmNamed', { name: row.employeeName })} onClick={() => setChosen(row)}>
                {t('confirm')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && <Confirm companyId={companyId} row={chosen} close={() => setChosen(null)} />}
    </section>
  )
}

function Confirm({ companyId, row, close }: { companyId: string; row: Row; close: () => void }) {
  const t = useTexts('payroll-deductions')
  const done = () => {
    showDone(t('done'))
    close()
  }
  return (
    <Dialog opened close={close} title={t('dialog', { name: row.employeeName })}>
      <p>{t('dialogText')}</p>
      <Form
        endpoint={payrollDeductions.confirm}
        params={{ companyId, month: row.month, invoiceId: row.invoiceId }}
        initial={{ kept: Math.min(row.asked, Math.max(0, row.open)) }}
        also={{ version: row.version }}
        submit={t('save')}
        refresh={[payrollDeductions.list]}
        onDone={done}
      >
        <Field name="kept" kind="money" label={t('keptField')} />
      </Form>
    </Dialog>
  )
}
