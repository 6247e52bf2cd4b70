import { useState } from 'react'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Case } from './CancellationCase.tsx'
import { caseReads } from './case-reads.ts'

type Line = Case['lines'][number]

export const mayStep = (one: Case, step: 'change' | 'complete' | 'withdraw') =>
  one.allowedSteps.find((row) => row.step === step)

/** One payer's line: who, which way, how much, and what settles it. */
export function CaseLine({ one, line }: { one: Case; line: Line }) {
  const t = useTexts('order-cancellations')
  const [asking, setAsking] = useState<'settle' | 'waive' | null>(null)
  const payer = t(line.isEmployer ? 'payer.EMPLOYER' : `payer.${line.payerType}`)
  const close = () => setAsking(null)
  return (
    <div className="sunk stack-sm">
      <p>
        <b>{payer}</b> {t(`direction.${line.direction}`)} <Money euros={line.expected} />,{' '}
        {t(`lineState.${line.state}`)}
        {line.day && (
          <>
            {' '}
            <Day day={line.day} />
          </>
        )}
      </p>
      {(line.invoiceNumber || line.reference || line.note) && (
        <p className="sm t2">
          {[line.invoiceNumber && t('line.invoice', { number: line.invoiceNumber }), line.reference, line.note]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {line.state === 'OPEN' && mayStep(one, 'change')?.allowed && (
        <div className="row">
          <Button size="sm" onClick={() => setAsking('settle')}>
            {t('line.settle', { payer })}
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setAsking('waive')}>
            {t('line.waive', { payer })}
          </Button>
        </div>
      )}
      {asking === 'settle' && (
        <Dialog opened close={close} title={t('line.settle', { payer })}>
          <SettleForm one={one} line={line} done={close} />
        </Dialog>
      )}
      {asking === 'waive' && (
        <Dialog opened close={close} title={t('line.waive', { payer })}>
          <WaiveForm one={one} line={line} done={close} />
        </Dialog>
      )}
    </div>
  )
}

/** What the form has typed of its one line. */
const firstLine = (body: Record<string, unknown>) => (body.lines as object[] | undefined)?.[0]

const methods = ['BANK', 'NETTING', 'PAYROLL', 'SVEA', 'MANUAL'] as const

interface FormProps {
  one: Case
  line: Line
  done: () => void
}

function SettleForm({ one, line, done }: FormProps) {
  const t = useTexts('order-cancellations')
  const files = one.uploadedRefunds.filter(({ deletedAt }) => deletedAt === null)
  return (
    <Form
      endpoint={orderCancellations.update}
      params={{ id: one.orderCancellationId }}
      initial={{ lines: [{ settled: line.expected, method: 'BANK' }] }}
      also={{ version: one.version }}
      toBody={(body) => ({
        version: one.version,
        lines: [{ ...firstLine(body), lineId: line.lineId, state: 'SETTLED' as const }],
      })}
      submit={t('line.settleDo')}
      refresh={caseReads}
      onDone={() => {
        done()
        showDone(t('case.saved'))
      }}
    >
      <FieldRow>
        <Field name="lines.0.settled" kind="money" label={t('line.settled')} hint={t('line.settledHint')} />
        <Field name="lines.0.day" kind="day" label={t('line.day')} />
      </FieldRow>
      <Field
        name="lines.0.method"
        kind="select"
        label={t('line.method')}
        placeholder={t('line.noMethod')}
        options={methods.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
      <Field name="lines.0.reference" label={t('line.reference')} />
      <Field name="lines.0.note" kind="textarea" label={t('line.note')} />
      {files.length > 0 && (
        <Field
          name="lines.0.refundUploadId"
          kind="select"
          label={t('line.file')}
          placeholder={t('line.noFile')}
          options={files.map((file) => ({ value: file.refundUploadId, label: file.fileName }))}
        />
      )}
    </Form>
  )
}

function WaiveForm({ one, line, done }: FormProps) {
  const t = useTexts('order-cancellations')
  return (
    <Form
      endpoint={orderCancellations.update}
      params={{ id: one.orderCancellationId }}
      also={{ version: one.version }}
      toBody={(body) => ({
        version: one.version,
        lines: [{ ...firstLine(body), lineId: line.lineId, state: 'WAIVED' as const }],
      })}
      submit={t('line.waiveDo')}
      refresh={caseReads}
      onDone={() => {
        done()
        showDone(t('case.saved'))
      }}
    >
      <Field name="lines.0.note" kind="textarea" label={t('line.waiveNote')} required />
    </Form>
  )
}
