import type contact from '../texts/pages/contact/fi.json'
import { Icon } from './Icon.tsx'
import { type Site, set } from './site.ts'

export type ContactCopy = typeof contact
type FormTexts = ContactCopy['form']

const roles = ['EMPLOYER', 'EMPLOYEE', 'STORE', 'OTHER'] as const

interface FieldProps {
  name: 'name' | 'email' | 'phone' | 'company'
  texts: FormTexts
  type?: string
  autoComplete: string
  required?: boolean
  maxLength: number
}

function Field({ name, texts, type = 'text', autoComplete, required, maxLength }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={`contact-${name}`}>
        {texts[name]} {required ? null : <span className="hint">({texts.optional})</span>}
      </label>
      <input
        className="in"
        id={`contact-${name}`}
        name={name}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        required={required}
        aria-describedby={`contact-${name}-error`}
      />
      <p className="err" id={`contact-${name}-error`} data-error={texts.errors[name]} />
    </div>
  )
}

function RoleField({ texts }: { texts: FormTexts }) {
  return (
    <fieldset className="field" data-field="role">
      <legend className="lbl">{texts.role}</legend>
      <div className="seg">
        {roles.map((role) => (
          <label key={role}>
            <input type="radio" name="role" value={role} required aria-describedby="contact-role-error" />
            <span>{texts.roles[role]}</span>
          </label>
        ))}
      </div>
      <p className="err" id="contact-role-error" data-error={texts.errors.role} />
    </fieldset>
  )
}

function MessageField({ texts }: { texts: FormTexts }) {
  return (
    <div className="field">
      <label htmlFor="contact-message">{texts.message}</label>
      <textarea
        className="in"
        id="contact-message"
        name="message"
        rows={6}
        required
        maxLength={5000}
        aria-describedby="contact-message-error"
      />
      <p className="err" id="contact-message-error" data-error={texts.errors.message} />
    </div>
  )
}

/**
 * The contact form as plain HTML: the page's script checks the fields with the server's own rules, sends it and shows
 * what came of it. Without a script the form gives way to the phone number and the address beside it.
 */
export function ContactForm({ site, copy: { form: texts } }: { site: Site; copy: ContactCopy }) {
  return (
    <section className="part" aria-labelledby="lomake">
      <h2 id="lomake">{texts.heading}</h2>
      <div className="body">
        <p className="note no-js">{texts.noScript}</p>
        <form className="form" action="/api/contact-forms" method="post" noValidate data-contact-form>
          <RoleField texts={texts} />
          <div className="g2">
            <Field name="name" texts={texts} autoComplete="name" required maxLength={200} />
            <Field name="email" texts={texts} type="email" autoComplete="email" required maxLength={254} />
            <Field name="phone" texts={texts} type="tel" autoComplete="tel" maxLength={30} />
            <Field name="company" texts={texts} autoComplete="organization" maxLength={200} />
          </div>
          <MessageField texts={texts} />
          <div className="trap" aria-hidden="true">
            <label htmlFor="contact-website">{texts.website}</label>
            <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
          </div>
          <p
            className="err"
            role="alert"
            data-form-error
            data-too-many={texts.errors.tooMany}
            data-maintenance={texts.errors.maintenance}
            data-failed={texts.errors.failed}
          />
          <p>
            <button className="btn btn-p lg" type="submit" data-sending={texts.sending}>
              {texts.send}
            </button>
          </p>
        </form>
        <div className="note ok" data-sent hidden tabIndex={-1}>
          <Icon name="check" />
          <div>
            <h3>{texts.sentHeading}</h3>
            <p>{set(texts.sentText, site.values)}</p>
          </div>
        </div>
      </div>
    </section>
  )
}
