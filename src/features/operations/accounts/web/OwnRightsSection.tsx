import { ownRights } from '#features/operations/rights/contract.ts'
import { requestKinds } from '#features/operations/rights/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay, formatInstant } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

type Own = ReplyOf<typeof ownRights.list>
type Kept = Own['requests'][number]['kept'][number]

/** What one asks about one's own data: erasure, correction, objection, restriction; and what became of it. */
export function OwnRightsSection() {
  const t = useTexts('rights')
  const found = useApi(ownRights.list, {})
  return (
    <section className={`card ${styles.section}`} id="rights" aria-labelledby="rights-title">
      <h2 id="rights-title">{t('own.title')}</h2>
      <p className="t2">{t('own.lead')}</p>
      <Loaded from={found}>
        {({ requests, plan }) => (
          <>
            {requests.length > 0 && (
              <ul className={styles.sessions}>
                {requests.map((request) => (
                  <OwnRequest key={request.requestId} request={request} />
                ))}
              </ul>
            )}
            <Asking />
            <details className="sm">
              <summary>{t('own.planTitle')}</summary>
              {plan.running.length > 0 && (
                <p>{t('own.running', { things: plan.running.map((thing) => t(`running.${thing}`)).join(', ') })}</p>
              )}
              <ul>
                {plan.classes.map(({ class: name, kept }) => (
                  <li key={name}>{kept ? <KeptLine one={{ class: name, kept }} /> : <GoingLine name={name} />}</li>
                ))}
              </ul>
            </details>
          </>
        )}
      </Loaded>
    </section>
  )
}

function GoingLine({ name }: { name: Kept['class'] }) {
  const t = useTexts('rights')
  return (
    <>
      <b>{t(`classes.${name}`)}</b>: {t('goes')}
    </>
  )
}

function KeptLine({ one: { class: name, kept } }: { one: Kept }) {
  const t = useTexts('rights')
  return (
    <>
      <b>{t(`classes.${name}`)}</b>: <span>{t(`reasons.${kept.reason}`)}</span>{' '}
      {kept.until && <span>{t('until', { day: formatDay(kept.until) })}</span>}
    </>
  )
}

function Asking() {
  const t = useTexts('rights')
  return (
    <Form
      endpoint={ownRights.ask}
      initial={{ kind: 'CORRECTION' }}
      submit={t('own.ask')}
      plain
      refresh={[ownRights.list]}
      onDone={() => showDone(t('own.asked'))}
    >
      <Field
        name="kind"
        kind="select"
        label={t('own.kind')}
        options={requestKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <Field name="wish" kind="textarea" label={t('own.wish')} hint={t('own.wishHint')} />
    </Form>
  )
}

function OwnRequest({ request }: { request: Own['requests'][number] }) {
  const t = useTexts('rights')
  const { requestId: id, kind, state, createdAt, dueDay, extendedReason, answer, eraseAt, kept, version } = request
  const withdraw = useApiAction(ownRights.withdraw, {
    refresh: [ownRights.list],
    onSuccess: () => showDone(t('own.withdrawn')),
  })
  return (
    <li className={`sm ${styles.address}`}>
      <b>{t(`kinds.${kind}`)}</b> · {t(`states.${state}`)}
      <br />
      <span className="muted">
        <Instant at={createdAt} />
        {state === 'OPEN' && <span> · {t('own.due', { day: formatDay(dueDay) })}</span>}
      </span>
      {extendedReason && <p>{t('own.extended', { reason: extendedReason })}</p>}
      {answer && <p>{answer}</p>}
      {state === 'ERASING' && eraseAt && <p>{t('own.eraseAt', { moment: formatInstant(eraseAt) })}</p>}
      {kept.length > 0 && (
        <details>
          <summary>{t('own.kept')}</summary>
          <ul>
            {kept.map((one) => (
              <li key={one.class}>
                <KeptLine one={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {request.mayWithdraw && (
        <p>
          <Removal
            ask={t('own.withdraw')}
            title={t('own.withdrawTitle')}
            text={t('own.withdrawText')}
            remove={() => withdraw.mutateAsync({ params: { id }, body: { version } })}
          />
        </p>
      )}
    </li>
  )
}
