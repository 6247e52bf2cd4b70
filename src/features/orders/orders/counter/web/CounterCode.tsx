import { useState } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { type BikeStoreMinimal, bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { shopOptions } from '#features/pricing/bike-stores/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { QrCode } from '#platform/web/figures/QrCode.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../../web/Orders.module.css'
import { orderReads } from '../../web/order-reads.ts'

/** How often the buyer's phone asks whether the clerk is done. */
const POLL_MS = 3_000

const pickStore = pickFrom(bikeStores.minimal, shopOptions, { search: 'search' })

type Shown = ReplyOf<typeof orderLinks.openCounter>

interface Props {
  order: OrderViewType
  store: Pick<BikeStoreMinimal, 'bikeStoreId' | 'storeName'> | null
}

interface CodeProps extends Props {
  /** Told when the code comes on the screen and when it goes. */
  onShown: (isShown: boolean) => void
}

/** A code for the clerk, who then types bike and price; the price stands on the buyer's phone at once. */
export function CounterCode({ order, store, onShown }: CodeProps) {
  const t = useTexts('counter')
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => {
    setOpen(false)
    setShown(null)
    onShown(false)
  }
  return (
    <div style={{ marginBottom: 'var(--s-5)' }}>
      <p className={`sm t2 ${styles.gap}`}>{t('offer')}</p>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Dialog opened={isOpen} close={close} title={t('open')}>
        {shown ? (
          <Code shown={shown} orderId={order.orderId} />
        ) : (
          <Choice
            order={order}
            store={store}
            show={(reply) => {
              setShown(reply)
              onShown(true)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

function Choice({ order, store, show }: Props & { show: (shown: Shown) => void }) {
  const t = useTexts('counter')
  return (
    <Form
      endpoint={orderLinks.openCounter}
      params={{ orderId: order.orderId }}
      initial={store ? { bikeStoreId: store.bikeStoreId } : {}}
      also={{ version: order.version }}
      submit={t('show')}
      refresh={orderReads}
      onDone={show}
    >
      <p>{t('text')}</p>
      <Field
        name="bikeStoreId"
        kind="picker"
        label={t('store')}
        source={pickStore}
        {...(store ? { shown: store.storeName } : {})}
      />
    </Form>
  )
}

function Code({ shown, orderId }: { shown: Shown; orderId: string }) {
  const t = useTexts('counter')
  // The page itself looks at the order; while the code is shown it is read more often.
  useApi(orders.get, { params: { orderId }, refetchIntervalMs: POLL_MS })
  return (
    <div className="stack-md">
      <p>{t('showText')}</p>
      <div style={{ marginInline: 'auto' }}>
        <QrCode {...shown.qr} label={t('code')} />
      </div>
      <p className="sm t2" style={{ overflowWrap: 'anywhere' }}>
        {shown.url}
      </p>
    </div>
  )
}
