import { useState } from 'react'
import { type ContactForm, type ContactFormAnswer, contactForms } from '#features/ground/contact-forms/contract.ts'
import { numberOf } from '#features/ground/contact-forms/rules.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './ContactFormPanel.module.css'

const STEP = 20
const refresh = [contactForms.list, contactForms.uncheckedCount, contactForms.thread]

/** What was answered and what came back, and below it the answer to write. */
export function Thread({ form }: { form: ContactForm }) {
  const t = useTexts('contact-forms')
  const may = useMay()
  const [limit, setLimit] = useState(STEP)
  const params = { contactFormDataId: form.contactFormDataId }
  const thread = useApi(contactForms.thread, { params, query: { limit }, keepPrevious: true })
  return (
    <section className="stack-md">
      <h3 className={styles.heading}>{t('thread')}</h3>
      <Loaded from={thread}>
        {({ items, hasNext, replyTo }) => (
          <>
            {items.length === 0 && <p className="sm t2">{t('noThread')}</p>}
            {items.map((answer) => (
              <Said key={answer.answerId} answer={answer} language={form.language} />
            ))}
            {hasNext && limit < 100 && <Button onClick={() => setLimit(limit + STEP)}>{t('earlier')}</Button>}
            {may('contact-form:check') && <Write form={form} replyTo={replyTo} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Said({ answer, language }: { answer: ContactFormAnswer; language: ContactForm['language'] }) {
  const t = useTexts('contact-forms')
  const { kind, writtenBy: name, mail } = answer
  return (
    <article className={kind === 'SENT' ? styles.sent : styles.came}>
      <p className="sm t2">
        {t(kind === 'SENT' ? 'sentBy' : 'cameBy', { name })}, <Instant at={answer.createdAt} />
        {mail && <span> · {t(`mailStates.${mail}`)}</span>}
      </p>
      <p className={styles.message} lang={language}>
        {answer.body}
      </p>
    </article>
  )
}

/** The answer by mail, and a press that opens the field for a reply that came to the mailbox. */
function Write({ form, replyTo }: { form: ContactForm; replyTo: string }) {
  const t = useTexts('contact-forms')
  const [isCame, setIsCame] = useState(false)
  const to = form.email
  const params = { contactFormDataId: form.contactFormDataId }
  if (isCame)
    return (
      <Form
        key="came"
        endpoint={contactForms.answer}
        params={params}
        initial={{ body: '' }}
        also={{ kind: 'CAME', checked: false, version: form.version }}
        submit={t('keepCame')}
        refresh={refresh}
        plain
        beside={<Button onClick={() => setIsCame(false)}>{t('actions.cancel')}</Button>}
        onDone={() => showDone(t('cameKept'))}
      >
        <Field name="body" kind="textarea" label={t('came', { replyTo })} hint={t('cameHint')} />
      </Form>
    )
  const number = numberOf(form.contactFormDataId)
  return (
    <Form
      key="sent"
      endpoint={contactForms.answer}
      params={params}
      initial={{ body: '', checked: true }}
      also={{ kind: 'SENT', version: form.version }}
      submit={t('send')}
      refresh={refresh}
      beside={<Button onClick={() => setIsCame(true)}>{t('cameOpen')}</Button>}
      onDone={() => showDone(t('answerSent', { to }))}
    >
      <Field
        name="body"
        kind="textarea"
        label={t('answer')}
        hint={t('answerHint', { language: t(`languages.${form.language}`) })}
      />
      <Field name="checked" kind="checkbox" label={t('alsoChecked')} />
      <Reach to={`${form.name}, ${to}`} count={t('oneMail')} />
      <p className="sm t2">{t('answerTo', { to, name: form.name, replyTo, number })}</p>
    </Form>
  )
}
