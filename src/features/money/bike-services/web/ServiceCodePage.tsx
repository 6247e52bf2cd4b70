import { useState } from 'react'
import { pageUrl } from '#platform/contract/pages.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { labelInside } from '#platform/web/form/missing-text.ts'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { typedCode } from '../rules.ts'

/** /huolto: a shop types the code that a customer shows, where it cannot read the QR code. */
export function ServiceCodePage({ problem }: { problem?: string }) {
  const t = useTexts('bike-services')
  const ofForms = useTexts()
  const [code, setCode] = useState(useParams().code ?? '')
  usePageTitle(t('shop.codeTitle'))
  const [isMissed, setMissed] = useState(false)
  const plain = typedCode(code)
  return (
    <div className="stack-lg">
      <h1>{t('shop.codeTitle')}</h1>
      <p className="lead">{t('shop.codeLead')}</p>
      <form
        className="stack-md"
        onSubmit={(event) => {
          event.preventDefault()
          setMissed(!plain)
          if (plain) navigate(pageUrl('serviceVoucher', { code: plain }))
        }}
      >
        <TextInput
          label={t('shop.code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={12}
          error={isMissed && !plain ? ofForms('fields.missing.write', { field: labelInside(t('shop.code')) }) : problem}
          announced
        />
        <div>
          <PrimaryButton type="submit">{t('shop.open')}</PrimaryButton>
        </div>
      </form>
      <Contact />
    </div>
  )
}
