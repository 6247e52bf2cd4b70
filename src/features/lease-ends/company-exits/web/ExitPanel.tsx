import { formatMonth } from '#platform/values/days.ts'
import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Awaited } from '#platform/web/parts/Awaited.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { ProcessSteps } from '#platform/web/parts/ProcessSteps.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { companyExits, type ExitView, readsOfExits } from '../contract.ts'
import { DeductionsForm } from './DeductionsForm.tsx'
import { ExitLeases } from './ExitLeases.tsx'

/** One leaving company: what it owes, its files, and its leases to work off. */
export function ExitPanel({ id }: { id: string }) {
  const found = useApi(companyExits.get, { params: { id } })
  return <Loaded from={found}>{(exit) => <Whole exit={exit} />}</Loaded>
}

function Whole({ exit }: { exit: ExitView }) {
  const t = useTexts('company-exits')
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('columns.from'), <Day key="f" day={exit.fromDay} />],
          [t('panel.into'), exit.intoCompanyName],
          [t('panel.movesOn'), exit.movesOn && <Day key="s" day={exit.movesOn} />],
          [t('columns.until'), exit.kind !== 'MERGED' && <Day key="u" day={exit.chooseUntil} />],
          [t('mark.reason'), exit.reason],
          [t('panel.openInvoices'), <Money key="o" euros={exit.openInvoices} />],
          [t('panel.held'), <Money key="h" euros={exit.held} />],
          [t('panel.ordersUnderWay'), exit.ordersUnderWay > 0 && exit.ordersUnderWay],
          [
            t('panel.lastDeduction'),
            exit.lastDeductionMonth
              ? `${formatMonth(exit.lastDeductionMonth)} (${t(`confirmer.${exit.confirmedBy ?? 'EMPLOYER'}`)})`
              : t('panel.notConfirmed'),
          ],
          [t('panel.withdrawn'), exit.withdrawnReason],
        ]}
      />
      <Awaited subjectId={exit.id} version={exit.version} />
      <Files exit={exit} />
      <Acts exit={exit} />
      <ExitLeases exit={exit} />
    </div>
  )
}

function Files({ exit }: { exit: ExitView }) {
  const t = useTexts('company-exits')
  const params = { id: exit.id }
  return (
    <ul className="sm stack-md">
      {exit.lessors.map(({ leasingCompanyId, name }) => (
        <li key={leasingCompanyId}>
          <a href={fileUrl(companyExits.lessorFile, params, { leasingCompanyId })}>{t('panel.lessorFile', { name })}</a>
        </li>
      ))}
      <li>
        <a href={fileUrl(companyExits.claimsFile, params)}>{t('panel.claimsFile')}</a>
      </li>
      {exit.state === 'OPEN' && exit.kind !== 'MERGED' && exit.leases.OPEN > 0 && (
        <li>
          <a href={fileUrl(companyExits.letters, params)}>{t('panel.letters', { count: exit.leases.OPEN })}</a>
        </li>
      )}
    </ul>
  )
}

/** The steps that are the viewer's, each with what still stands in its way. */
function Acts({ exit }: { exit: ExitView }) {
  const t = useTexts('company-exits')
  const onDone = () => showDone(t('panel.done'))
  const workOff = useApiAction(companyExits.workOff, { refresh: readsOfExits, onSuccess: onDone })
  const forms = { confirmDeductions: DeductionsForm, withdraw: WithdrawForm } as const
  return (
    <ProcessSteps
      steps={exit.allowedSteps}
      t={t}
      form={(step, close) => {
        const StepForm = step === 'confirmDeductions' || step === 'withdraw' ? forms[step] : null
        const done = () => {
          close()
          onDone()
        }
        return StepForm && <StepForm exit={exit} done={done} />
      }}
      dangers={['withdraw']}
      take={() => workOff.mutateAsync({ params: { id: exit.id }, body: { version: exit.version } })}
      busy={workOff.isPending}
    />
  )
}

function WithdrawForm({ exit, done }: { exit: ExitView; done: () => void }) {
  const t = useTexts('company-exits')
  return (
    <Form
      endpoint={companyExits.withdraw}
      params={{ id: exit.id }}
      also={{ version: exit.version }}
      submit={t('withdraw.open')}
      refresh={readsOfExits}
      onDone={done}
    >
      <p>{t('withdraw.text')}</p>
      <Field name="reason" kind="textarea" label={t('mark.reason')} />
    </Form>
  )
}
