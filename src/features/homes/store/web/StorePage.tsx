import { lazy, type ReactNode } from 'react'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { RepairAtStore } from '#features/lease-ends/insurance-claims/web/RepairAtStore.tsx'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { RefundByStore } from '#features/lease-ends/order-cancellations/web/RefundByStore.tsx'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { ReturnAtStore } from '#features/lease-ends/returns/web/ReturnAtStore.tsx'
import { bikeServices } from '#features/money/bike-services/contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { alsoOld, isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { usePathname } from '#platform/web/router/location.ts'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { storeHome } from '../contract.ts'
import type { StorePartKind } from '../rules.ts'
import { OrderOfStore } from './OrderOfStore.tsx'

alsoOld(
  [
    orderLinks.storePage,
    orderCancellations.refundPage,
    returns.storePage,
    insuranceClaims.repairPage,
    bikeServices.billPage,
  ],
  [storeHome.get],
)

const ServicePart = lazy(() =>
  import('#features/money/bike-services/web/ServiceAtStore.tsx').then((m) => ({ default: m.ServiceAtStore })),
)

/** The bill of a service: fetched by the few pages that have one. */
const Service = (props: { token: string; isFirst: boolean }) => (
  <LaterPart>
    <ServicePart {...props} />
  </LaterPart>
)

const parts = {
  ORDER: OrderOfStore,
  REFUND: RefundByStore,
  RETURN: ReturnAtStore,
  REPAIR: RepairAtStore,
  SERVICE: Service,
}

/** What a link opened that was sent before there was one link for everything. */
const earlier: Readonly<Record<string, StorePartKind>> = {
  '/hyvitys': 'REFUND',
  '/palautus': 'RETURN',
  '/korjaus': 'REPAIR',
  '/huoltolasku': 'SERVICE',
}

/** /liike/{token}: the one page that a store has for an order, and for the bicycle as long as it is leased. */
export function StorePage() {
  const path = `/${usePathname().split('/')[1]}`
  const token = useLinkToken(path)
  if (!isToken(token)) return <LinkProblem />
  return <StoreHome token={token} otherwise={<Parts token={token} kinds={[earlier[path] ?? 'ORDER']} />} />
}

/** Everything behind a store's link; a link from before opens its own part, and with it the rest. */
export function StoreHome({ token, otherwise }: { token: string; otherwise: ReactNode }) {
  const found = useApi(storeHome.get, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID')) return <LinkProblem />
  if (isApiError(found.error, 'NOT_FOUND')) return otherwise
  return (
    <Loaded from={found}>
      {(home) =>
        home.parts.length > 0 ? (
          <Parts token={token} kinds={home.parts.map(({ kind }) => kind)} home={home} />
        ) : (
          <NothingLeft storeName={home.storeName} bike={home.bike} />
        )
      }
    </Loaded>
  )
}

interface PartsProps {
  token: string
  kinds: readonly StorePartKind[]
  home?: ReplyOf<typeof storeHome.get>
}

function Parts({ token, kinds, home }: PartsProps) {
  const t = useTexts('store-page')
  // Where its order goes first, the order's part says its own stage, which is that head.
  const head = kinds[0] === 'ORDER' ? null : home?.head
  return (
    <div className="stack-lg">
      {home && head && (
        <PartTitle
          store={home.storeName}
          title={t(`heads.${head.key}`, { bike: home.bike, day: head.day ? formatDay(head.day) : '' })}
          isFirst
        />
      )}
      {kinds.map((kind, at) => {
        const Part = parts[kind]
        return <Part key={kind} token={token} isFirst={at === 0 && !head} />
      })}
      {home?.orderNumber ? <Contact orderNumber={home.orderNumber} /> : <Contact />}
    </div>
  )
}

function NothingLeft({ storeName, bike }: { storeName: string; bike: string }) {
  const t = useTexts('store-page')
  return (
    <div className="stack-lg">
      <PartTitle store={storeName} title={t('heads.waits', { bike })} isFirst />
      <Note>{t('nothingLeft')}</Note>
      <Contact />
    </div>
  )
}
