import { useState } from 'react'
import { SegmentedControl } from '#platform/web/controls/SegmentedControl.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/**
 * Where the first code goes: a number or a private address, which the code proves as it signs. A service that
 * sends no text messages asks for an address alone.
 */
export function ProofFields({ textsLeave }: { textsLeave: boolean }) {
  const t = useTexts('signing')
  const [via, setVia] = useState(textsLeave ? 'SMS' : 'EMAIL')
  return (
    <>
      {textsLeave && (
        <SegmentedControl
          aria-label={t('proof.way')}
          value={via}
          onChange={setVia}
          data={[
            { value: 'SMS', label: t('proof.bySms') },
            { value: 'EMAIL', label: t('proof.byEmail') },
          ]}
        />
      )}
      {via === 'SMS' ? (
        <Field name="phoneNumber" kind="phone" label={t('proof.phone')} autoComplete="tel" required />
      ) : (
        <Field
          name="email"
          kind="email"
          label={t('proof.email')}
          hint={t('proof.emailHint')}
          autoComplete="email"
          required
        />
      )}
    </>
  )
}
