import { reporting } from '#features/payroll/reporting/contract.ts'
import type { SheetRowView } from '#features/payroll/reporting/shapes.ts'
import { settledPayers } from '#features/story/lease-story/rules/payer.ts'
import { formatDay, formatMonth, monthOf } from '#platform/values/days.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { shiftMonth } from '../rules/months.ts'
import { payerOfRow } from './settling.ts'

interface Props {
  companyId: string
  row: SheetRowView
  close: () => void
}

/** Who bears a leaver's months: the answer turns the provisional zeros into what payroll and the register are told. */
export function SettleDialog({ companyId, row, close }: Props) {
  const t = useTexts('reporting')
  const day = row.lastWorkingDay ?? row.leaseEnd
  const fromMonth = shiftMonth(monthOf(day), 1)
  const done = () => {
    showDone(t('settle.done'))
    close()
  }
  return (
    <Dialog opened close={close} title={t('settle.title', { name: `${row.firstName} ${row.lastName}` })}>
      <p>{t('settle.lead', { day: formatDay(day), month: formatMonth(fromMonth) })}</p>
      <Form
        endpoint={reporting.setPayer}
        params={{ companyId, leasingAgreementId: row.agreementId }}
        initial={{ payer: payerOfRow(row) }}
        also={{ fromMonth, version: row.payerVersion }}
        submit={t('settle.save')}
        refresh={[reporting.rows, reporting.months, reporting.group]}
        onDone={done}
      >
        <Field
          name="payer"
          kind="select"
          label={t('settle.payer')}
          options={settledPayers.map((payer) => ({ value: payer, label: t(`settle.${payer}`) }))}
        />
      </Form>
    </Dialog>
  )
}
