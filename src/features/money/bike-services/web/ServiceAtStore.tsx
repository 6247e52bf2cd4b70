import type { ReplyOf } from '#platform/contract/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { DatedSteps } from '#platform/web/parts/DatedSteps.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bikeServices } from '../contract.ts'

type Page = ReplyOf<typeof bikeServices.billPage>

/** On a store's page: it bills the service of a voucher that it has taken, and finds its receipts. */
export function ServiceAtStore({ token, isFirst }: { token: string; isFirst: boolean }) {
  const found = useApi(bikeServices.billPage, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return isFirst && <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} token={token} isFirst={isFirst} />}</Loaded>
}

function Whole({ page, token, isFirst }: { page: Page; token: string; isFirst: boolean }) {
  const t = useTexts('bike-services')
  const title = t(page.receipt ? 'bill.receipt' : 'bill.title')
  return (
    <section className="stack-lg">
      <PartTitle store={page.storeName} title={title} isFirst={isFirst} />
      {page.receipt && (
        <Note kind={page.receipt.isVoid ? 'warn' : 'ok'}>{t(page.receipt.isVoid ? 'bill.void' : 'bill.done')}</Note>
      )}
      {page.state === 'TAKEN' && <p className="lead">{t('bill.lead')}</p>}
      <Facts
        rows={[
          [t('shop.bike'), page.bike],
          [t('shop.frame'), page.frameNumber],
          [t('bill.agreement'), page.agreementNumber],
          [
            t('shop.left'),
            page.left !== null && (
              <b key="l" className="fig">
                <Money euros={page.left} />
              </b>
            ),
          ],
        ]}
      />
      {page.receipt ? <Receipt receipt={page.receipt} token={token} /> : <Bill page={page} token={token} />}
      {page.earlier.length > 0 && <Earlier receipts={page.earlier} isFirst={isFirst} />}
    </section>
  )
}

function Bill({ page, token }: { page: Page; token: string }) {
  const t = useTexts('bike-services')
  if (page.state !== 'TAKEN')
    return page.state === 'OPEN' ? null : <Note kind="warn">{t(`shop.notGood.${page.state}`)}</Note>
  return (
    <Form
      endpoint={bikeServices.bill}
      params={{ token }}
      initial={{ issueDay: page.today }}
      submit={t('bill.submit')}
      wide
      refresh={[bikeServices.billPage]}
      onDone={() => undefined}
    >
      <Field name="work" kind="textarea" label={t('bill.work')} />
      <FieldRow>
        <Field
          name="total"
          kind="money"
          label={t('bill.total')}
          hint={t('bill.totalHint', { left: formatEuros(centsFromEuros(page.left ?? 0)) })}
        />
        <Field name="number" label={t('bill.number')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="issueDay" kind="day" label={t('bill.issueDay')} />
        <Field name="referenceNumber" label={t('bill.reference')} autoComplete="off" />
      </FieldRow>
    </Form>
  )
}

/** Services of the same bicycle that the store has billed before. */
function Earlier({ receipts, isFirst }: { receipts: Page['earlier']; isFirst: boolean }) {
  const t = useTexts('bike-services')
  return (
    <DatedSteps
      isFirst={isFirst}
      title={t('bill.earlier')}
      steps={receipts.map(({ number, work, sum, issueDay, isVoid }) => ({
        name: work,
        day: issueDay,
        hint: [formatEuros(centsFromEuros(sum)), number, isVoid && t('bill.voided')].filter(Boolean).join(' · '),
      }))}
    />
  )
}

function Receipt({ receipt, token }: { receipt: NonNullable<Page['receipt']>; token: string }) {
  const t = useTexts('bike-services')
  const attach = useApiAction(bikeServices.attach, {
    refresh: [bikeServices.billPage],
    onSuccess: () => showDone(t('bill.attached')),
  })
  return (
    <>
      <Facts
        rows={[
          [t('bill.work'), receipt.work],
          [t('bill.total'), <Money key="t" euros={receipt.sum} />],
          [t('bill.number'), receipt.number],
          [t('bill.issueDay'), <Day key="i" day={receipt.issueDay} />],
          [t('bill.due'), <Day key="d" day={receipt.dueDay} />],
          [t('bill.paid'), receipt.paidDay && <Day key="p" day={receipt.paidDay} />],
        ]}
      />
      {receipt.hasFile && <p role="status">{t('bill.hasFile')}</p>}
      {receipt.mayAttach && (
        <div>
          <FileButton
            accept="application/pdf"
            onChange={(file) => file && attach.mutate({ params: { token }, body: file })}
          >
            {(props) => (
              <Button {...props} loading={attach.isPending}>
                {t('bill.attach')}
              </Button>
            )}
          </FileButton>
        </div>
      )}
    </>
  )
}
