import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { DatedSteps } from '#platform/web/parts/DatedSteps.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

type Page = ReplyOf<typeof insuranceClaims.repairPage>

/** On a store's page: the bicycle that it repairs, its damage and the limit of the repair. */
export function RepairAtStore({ token, isFirst }: { token: string; isFirst: boolean }) {
  const found = useApi(insuranceClaims.repairPage, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return isFirst && <LinkProblem />
  return <Loaded from={found}>{(page) => <RepairPage page={page} token={token} isFirst={isFirst} />}</Loaded>
}

function RepairPage({ page, token, isFirst }: { page: Page; token: string; isFirst: boolean }) {
  const t = useTexts('insurance-claims')
  return (
    <section className="stack-lg">
      <PartTitle store={page.storeName} title={t('store.title')} isFirst={isFirst} />
      {page.isOpen ? (
        <p className="lead">{t('store.lead', { name: page.firstName ?? '' })}</p>
      ) : (
        <Note kind="ok">{t('store.done')}</Note>
      )}
      <Facts
        rows={[
          [t('store.bike'), page.bike],
          [t('store.frame'), page.frameNumber],
          [t('store.agreement'), page.agreementNumber],
          [t('store.damage'), page.damage],
          [t('store.limit'), page.limit !== null && <Money key="l" euros={page.limit} />],
        ]}
      />
      {page.isOpen && <Repaired page={page} token={token} />}
      {page.isOpen && <Note kind="info">{t('store.tooMuch')}</Note>}
      <Steps page={page} isFirst={isFirst} />
    </section>
  )
}

/** The shop has repaired the bicycle: its invoice number, day and sum, which settle the repair. */
function Repaired({ page, token }: { page: Page; token: string }) {
  const t = useTexts('insurance-claims')
  return (
    <section className="card stack-md" aria-labelledby="repaired">
      <h2 id="repaired">{t('store.repaired.title')}</h2>
      <p className="sm t2">{t('store.invoice', { agreement: page.agreementNumber })}</p>
      <Form
        endpoint={insuranceClaims.repaired}
        params={{ token }}
        initial={{ issueDay: page.today }}
        submit={t('store.repaired.submit')}
        wide
        unguarded
        refresh={[insuranceClaims.repairPage]}
        onDone={() => showDone(t('store.repaired.done'))}
      >
        <Field name="number" label={t('store.repaired.number')} autoComplete="off" />
        <Field name="total" kind="money" label={t('store.repaired.total')} />
        <Field name="issueDay" kind="day" label={t('store.repaired.day')} />
      </Form>
    </section>
  )
}

function Steps({ page, isFirst }: { page: Page; isFirst: boolean }) {
  const t = useTexts('insurance-claims')
  const { invoice } = page
  const pays = invoice?.paidDay === null && invoice.expectedPayDay
  const isUnchecked = invoice?.paidDay === null && !invoice.expectedPayDay
  return (
    <DatedSteps
      isFirst={isFirst}
      title={t('store.steps')}
      steps={[
        { name: t('store.step.decided'), day: page.decidedDay },
        { name: t('store.step.invoice'), day: invoice?.issueDay ?? null, hint: invoice?.number },
        {
          name: t('store.step.payment'),
          day: invoice?.paidDay ?? null,
          // An invoice that nobody has looked at has no day yet, but says what the payment waits for.
          hint: pays ? t('store.step.payDay', { day: formatDay(pays) }) : isUnchecked && t('store.step.checking'),
        },
      ]}
    />
  )
}
