import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { NotFoundPage } from '#platform/web/message-pages/message-pages.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView, readsOfBrokerage } from '../contract.ts'
import { CaseFacts } from './CaseFacts.tsx'
import { DraftPhotos, Photos } from './Photos.tsx'
import { Sale } from './Sale.tsx'
import { Steps } from './Steps.tsx'
import { TakeOver } from './TakeOver.tsx'
import { TakerCost } from './TakerCost.tsx'
import { Transfer } from './Transfer.tsx'

/** /mybike/valitys/$brokerageId: one's own offer or reservation. */
export function OwnCasePage() {
  const { brokerageId } = useParams()
  const found = useApi(brokerage.get, { params: { id: brokerageId! }, refetchIntervalMs: 60_000 })
  if (isApiError(found.error, 'NOT_FOUND', 'VALIDATION')) return <NotFoundPage />
  return (
    <div className="wrap">
      <Loaded from={found}>{(one) => <Whole one={one} />}</Loaded>
    </div>
  )
}

function Whole({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  const mayEdit = one.allowedSteps.some(({ step }) => step === 'edit')
  const mayAccept = one.allowedSteps.some(({ step }) => step === 'acceptOffer')
  const side = one.side === 'TAKER' ? 'taker' : 'seller'
  return (
    <>
      <PageHead
        above={<Link to="/mybike">{t('own.back')}</Link>}
        title={one.bike}
        lead={one.buyer && one.step === 'DONE' ? t('sale.done') : t(`now.${side}.${one.step}`)}
      />
      <div className="stack-lg" style={{ maxWidth: '40rem' }}>
        {mayEdit && <EditForm one={one} />}
        {mayEdit ? (
          <DraftPhotos one={one} />
        ) : (
          one.photoIds.length > 0 && <Photos id={one.bikeBrokerageId} photoIds={one.photoIds} bike={one.bike} />
        )}
        {side === 'taker' && <Condition one={one} />}
        {mayAccept && <TakeOver of={one} step="acceptOffer" done={() => showDone(t('toasts.updated'))} />}
        {side === 'taker' && !mayAccept && committing.has(one.step) && <CostOfTaking one={one} />}
        <Transfer one={one} />
        <Sale one={one} />
        <Steps one={one} />
        <section className="card stack-md">
          {!mayEdit && side === 'seller' && one.description && <p>{one.description}</p>}
          <CaseFacts one={one} />
        </section>
      </div>
    </>
  )
}

/** From a reservation to the last signature whoever takes the bicycle over still commits to its price. */
const committing: ReadonlySet<CaseView['step']> = new Set(['RESERVED', 'TRANSFER'])

function CostOfTaking({ one: { bikeBrokerageId } }: { one: CaseView }) {
  const { data } = useApi(brokerage.cost, { params: { id: bikeBrokerageId } })
  return data ? <TakerCost cost={data} /> : null
}

/** What the giver says of the bicycle, or that they say nothing: nobody takes it unseen without knowing that. */
function Condition({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  return (
    <section className="card stack-sm">
      <h2>{t('form.condition')}</h2>
      {one.description ? <p>{one.description}</p> : <Note kind="warn">{t('form.conditionUntold')}</Note>}
      {one.photoIds.length === 0 && <p className="sm t2">{t('form.photosMissing')}</p>}
    </section>
  )
}

function EditForm({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  const isNamed = one.step === 'OFFERED'
  return (
    <section className="card stack-md">
      <h2>{t(isNamed ? 'form.offeredTitle' : 'form.title')}</h2>
      <Form
        endpoint={brokerage.update}
        params={{ id: one.bikeBrokerageId }}
        initial={isNamed ? { text: one.description } : { text: one.description, municipality: one.municipality }}
        also={{ step: 'edit', version: one.version }}
        submit={t('form.save')}
        refresh={readsOfBrokerage}
        onDone={() => showDone(t('toasts.updated'))}
      >
        <Field
          name="text"
          kind="textarea"
          rows={5}
          label={t(isNamed ? 'form.condition' : 'form.text')}
          hint={t(isNamed ? 'form.conditionHint' : 'form.textHint')}
          required
        />
        {!isNamed && <Field name="municipality" label={t('columns.municipality')} hint={t('form.place')} required />}
      </Form>
    </section>
  )
}
