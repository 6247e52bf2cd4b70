import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'

/**
 * What happened, in the person's words; saved as often as wanted until the insurer has decided.
 * @param day on which it was reported in a hurry, until another one is given
 */
export function ReportForm({ claim, day }: { claim: ClaimView; day?: string | undefined }) {
  const t = useTexts('insurance-claims')
  const wants = (piece: ClaimView['requiredPieces'][number]) => claim.requiredPieces.includes(piece)
  return (
    <section className="card stack-md">
      <h2>{t('report.title')}</h2>
      <Form
        endpoint={insuranceClaims.report}
        params={{ id: claim.insuranceId }}
        initial={{ ...claim, happenedDay: claim.happenedDay ?? day ?? null }}
        also={{ version: claim.version }}
        submit={t('report.save')}
        refresh={readsOfClaims}
        onDone={() => showDone(t('report.saved'))}
      >
        <FieldRow>
          <Field name="happenedDay" kind="day" label={t('pieces.DAY')} hint={t('report.day')} />
          <Field name="place" label={t('pieces.PLACE')} autoComplete="off" />
        </FieldRow>
        <Field name="description" kind="textarea" rows={5} label={t('pieces.DESCRIPTION')} />
        {wants('POLICE_REPORT') && (
          <Field
            name="policeReportNumber"
            label={t('pieces.POLICE_REPORT')}
            hint={t('report.police')}
            autoComplete="off"
          />
        )}
        {wants('LOCK') && <Field name="lock" label={t('pieces.LOCK')} hint={t('report.lock')} autoComplete="off" />}
        <Field name="thirdParty" kind="textarea" label={t('report.thirdParty')} hint={t('report.thirdPartyHint')} />
      </Form>
    </section>
  )
}
