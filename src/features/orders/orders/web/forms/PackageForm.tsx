import { type ReactNode, useState } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import { bikeKinds, type OrderViewType } from '#features/orders/orders/shapes.ts'
import { type BikeStoreMinimal, bikeStores } from '#features/pricing/bike-stores/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { type ApiError, useApi } from '#platform/web/api/api.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { StorePlace } from '#platform/web/parts/StorePlace.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'
import { orderReads } from '../order-reads.ts'
import { PriceCard } from '../price/PriceCard.tsx'
import { AccessoryRows } from './AccessoryRows.tsx'
import { PriceRefusal, priceRefusals } from './PriceRefusal.tsx'
import { packageBodyOf, packageInitialOf } from './package-body.ts'
import { useTypedQuote } from './use-quote.ts'

type Stores = ReplyOf<typeof bikeStores.minimal>
const labelOf = ({ storeName, city }: BikeStoreMinimal) => (city ? `${storeName}, ${city}` : storeName)
const choicesOf = (online: boolean) => (reply: Stores) =>
  reply.items
    .filter((store) => !online || store.isOnline)
    .map((store) => ({ value: store.bikeStoreId, label: labelOf(store) }))

type ChosenStore = Pick<BikeStoreMinimal, 'bikeStoreId' | 'storeName'>

interface Props {
  order: OrderViewType
  /** Chosen before the form opens: the order's own, or that of a poster. */
  store: ChosenStore | null
  done: () => void
  beside?: ReactNode
}

/** Store, bike, accessories and price, with the whole price beside the typing. */
export function PackageForm({ order, store, done, beside }: Props) {
  const t = useTexts('orders')
  const [useCampaign, setUseCampaign] = useState(true)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const price = { order, useCampaign, refused }
  return (
    <Form
      endpoint={orders.setPackage}
      params={{ orderId: order.orderId }}
      initial={packageInitialOf(order, store)}
      also={{ version: order.version, ...(useCampaign ? {} : { useCampaign }) }}
      toBody={packageBodyOf}
      submit={t('form.submit')}
      refresh={orderReads}
      onDone={done}
      onFailure={(error) => {
        const isPrice = (priceRefusals as readonly string[]).includes(error.code)
        setRefused(isPrice ? error : null)
        return isPrice
      }}
      beside={beside}
    >
      <StorePart store={store} />
      <BikePart
        {...price}
        onPrice={() => {
          setUseCampaign(true)
          setRefused(null)
        }}
        withoutCampaign={() => {
          setRefused(null)
          setUseCampaign(false)
        }}
      />
      <div className={styles.part}>
        <h3>{t('form.accessories')}</h3>
        <p className="sm t2">{t('form.accessoriesHint')}</p>
        <AccessoryRows onPrice={() => setRefused(null)} />
      </div>
      <PricePart {...price} />
    </Form>
  )
}

const useIsOnline = () => useForm().inputOf('where', 'segmented') === 'ONLINE'

function StorePart({ store }: { store: ChosenStore | null }) {
  const t = useTexts('orders')
  const online = useIsOnline()
  const isPartner = useForm().inputOf('isPartner', 'checkbox') === true
  return (
    <div className={styles.part}>
      <h3>{t('form.store')}</h3>
      <Field
        name="where"
        kind="segmented"
        label={t('form.where')}
        options={[
          { value: 'STORE', label: t('form.inStore') },
          { value: 'ONLINE', label: t('form.online') },
        ]}
        hint={t(online ? 'form.onlineHint' : 'form.inStoreHint')}
      />
      {online && <Field name="isPartner" kind="checkbox" label={t('form.isPartner')} />}
      {online && !isPartner ? (
        <Field name="onlineShopName" label={t('form.onlineShopName')} required />
      ) : (
        <Field
          name="bikeStoreId"
          kind="picker"
          label={t('form.bikeStore')}
          source={pickFrom(bikeStores.minimal, choicesOf(online), {
            search: 'search',
            ...(online ? {} : { nothing: t('form.noStore', { online: t('form.online') }) }),
          })}
          {...(store ? { shown: store.storeName } : {})}
          required
        />
      )}
      {!(online && !isPartner) && <ChosenPlace />}
    </div>
  )
}

/** Where the store is that the form has chosen. */
function ChosenPlace() {
  const bikeStoreId = String(useForm().inputOf('bikeStoreId', 'picker'))
  const { data } = useApi(bikeStores.minimal, { query: { bikeStoreId }, enabled: bikeStoreId !== '' })
  const store = data?.items[0]
  return store && !store.isOnline ? <StorePlace {...store} /> : null
}

interface PriceProps {
  order: OrderViewType
  useCampaign: boolean
  /** Why the server refused the price when it was sent. */
  refused: ApiError | null
}

interface BikeProps extends PriceProps {
  onPrice: () => void
  withoutCampaign: () => void
}

function BikePart({ order, useCampaign, refused, onPrice, withoutCampaign }: BikeProps) {
  const t = useTexts('orders')
  const online = useIsOnline()
  const quote = useTypedQuote(order.orderId, useCampaign)
  const refusal = quote.refusal ?? refused
  return (
    <div className={styles.part}>
      <h3>{t('form.bike')}</h3>
      <FieldRow>
        <Field name="package.brand" label={t('form.brand')} />
        <Field name="package.model" label={t('form.model')} />
      </FieldRow>
      <Field
        name="package.kind"
        kind="select"
        label={t('form.kind')}
        placeholder={t('form.chooseKind')}
        options={bikeKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Field
        name="package.bikePrice"
        kind="money"
        label={t('form.bikePrice')}
        hint={
          <>
            {t(order.excessPolicy === 'EMPLOYEE' ? 'form.limitOfLease' : 'form.limit')} <Money euros={order.maxPrice} />
            .
          </>
        }
        onInput={onPrice}
      />
      {refusal && <PriceRefusal refusal={refusal} withoutCampaign={withoutCampaign} />}
      {quote.card && !refusal && (
        <p>
          {t('form.instalment')}{' '}
          <b>
            <Money euros={quote.card.instalment} />
          </b>
        </p>
      )}
      <BikeDetails isLinkRequired={online} />
    </div>
  )
}

/** What the store needs to know of the bike when it has several; the price does not depend on it. */
function BikeDetails({ isLinkRequired }: { isLinkRequired: boolean }) {
  const t = useTexts('orders')
  const optional = (name: string) => t('form.optional', { name: t(name) })
  return (
    <>
      <Field
        name="package.productLink"
        label={isLinkRequired ? t('form.link') : optional('form.link')}
        hint={t('form.linkHint')}
        required={isLinkRequired}
      />
      <div className={styles.pair}>
        <Field name="package.frameSize" label={optional('form.frameSize')} />
        <Field name="package.colour" label={optional('form.colour')} />
      </div>
    </>
  )
}

function PricePart({ order, useCampaign, refused }: PriceProps) {
  const t = useTexts('orders')
  const { card, refusal } = useTypedQuote(order.orderId, useCampaign)
  return (
    <div className={styles.part} aria-live="polite">
      {card && !refusal && !refused ? (
        <PriceCard card={card} title={t('form.price')} bike={t('price.bike')} />
      ) : (
        <p className="sm muted">{t('form.pricePending')}</p>
      )}
    </div>
  )
}
