import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { DatedSteps } from '#platform/web/parts/DatedSteps.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

type Page = ReplyOf<typeof orderCancellations.refundPage>

const refresh = [orderCancellations.refundPage]

/** On a store's page: what it pays back for a cancelled order, and where it tells that it has. */
export function RefundByStore({ token, isFirst }: { token: string; isFirst: boolean }) {
  const found = useApi(orderCancellations.refundPage, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return isFirst && <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} token={token} isFirst={isFirst} />}</Loaded>
}

function Whole({ page, token, isFirst }: { page: Page; token: string; isFirst: boolean }) {
  const t = useTexts('order-cancellations')
  const { told } = page
  return (
    <section className="stack-lg">
      <PartTitle store={page.storeName} title={t('refundPage.title')} isFirst={isFirst} />
      {!page.isOpen && <Note kind="ok">{t('refundPage.closed')}</Note>}
      {page.isOpen && told && <Note kind="ok">{t('refundPage.told', { day: formatDay(told.paidDay) })}</Note>}
      {page.isOpen && !told && <p className="lead">{t('refundPage.lead', { order: page.orderNumber })}</p>}
      <Facts
        rows={[
          [t('refundPage.toRepay'), page.isOpen && <Money key="r" euros={page.toRepay} />],
          [t('refundPage.payee'), page.payee],
          [
            t('refundPage.iban'),
            <span key="i" className="n">
              {page.iban}
            </span>,
          ],
          [t('refundPage.message'), page.orderNumber],
          [t('columns.bike'), page.bike],
          [t('refundPage.frame'), page.frameNumber],
          ...page.invoices.map(({ number, toCredit }): [string, React.ReactNode] => [
            t('refundPage.invoice', { number: number ?? '–' }),
            <Money key={number} euros={toCredit} />,
          ]),
        ]}
      />
      {page.isOpen && <Word page={page} token={token} />}
      {page.isOpen && <Files page={page} token={token} />}
      <DatedSteps
        isFirst={isFirst}
        title={t('refundPage.steps')}
        steps={[
          { name: t('refundPage.step.cancelled'), day: page.openedDay },
          {
            name: t('refundPage.step.paid'),
            day: told?.paidDay ?? null,
            hint: told ? told.reference : page.isOpen && t('refundPage.step.by', { day: formatDay(page.repayBy) }),
          },
          { name: t('refundPage.step.came'), day: page.cameDay },
          { name: t('refundPage.step.closed'), day: page.closedDay },
        ]}
      />
    </section>
  )
}

function Word({ page, token }: { page: Page; token: string }) {
  const t = useTexts('order-cancellations')
  const { told } = page
  return (
    <Form
      endpoint={orderCancellations.tellRefund}
      params={{ token }}
      initial={{
        paidDay: told?.paidDay ?? page.today,
        reference: told?.reference ?? '',
        creditNumber: told?.creditNumber ?? '',
      }}
      submit={t(told ? 'refundPage.change' : 'refundPage.submit')}
      wide
      refresh={refresh}
      onDone={() => showDone(t('refundPage.thanks'))}
    >
      <Field name="paidDay" kind="day" label={t('refundPage.paidDay')} />
      <Field name="creditNumber" label={t('refundPage.creditNumber')} autoComplete="off" />
      <Field name="reference" label={t('refundPage.reference')} autoComplete="off" />
    </Form>
  )
}

/** The store's credit note, left as a file where it is not sent as an e-invoice. */
function Files({ page, token }: { page: Page; token: string }) {
  const t = useTexts('order-cancellations')
  const add = useApiAction(orderCancellations.refundPageFile, {
    refresh,
    onSuccess: () => showDone(t('case.fileAdded')),
  })
  const choose = (file: File | null) => {
    if (!file) return
    // The call takes plain bytes, whatever kind the browser thinks the file is.
    const body = new File([file], file.name, { type: 'application/octet-stream' })
    add.mutate({ params: { token }, query: { fileName: file.name.slice(-200) }, body })
  }
  return (
    <section className="card stack-sm">
      <h2>{t('refundPage.filesTitle')}</h2>
      <p className="sm t2">{t('refundPage.filesText')}</p>
      {page.files > 0 && <p role="status">{t('refundPage.files', { count: page.files })}</p>}
      <div>
        <FileButton accept="application/pdf,image/png,image/jpeg" onChange={choose}>
          {(props) => (
            <Button {...props} loading={add.isPending}>
              {t('case.addFile')}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  )
}
