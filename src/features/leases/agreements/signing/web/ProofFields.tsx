import { useState } from 'react'
import { SegmentedControl } from '#platform/web/controls/SegmentedControl.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

export type Via = 'SMS' | 'EMAIL'

/** By which way a code comes. */
export function WayOfCode({ via, choose }: { via: Via; choose: (via: Via) => void }) {
  const t = useTexts('signing')
  return (
    <SegmentedControl
      aria-label={t('proof.way')}
      value={via}
      onChange={(chosen) => choose(chosen as Via)}
      data={[
        { value: 'SMS', label: t('proof.bySms') },
        { value: 'EMAIL', label: t('proof.byEmail') },
      ]}
    />
  )
}

/**
 * Where the first code goes: a number or a private address, which the code proves as it signs. A service that
 * sends no text messages asks for an address alone.
 */
export function ProofFields({ textsLeave }: { textsLeave: boolean }) {
  const t = useTexts('signing')
  const [via, setVia] = useState<Via>(textsLeave ? 'SMS' : 'EMAIL')
  return (
    <>
      {textsLeave && <WayOfCode via={via} choose={setVia} />}
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
