import { type ContactForm, contactForms } from '#features/ground/contact-forms/contract.ts'
import { numberOf } from '#features/ground/contact-forms/rules.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { mailAddress } from '#platform/web/router/mail-address.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './ContactFormPanel.module.css'
import { Thread } from './Thread.tsx'

const refresh = [contactForms.list, contactForms.uncheckedCount]

/** One message: how to answer, what was written, whether it is handled, and a note for colleagues. */
export function ContactFormPanel({ form }: { form: ContactForm }) {
  const may = useMay()
  return (
    <div className="stack-lg">
      <Sender form={form} />
      <Message form={form} />
      <Thread form={form} />
      {may('contact-form:check') ? (
        <>
          <Mark form={form} />
          <NoteForm form={form} />
        </>
      ) : null}
    </div>
  )
}

function Sender({ form }: { form: ContactForm }) {
  const t = useTexts('contact-forms')
  return (
    <dl className={styles.facts}>
      <dt>{t('number')}</dt>
      <dd className="n">{numberOf(form.contactFormDataId)}</dd>
      <dt>{t('role')}</dt>
      <dd>{t(`roles.${form.role}`)}</dd>
      {form.company && (
        <>
          <dt>{t('company')}</dt>
          <dd>{form.company}</dd>
        </>
      )}
      <dt>{t('email')}</dt>
      <dd>
        <a href={mailAddress(form.email)}>{form.email}</a>
      </dd>
      {form.phone && (
        <>
          <dt>{t('phone')}</dt>
          <dd className="n">
            <a href={`tel:${form.phone}`}>{form.phone}</a>
          </dd>
        </>
      )}
      <dt>{t('language')}</dt>
      <dd>{t(`languages.${form.language}`)}</dd>
      <dt>{t('sent')}</dt>
      <dd>
        <Instant at={form.createdAt} />
      </dd>
    </dl>
  )
}

function Message({ form }: { form: ContactForm }) {
  const t = useTexts('contact-forms')
  return (
    <section>
      <h3 className={styles.heading}>{t('message')}</h3>
      <p className={styles.message} lang={form.language}>
        {form.message}
      </p>
    </section>
  )
}

function Mark({ form }: { form: ContactForm }) {
  const t = useTexts('contact-forms')
  const mark = useApiAction(contactForms.update, {
    refresh,
    onSuccess: (reply) => showDone(t(reply.checked ? 'checked' : 'unchecked')),
  })
  const press = () =>
    mark.mutate({
      params: { contactFormDataId: form.contactFormDataId },
      body: { checked: !form.checked, version: form.version },
    })
  if (!form.checked)
    return (
      <div>
        <Button loading={mark.isPending} onClick={press}>
          {t('check')}
        </Button>
      </div>
    )
  return (
    <div className="stack-md">
      <p className="sm t2">
        {t('checkedBy', { name: form.checkedBy ?? '' })}, <Instant at={form.checkedAt} />
      </p>
      <Button loading={mark.isPending} onClick={press}>
        {t('uncheck')}
      </Button>
    </div>
  )
}

function NoteForm({ form }: { form: ContactForm }) {
  const t = useTexts('contact-forms')
  return (
    <Form
      endpoint={contactForms.update}
      params={{ contactFormDataId: form.contactFormDataId }}
      initial={form}
      also={{ checked: form.checked, version: form.version }}
      submit={t('saveNote')}
      plain
      refresh={refresh}
      onDone={() => showDone(t('noteSaved'))}
    >
      <Field name="note" kind="textarea" label={t('note')} hint={t('noteHint')} />
    </Form>
  )
}
