import { useMediaQuery } from '@mantine/hooks'
import { bikeKinds } from '#features/orders/orders/shapes.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { marketSorts } from '../rules.ts'
import styles from './Brokerage.module.css'

/** What the address says of the filter, beside the order and the page. */
export const narrowing = ['search', 'kind', 'size', 'place', 'most'] as const

/** Before the bicycles on a desk; on a phone one line that opens, so that the first bicycle is on the first screen. */
export function MarketFilters({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTexts('brokerage')
  const isPhone = useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false })
  if (!isPhone) return <Filters />
  return (
    <details className={styles.fold} open={isNarrowed}>
      <summary>{t('market.filter')}</summary>
      <Filters />
    </details>
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
