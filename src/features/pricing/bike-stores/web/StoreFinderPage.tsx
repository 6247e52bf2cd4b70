import { IconMapPin } from '@tabler/icons-react'
import { bikeStores, type FoundStore } from '#features/pricing/bike-stores/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './StoreFinder.module.css'

/** /liikkeet: where a bicycle can be got, found by name, town or postal code. No map of anybody else is fetched. */
export function StoreFinderPage() {
  const t = useTexts('bike-stores')
  const choosesBikes = useMay()('mybike:access')
  return (
    <div className="wrap">
      <PageHead title={t('finder.title')} lead={t('finder.lead')} />
      <DataTable
        from={bikeStores.finder}
        label={t('finder.title')}
        rowKey={(row) => row.bikeStoreId}
        search={{ name: 'search', hint: t('finder.search') }}
        columns={[
          { key: 'name', title: t('finder.store'), cell: (row) => <b>{row.storeName}</b> },
          { key: 'place', title: t('finder.place'), cell: (row) => <Place store={row} /> },
          { key: 'hours', title: t('openingHours'), cell: (row) => row.openingHours ?? '–' },
          { key: 'contact', title: t('finder.contact'), cell: (row) => <Contacts store={row} /> },
          ...(choosesBikes
            ? [
                {
                  key: 'choose',
                  title: t('finder.order'),
                  cell: (row: FoundStore) =>
                    row.isOnline ? (
                      '–'
                    ) : (
                      <Link to={pageUrl('myBike', {}, { liike: row.bikeStoreId })}>{t('finder.choose')}</Link>
                    ),
                },
              ]
            : []),
        ]}
        empty={{ text: t('finder.empty'), drawing: 'liike' }}
      />
    </div>
  )
}

/** The address, which a phone opens in its own map. */
function Place({ store: { streetAddress, postalCode, city, isOnline } }: { store: FoundStore }) {
  const t = useTexts('bike-stores')
  const town = [postalCode, city].filter(Boolean).join(' ')
  const address = [streetAddress, town].filter(Boolean).join(', ')
  if (isOnline) return t('isOnline')
  if (!streetAddress) return address || '–'
  return (
    <a className={styles.place} href={`geo:0,0?q=${encodeURIComponent(address)}`}>
      <IconMapPin size={18} stroke={1.75} aria-hidden="true" />
      <span>{address}</span>
    </a>
  )
}

function Contacts({ store: { phone, website } }: { store: FoundStore }) {
  const t = useTexts('bike-stores')
  if (!phone && !website) return '–'
  return (
    <span className={styles.contacts}>
      {phone && (
        <a className="n" href={phoneAddress(phone)}>
          {formatPhone(phone)}
        </a>
      )}
      {website && (
        <a href={website} target="_blank" rel="noreferrer">
          {t('website')}
        </a>
      )}
    </span>
  )
}
