import { isDay } from '#platform/values/days.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { NotFoundPage } from '#platform/web/message-pages/message-pages.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams, useSearch } from '#platform/web/router/location.ts'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims } from '../contract.ts'
import { ClaimPhotos } from './ClaimPhotos.tsx'
import { ClaimState } from './ClaimState.tsx'
import { ClaimSteps } from './ClaimSteps.tsx'
import { Missing } from './Missing.tsx'
import { OwnSettlement } from './OwnSettlement.tsx'
import { Receipt } from './Receipt.tsx'
import { ReportForm } from './ReportForm.tsx'

/** /mybike/vahinko/$claimId: one's own claim, told on the phone where it happened. */
export function OwnClaimPage() {
  const { claimId } = useParams()
  const found = useApi(insuranceClaims.get, { params: { id: claimId! }, refetchIntervalMs: 60_000 })
  if (isApiError(found.error, 'NOT_FOUND', 'VALIDATION')) return <NotFoundPage />
  return (
    <div className="wrap">
      <Loaded from={found}>{(claim) => <Whole claim={claim} />}</Loaded>
    </div>
  )
}

function Whole({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const { day } = useSearch()
  const mayReport = claim.allowedSteps.some(({ step }) => step === 'report')
  return (
    <>
      <PageHead
        above={<Link to="/mybike">{t('own.back')}</Link>}
        title={claim.type ? t(`types.${claim.type}`) : t('own.title')}
        lead={claim.bike}
      />
      <div className="stack-lg" style={{ maxWidth: '40rem' }}>
        <section className="card stack-md">
          <div>
            <ClaimState step={claim.step} />
          </div>
          <p>{t(`own.now.${claim.step}`)}</p>
          <p className="sm t2">
            {t('own.opened', { agreement: claim.agreementNumber })} <Instant at={claim.createdAt} dayOnly />
          </p>
          <Missing claim={claim} />
          {claim.denialReason && claim.step === 'DENIED' && <Note kind="warn">{claim.denialReason}</Note>}
          {claim.objectUntil && (
            <p>
              {t('own.objectUntil')} <Day day={claim.objectUntil} />.
            </p>
          )}
          <OwnSettlement claim={claim} />
          {claim.leaseEffect === 'GOES_ON' && claim.status === 'PENDING' && (
            <p className="sm t2">{t('own.instalments')}</p>
          )}
          {claim.leaseEffect === 'ENDED' && <p className="sm t2">{t('own.ended')}</p>}
        </section>
        {mayReport && <ReportForm claim={claim} day={isDay(String(day)) ? String(day) : undefined} />}
        <Receipt claim={claim} />
        <ClaimPhotos claim={claim} mayChange={mayReport} />
        <ClaimSteps claim={claim} />
      </div>
    </>
  )
}
