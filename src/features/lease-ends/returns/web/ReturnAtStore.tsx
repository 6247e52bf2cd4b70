import { returns } from '#features/lease-ends/returns/contract.ts'
import { PHOTOS_MAX } from '#features/lease-ends/returns/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatMonth } from '#platform/values/days.ts'
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
import { useTexts } from '#platform/web/words/i18n.ts'

type Page = ReplyOf<typeof returns.storePage>

/** On a store's page: it takes photos of a bicycle that is brought to it and says that it has come. */
export function ReturnAtStore({ token, isFirst }: { token: string; isFirst: boolean }) {
  const found = useApi(returns.storePage, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return isFirst && <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} token={token} isFirst={isFirst} />}</Loaded>
}

function Whole({ page, token, isFirst }: { page: Page; token: string; isFirst: boolean }) {
  const t = useTexts('returns')
  const isOpen = page.step === 'APPROVED'
  return (
    <section className="stack-lg">
      <PartTitle store={page.storeName} title={t('store.title')} isFirst={isFirst} />
      {isOpen && <p className="lead">{t('store.lead', { name: page.firstName, month: formatMonth(page.endMonth) })}</p>}
      {page.step === 'CANCELLED' && <Note kind="warn">{t('store.cancelled')}</Note>}
      {!isOpen && page.step !== 'CANCELLED' && <Note kind="ok">{t('store.done')}</Note>}
      {isOpen && <Photos page={page} token={token} />}
      {isOpen && (
        <Form
          endpoint={returns.receive}
          params={{ token }}
          initial={{ receivedDay: page.today }}
          submit={t('store.submit')}
          wide
          refresh={[returns.storePage]}
          onDone={() => undefined}
        >
          <Field name="receivedDay" kind="day" label={t('store.receivedDay')} />
          <Field name="note" kind="textarea" label={t('store.note')} />
        </Form>
      )}
      <Facts
        rows={[
          [t('store.bike'), page.bike],
          [t('store.frame'), page.frameNumber],
          [t('store.agreement'), page.agreementNumber],
        ]}
      />
      {page.step !== 'CANCELLED' && (
        <DatedSteps
          isFirst={isFirst}
          title={t('store.steps')}
          steps={[
            { name: t('store.step.approved'), day: page.approvedDay },
            {
              name: t('store.step.received'),
              day: page.receivedDay,
              hint: isOpen && t('store.step.by', { month: formatMonth(page.endMonth) }),
            },
            { name: t('store.step.inspected'), day: page.inspectedDay },
            { name: t('store.step.done'), day: page.doneDay },
          ]}
        />
      )}
    </section>
  )
}

function Photos({ page, token }: { page: Page; token: string }) {
  const t = useTexts('returns')
  const add = useApiAction(returns.addPhoto, {
    refresh: [returns.storePage],
    onSuccess: () => showDone(t('toasts.photo')),
  })
  const choose = (file: File | null) => {
    if (!file) return
    // The call takes plain bytes, whatever kind the browser thinks the file is.
    const body = new File([file], file.name, { type: 'application/octet-stream' })
    add.mutate({ params: { token }, body })
  }
  return (
    <section className="card stack-sm">
      <h2>{t('store.photosTitle')}</h2>
      <p className="sm t2">{t('store.photosText', { most: PHOTOS_MAX })}</p>
      {page.photos > 0 && <p role="status">{t('store.photos', { count: page.photos })}</p>}
      {page.photos < PHOTOS_MAX && (
        <div>
          <FileButton accept="image/jpeg,image/png,image/webp" capture="environment" onChange={choose}>
            {(props) => (
              <Button {...props} loading={add.isPending}>
                {t('store.addPhoto')}
              </Button>
            )}
          </FileButton>
        </div>
      )}
    </section>
  )
}
