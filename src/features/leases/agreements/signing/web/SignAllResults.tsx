import { pageUrl } from '#platform/contract/pages.ts'
import { sentenceOf } from '#platform/web/api/messages.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Done } from './SignAllPage.tsx'

/** What became of each agreement: how many are signed, and why the others are not. */
export function SignAllResults({ done }: { done: readonly Done[] }) {
  const t = useTexts('signing')
  const refused = done.filter(({ result }) => !result.signed)
  const signed = done.length - refused.length
  const reason = (code: string | null) => (code && sentenceOf(code)) ?? t('general.other')
  return (
    <div role="status" className="stack-md">
      {signed > 0 && <Note kind="info">{t('all.signed', { count: signed })}</Note>}
      {refused.length > 0 && (
        <Note kind="warn">
          <p>{t('all.refused', { count: refused.length })}</p>
          <ul>
            {refused.map(({ agreement, result }) => (
              <li key={agreement.leasingAgreementId}>
                <Link to={pageUrl('employerOrder', { orderId: agreement.orderId })}>{agreement.employeeName}</Link> (
                {agreement.agreementNumber}): {reason(result.code)}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  )
}
