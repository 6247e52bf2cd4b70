import { useTexts } from '#platform/web/words/i18n.ts'
import type { ClaimView } from '../contract.ts'

/** What a claim still has to tell or show. */
export function Missing({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  if (claim.missingPieces.length === 0) return null
  return (
    <div>
      <p>{t('missing')}</p>
      <ul>
        {claim.missingPieces.map((piece) => (
          <li key={piece}>{t(`pieces.${piece}`)}</li>
        ))}
      </ul>
    </div>
  )
}
