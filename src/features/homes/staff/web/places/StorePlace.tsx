import { lazy, useState } from 'react'
import { places } from '#features/operations/places/contract.ts'
import styles from '#features/operations/places/web/Places.module.css'
import { type BikeStore, bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const StorePanel = lazy(() =>
  import('#features/pricing/bike-stores/web/StoresPage.tsx').then((m) => ({ default: m.StorePanel })),
)
const StoreLife = lazy(() => import('./StoreLife.tsx').then((m) => ({ default: m.StoreLife })))

/** A store with its whole life with the service: its orders, how long it takes, its money, its cases and mails. */
export function StorePlace() {
  const { bikeStoreId = '' } = useParams()
  const store = useApi(bikeStores.get, { params: { id: bikeStoreId } })
  const place = useApi(places.store, { params: { bikeStoreId } })
  return (
    <Loaded from={store}>
      {(row) => (
        <>
          <Head store={row} />
          <Loaded from={place}>
            {(life) => (
              <LaterPart>
                <StoreLife store={row} place={life} />
              </LaterPart>
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

function Head({ store }: { store: BikeStore }) {
  const t = useTexts('places')
  const mayWrite = useMay()('bike-store:write')
  const [isEdited, setIsEdited] = useState(false)
  return (
    <>
      <PageHead
        above={<Link to={pages.adminStores}>{t('store.list')}</Link>}
        title={store.storeName}
        lead={
          <span className={styles.contacts}>
            {store.businessId && <span className="n">{store.businessId}</span>}
            {store.city && <span>{store.city}</span>}
            {store.isOnline && <span>{t('store.online')}</span>}
            {!store.active && <span>{t('store.off')}</span>}
          </span>
        }
        aside={mayWrite && <Button onClick={() => setIsEdited(true)}>{t('store.edit')}</Button>}
      />
      <Dialog opened={isEdited} close={() => setIsEdited(false)} title={store.storeName}>
        <LaterPart>
          <StorePanel store={store} close={() => navigate(pages.adminStores)} />
        </LaterPart>
      </Dialog>
    </>
  )
}
