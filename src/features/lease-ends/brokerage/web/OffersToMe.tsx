import { useEffect } from 'react'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseRow } from '../contract.ts'
import { NotNow, TakerCost } from './TakerCost.tsx'

/** What somebody is offered, has reserved or is taking over, before it is theirs. */
const underWay: ReadonlySet<CaseRow['step']> = new Set(['OFFERED', 'RESERVED', 'TRANSFER'])

/**
 * First on one's own page: the bicycles that others pass on to its reader, with their price and what stands in the way.
 * @param found told once there is one
 */
export function OffersToMe({ found }: { found: () => void }) {
  const may = useMay()
  const cases = useApi(brokerage.cases, { query: { open: true, limit: 20 }, enabled: may('brokerage:read') })
  const mine = (cases.data?.items ?? []).filter(({ side, step }) => side === 'TAKER' && underWay.has(step))
  const isAny = mine.length > 0
  useEffect(() => {
    if (isAny) found()
  }, [isAny, found])
  return mine.map((one) => (
    <div key={one.bikeBrokerageId} className="wrap">
      <ToMe one={one} />
    </div>
  ))
}

function ToMe({ one }: { one: CaseRow }) {
  const t = useTexts('brokerage')
  const { data: cost } = useApi(brokerage.cost, { params: { id: one.bikeBrokerageId } })
  const isAsked = one.waitingFor.includes('TAKER')
  const isBarred = cost !== undefined && cost.unmet.length > 0
  const id = `to-me-${one.bikeBrokerageId}`
  return (
    <section className="stack-md" aria-labelledby={id} style={{ marginBlock: 'var(--s-6)', maxWidth: '40rem' }}>
      <h2 id={id}>{one.bike}</h2>
      <p>
        {one.step === 'OFFERED' && one.sellerName
          ? t('toMe.OFFERED', { name: one.sellerName })
          : t(isAsked ? 'toMe.sign' : `now.taker.${one.step}`)}
      </p>
      {isBarred && <NotNow unmet={cost.unmet} />}
      {cost && <TakerCost cost={cost} />}
      <div>
        <Button
          component={Link}
          to="/mybike/valitys/$brokerageId"
          params={{ brokerageId: one.bikeBrokerageId }}
          {...(isAsked && !isBarred ? { 'data-act': 'primary' } : {})}
        >
          {t(isAsked ? (one.step === 'OFFERED' ? 'toMe.answer' : 'toMe.toSign') : 'toMe.look')}
        </Button>
      </div>
    </section>
  )
}
