import { useState } from 'react'
import { pageUrl } from '#platform/contract/pages.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** /huolto: a shop types the code that a customer shows, where it cannot read the QR code. */
export function ServiceCodePage({ problem }: { problem?: string }) {
  const t = useTexts('bike-services')
  const [code, setCode] = useState(useParams().code ?? '')
  usePageTitle(t('shop.codeTitle'))
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase()
  return (
    <div className="stack-lg">
      <h1>{t('shop.codeTitle')}</h1>
      <p className="lead">{t('shop.codeLead')}</p>
      <form
        className="stack-md"
        onSubmit={(event) => {
          event.preventDefault()
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
          error={problem}
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
