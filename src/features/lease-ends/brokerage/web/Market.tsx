import { useState } from 'react'
import { bikeKinds } from '#features/orders/orders/shapes.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type OfferRow } from '../contract.ts'
import { marketSorts } from '../rules.ts'
import styles from './Brokerage.module.css'
import { MarketFilters, narrowing } from './MarketFilters.tsx'
import { OfferCard } from './OfferCard.tsx'
import { OfferDetails } from './OfferDetails.tsx'

const PAGE = 20

/** What the address says of the filter; a price that is no number narrows nothing. */
function queryOf(at: Readonly<Record<string, string | undefined>>) {
  const kind = bikeKinds.find((one) => one === at.kind)
  const sort = marketSorts.find((one) => one === at.sort)
  const most = Number((at.most ?? '').replace(',', '.'))
  return {
    limit: PAGE,
    page: Math.max(1, Number.parseInt(at.page ?? '1', 10) || 1),
    ...(at.search ? { search: at.search } : {}),
    ...(kind ? { kind } : {}),
    ...(at.place ? { municipality: at.place } : {}),
    ...(at.size ? { frameSize: at.size } : {}),
    ...(most > 0 ? { maxInstalment: most } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The bicycles on offer, on the reader's terms. */
export function Market() {
  const t = useTexts('brokerage')
  const [at, setAt] = useAddressState()
  const [shown, setShown] = useState<OfferRow | null>(null)
  const [cleared, setCleared] = useState(0)
  const query = queryOf(at)
  const found = useApi(brokerage.list, { query, keepPrevious: true })
  const isNarrowed = narrowing.some((name) => at[name])
  const clear = () => {
    setAt({ ...Object.fromEntries(narrowing.map((name) => [name, null])), page: null })
    // The fields begin anew, empty.
    setCleared((times) => times + 1)
  }
  return (
    <section className="stack-md" aria-labelledby="on-offer">
      <h2 id="on-offer">{t('market.onOffer')}</h2>
      <MarketFilters key={cleared} isNarrowed={isNarrowed} />
      <Loaded from={found}>
        {({ items, totalCount }) => (
          <>
            {items.length === 0 && <NoOffers isNarrowed={isNarrowed} clear={clear} />}
            <ul className={styles.offers}>
              {items.map((offer) => (
                <li key={offer.bikeBrokerageId}>
                  <OfferCard offer={offer} show={() => setShown(offer)} />
                </li>
              ))}
            </ul>
            <div className="row">
              {query.page > 1 && (
                <Button onClick={() => setAt({ page: String(query.page - 1) })}>{t('market.previous')}</Button>
              )}
              {totalCount > query.page * PAGE && (
                <Button onClick={() => setAt({ page: String(query.page + 1) })}>{t('market.next')}</Button>
              )}
            </div>
            {shown && (
              <Dialog opened close={() => setShown(null)} title={shown.bike}>
                <OfferDetails offer={shown} done={() => setShown(null)} />
              </Dialog>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Why the list is empty: nothing is offered at all, or nothing on the reader's terms. */
function NoOffers({ isNarrowed, clear }: { isNarrowed: boolean; clear: () => void }) {
  const t = useTexts('brokerage')
  if (!isNarrowed) return <EmptyState drawing="pyora">{t('market.none')}</EmptyState>
  return (
    <EmptyState drawing="pyora" act={<Button onClick={clear}>{t('market.clear')}</Button>}>
      {t('market.empty')}
    </EmptyState>
  )
}
