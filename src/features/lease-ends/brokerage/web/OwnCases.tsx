import { useApi } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage } from '../contract.ts'
import { OfferState } from './OfferState.tsx'

/** One's own offers and reservations that are under way. */
export function OwnCases() {
  const t = useTexts('brokerage')
  const found = useApi(brokerage.cases, { query: { limit: 20 } })
  const open = (found.data?.items ?? []).filter(({ status }) => status === 'PENDING')
  if (open.length === 0) return null
  return (
    <section className="card stack-md" aria-labelledby="own-cases">
      <h2 id="own-cases">{t('own.title')}</h2>
      {open.map((one) => (
        <p key={one.bikeBrokerageId} className="row">
          <Link to="/mybike/valitys/$brokerageId" params={{ brokerageId: one.bikeBrokerageId }}>
            {one.bike}
          </Link>
          <OfferState step={one.step} />
        </p>
      ))}
    </section>
  )
}
