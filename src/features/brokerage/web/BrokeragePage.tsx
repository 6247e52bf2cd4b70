import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { bikeKinds } from '#features/orders/shapes.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type OfferRow } from '../contract.ts'
import { marketSorts } from '../rules.ts'
import styles from './Brokerage.module.css'
import { OfferCard } from './OfferCard.tsx'
import { OfferDetails } from './OfferDetails.tsx'
import { OwnCases } from './OwnCases.tsx'

const PAGE = 20

/** /bikeBrokerageService: leased bicycles that others may take over, for everybody signed in. */
export function BrokeragePage() {
  const t = useTexts('brokerage')
  const may = useMay()
  return (
    <div className="wrap stack-lg">
      <PageHead title={t('market.title')} lead={t('market.lead')} />
      {may('brokerage:update') && <OwnCases />}
      {may('brokerage:read') ? <Market /> : <EmptyState drawing="pyora">{t('market.closed')}</EmptyState>}
    </div>
  )
}

/** What the address says of the filter; a price that is no number narrows nothing. */
function queryOf(at: Readonly<Record<string, string | undefined>>) {
  const most = Number((at.most ?? '').replace(',', '.'))
  return {
    limit: PAGE,
    page: Math.max(1, Number.parseInt(at.page ?? '1', 10) || 1),
    ...(at.search ? { search: at.search } : {}),
    ...(at.kind && bikeKinds.includes(at.kind as never) ? { kind: at.kind as (typeof bikeKinds)[number] } : {}),
    ...(at.place ? { municipality: at.place } : {}),
    ...(at.size ? { frameSize: at.size } : {}),
    ...(most > 0 ? { maxInstalment: most } : {}),
    ...(at.sort && marketSorts.includes(at.sort as never) ? { sort: at.sort as (typeof marketSorts)[number] } : {}),
  }
}

function Market() {
  const t = useTexts('brokerage')
  const [at, setAt] = useAddressState()
  const [shown, setShown] = useState<OfferRow | null>(null)
  const query = queryOf(at)
  const found = useApi(brokerage.list, { query, keepPrevious: true })
  return (
    <section className="stack-md" aria-labelledby="on-offer">
      <h2 id="on-offer">{t('market.onOffer')}</h2>
      <Filters />
      <Loaded from={found}>
        {({ items, totalCount }) => (
          <>
            {items.length === 0 && <EmptyState drawing="pyora">{t('market.empty')}</EmptyState>}
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

function Filters() {
  const t = useTexts('brokerage')
  const [at, setAt] = useAddressState()
  const change = (name: string) => (event: { currentTarget: { value: string } }) =>
    setAt({ [name]: event.currentTarget.value.trim() || null, page: null }, true)
  const any = { value: '', label: t('market.any') }
  return (
    <div className={styles.filters}>
      <TextInput label={t('market.search')} defaultValue={at.search ?? ''} onBlur={change('search')} />
      <NativeSelect
        label={t('columns.kind')}
        value={at.kind ?? ''}
        onChange={change('kind')}
        data={[any, ...bikeKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
      />
      <TextInput label={t('columns.frameSize')} defaultValue={at.size ?? ''} onBlur={change('size')} />
      <TextInput label={t('columns.municipality')} defaultValue={at.place ?? ''} onBlur={change('place')} />
      <TextInput label={t('market.most')} inputMode="decimal" defaultValue={at.most ?? ''} onBlur={change('most')} />
      <NativeSelect
        label={t('market.sort')}
        value={at.sort ?? '-listed'}
        onChange={change('sort')}
        data={marketSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
    </div>
  )
}
