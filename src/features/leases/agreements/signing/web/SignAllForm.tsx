import { Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { afterSigning } from './after-signing.ts'
import type { SignResult, ToSign } from './SignAllPage.tsx'
import { SignerFields } from './SignerFields.tsx'

interface Props {
  readonly chosen: readonly ToSign[]
  readonly done: (results: readonly SignResult[]) => void
}

/** One confirmation for all chosen agreements: position, name and password once. */
export function SignAllForm({ chosen, done }: Props) {
  const t = useTexts('signing')
  const shown = chosen.map(({ leasingAgreementId, version, documentSha256 }) => ({
    leasingAgreementId,
    version,
    documentSha256,
  }))
  return (
    <Form
      endpoint={signing.signAll}
      also={{ agreements: shown }}
      submit={t('all.submit', { count: chosen.length })}
      wide
      unguarded
      refresh={[...afterSigning, signing.toSign]}
      onDone={({ results }) => done(results)}
    >
      <SignerFields />
      <p className="sm t2">{t('all.statement', { count: chosen.length })}</p>
    </Form>
  )
}
