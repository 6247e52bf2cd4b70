import { useState } from 'react'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'

/** The first phone number of somebody whose company wants a code; it is stored once the code has come back. */
export function PhoneStep({
  userId,
  onSent,
}: {
  userId: string
  onSent: (phoneNumber: string, hint: string | null) => void
}) {
  const t = useTexts('sessions')
  const [phoneNumber, setPhoneNumber] = useState('')
  return (
    <>
      <h1>{t('phone.title')}</h1>
      <p className="t2">{t('phone.lead')}</p>
      <Form
        endpoint={sessions.setPhone}
        params={{ userId }}
        submit={t('phone.submit')}
        wide
        unguarded
        onDone={(reply) => onSent(phoneNumber, reply.phoneHint)}
      >
        <Field
          name="phoneNumber"
          kind="phone"
          label={t('fields.phone')}
          hint={t('fields.phoneHint')}
          autoComplete="tel"
          onInput={(text) => setPhoneNumber(String(text))}
        />
      </Form>
    </>
  )
}
