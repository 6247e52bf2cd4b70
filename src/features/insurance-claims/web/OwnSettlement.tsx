import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ClaimView } from '../contract.ts'

/** For the person: when the lease ends, or would end, and what is left to pay after the compensation. */
export function OwnSettlement({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const { closing } = claim
  if (!closing) return null
  return (
    <>
      <p>
        {t(claim.step === 'LEASE_ENDED' ? 'own.ends' : 'own.couldEnd')} <Day day={closing.endsOn} />.
      </p>
      <p>
        {closing.left === 0 ? (
          t('own.nothingLeft')
        ) : (
          <>
            {t(closing.payer === 'EMPLOYEE' ? 'own.leftForYou' : 'own.leftForEmployer')} <Money euros={closing.left} />.
          </>
        )}
      </p>
    </>
  )
}
