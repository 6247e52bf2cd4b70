import { pages } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ClaimView } from '../contract.ts'

/** For the person: when the lease ends, or would end, and what is left to pay after the compensation. */
export function OwnSettlement({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const { closing, repair, deductible, newBike } = claim
  return (
    <>
      {claim.step === 'AT_REPAIR' && repair && (
        <p>
          {t('own.repairShop')} {repair.storeName}.
        </p>
      )}
      {claim.step === 'NEW_BIKE' && newBike?.released !== null && (
        <p>
          {t('own.released')} <Money euros={newBike?.released ?? 0} />. {t('own.releasedText')}{' '}
          <Link to={pages.myBike}>{t('own.chooseBike')}</Link>
        </p>
      )}
      {deductible && deductible.amount > 0 && (
        <p>
          {t(deductible.payer === 'EMPLOYEE' ? 'own.deductibleForYou' : 'own.deductibleForEmployer')}{' '}
          <Money euros={deductible.amount} />.
        </p>
      )}
      {closing && <Closing claim={claim} closing={closing} />}
    </>
  )
}

type Props = { claim: ClaimView; closing: NonNullable<ClaimView['closing']> }
function Closing({ claim, closing }: Props) {
  const t = useTexts('insurance-claims')
  return (
    <>
      <p>
        {t(claim.step === 'LEASE_ENDED' ? 'own.ends' : 'own.couldEnd')} <Day day={closing.endsOn} />.
      </p>
      <p>
        {closing.left === 0 ? (
          t('own.nothingLeft')
        ) : (
          <span>
            {t(closing.payer === 'EMPLOYEE' ? 'own.leftForYou' : 'own.leftForEmployer')} <Money euros={closing.left} />.
          </span>
        )}
      </p>
    </>
  )
}
