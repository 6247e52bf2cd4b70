import type { ReplyOf } from '#platform/contract/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { GonePage } from '#platform/web/message-pages/GonePage.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Repayment = ReplyOf<typeof banking.repaymentPage>

/** /takaisinmaksu/{token}: the payer names the account for what is paid back. */
export function RepaymentPage() {
  const t = useTexts('banking')
  const token = useLinkToken('/takaisinmaksu')
  const found = useApi(banking.repaymentPage, { params: { token }, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND'))
    return <GonePage title={t('repaymentPage.gone')}>{t('repaymentPage.goneText')}</GonePage>
  return <Loaded from={found}>{(repayment) => <RepaymentView repayment={repayment} token={token} />}</Loaded>
}

/** What the payer reads in each state; ASKED has the form. */
const notes = {
  TO_CONFIRM: 'given',
  QUEUED: 'given',
  SENT: 'given',
  PAID: 'paid',
  REMOVED: 'over',
  REJECTED: 'over',
} as const

/** The words of what has been given; a company's admin has a word in it first. */
const noteKey = (state: keyof typeof notes, needsApproval: boolean) =>
  `repaymentPage.${needsApproval && state === 'TO_CONFIRM' ? 'toApprove' : notes[state]}`

function RepaymentView({ repayment, token }: { repayment: Repayment; token: string }) {
  const t = useTexts('banking')
  const language = useLanguage()
  const title = t('repaymentPage.title', { amount: formatEuros(centsFromEuros(repayment.amount), language) })
  usePageTitle(title)
  const { state } = repayment
  return (
    <div className="stack-lg">
      <h1>{title}</h1>
      {state !== 'ASKED' && (
        <div role="status">
          <Note kind={notes[state] === 'over' ? 'warn' : 'ok'}>{t(noteKey(state, repayment.needsApproval))}</Note>
        </div>
      )}
      {state === 'ASKED' && (
        <>
          <p>{t('repaymentPage.text', { payer: repayment.payer, number: repayment.number ?? '' })}</p>
          {repayment.needsApproval && <p>{t('repaymentPage.approval')}</p>}
          <Form
            endpoint={banking.giveAccount}
            params={{ token }}
            submit={t('repaymentPage.submit')}
            refresh={[banking.repaymentPage]}
          >
            <Field name="iban" label={t('repaymentPage.iban')} required />
          </Form>
        </>
      )}
    </div>
  )
}
