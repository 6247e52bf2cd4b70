import { lazy, type ReactNode } from 'react'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { DatedSteps } from '#platform/web/parts/DatedSteps.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PartTitle } from '#platform/web/parts/PartTitle.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AskBuyer, StoreWork } from './StoreWork.tsx'
import { waitsForPickup } from './waits-for-pickup.ts'

const FramePhotoAtStore = lazy(() =>
  import('#features/orders/glovebox/web/FramePhotoAtStore.tsx').then((m) => ({ default: m.FramePhotoAtStore })),
)

type StoreOrder = ReplyOf<typeof orderLinks.storePage>

/** On a store's page: its order, what to hand over, where to invoice, when the money comes. */
export function OrderOfStore({ token, isFirst }: { token: string; isFirst: boolean }) {
  const found = useApi(orderLinks.storePage, { params: { token } })
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return isFirst && <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} token={token} isFirst={isFirst} />}</Loaded>
}

function Whole({ page, token, isFirst }: { page: StoreOrder; token: string; isFirst: boolean }) {
  const t = useTexts('orders')
  const { stage } = page
  const cancelled = stage === 'cancelled'
  const title = t(`store-page:heads.${stage}`, { bike: page.bike })
  return (
    <section className="stack-lg">
      <PartTitle store={page.storeName} title={title} isFirst={isFirst} />
      {cancelled ? <Note kind="warn">{t('store-page:cancelled')}</Note> : <StoreWork page={page} token={token} />}
      {!cancelled && (page.deliveryDay || page.actions.report) && (
        <OptionalBoundary>
          <FramePhotoAtStore token={token} />
        </OptionalBoundary>
      )}
      {page.actions.ask && <AskBuyer token={token} />}
      {!cancelled && <Phases page={page} isFirst={isFirst} />}
      <Ordered page={page} />
      {!cancelled && <Invoicing page={page} />}
    </section>
  )
}

type PhaseName = 'ordered' | 'ready' | 'handover' | 'invoice' | 'payment'

/** The road of an order from the store's side: five phases, each with its day as soon as there is one. */
function Phases({ page, isFirst }: { page: StoreOrder; isFirst: boolean }) {
  const t = useTexts('orders')
  const dayOf = (at: string | null) => at && helsinkiDay(new Date(at))
  const { invoice, paidDay, expectedPayDay } = page
  const phases: [PhaseName, string | null, ReactNode][] = [
    ['ordered', page.confirmedDay, null],
    ...(waitsForPickup(page)
      ? ([
          [
            'ready',
            dayOf(page.pickupReadyAt),
            page.pickupDay ? t('store-page:phase.readyEstimate', { day: formatDay(page.pickupDay) }) : null,
          ],
        ] as [PhaseName, string | null, ReactNode][])
      : []),
    ['handover', page.deliveryDay, null],
    ['invoice', invoice?.issueDay ?? null, invoice ? invoice.number : null],
    [
      'payment',
      paidDay,
      expectedPayDay
        ? t('store-page:phase.payDay', { day: formatDay(expectedPayDay) })
        : t('store-page:paymentTerms', { count: page.paymentTermsDays }),
    ],
  ]
  return (
    <DatedSteps
      isFirst={isFirst}
      title={t('store-page:phasesTitle')}
      steps={phases.map(([name, day, hint]) => ({
        name: t(`store-page:phase.${name}`),
        day,
        hint: name === 'payment' && day ? null : hint,
      }))}
    />
  )
}

function Ordered({ page }: { page: StoreOrder }) {
  const t = useTexts('orders')
  return (
    <Facts
      rows={[
        [t('store-page:buyer'), page.buyerName],
        [t('token.bike'), [page.bike, page.frameSize, page.colour].filter(Boolean).join(', ')],
        [
          t('store-page:accessories'),
          page.accessories.length > 0 &&
            page.accessories.map((one) => (
              <span key={one.name} style={{ display: 'block' }}>
                {one.name} <Money euros={one.price} />
              </span>
            )),
        ],
        [
          t('store-page:total'),
          <b key="total">
            <Money euros={page.totalAmount} />
          </b>,
        ],
        [
          t('store-page:delivery'),
          page.delivery && [t(`answers.${page.delivery}`), page.deliveryAddress].filter(Boolean).join(', '),
        ],
        [t('delivery.frame'), page.frameNumber],
        [t('token.order'), page.orderNumber],
      ]}
    />
  )
}

function Invoicing({ page }: { page: StoreOrder }) {
  const t = useTexts('orders')
  const { invoiceTo } = page
  return (
    <section className="stack-sm">
      <h2>{t('store-page:invoiceTitle')}</h2>
      <p className="t2">{t('store-page:invoiceText')}</p>
      <Facts
        rows={[
          [t('store-page:invoiceName'), invoiceTo.name],
          [t('store-page:businessId'), invoiceTo.businessId],
          [t('store-page:eInvoice'), invoiceTo.eInvoiceAddress],
          [t('store-page:operator'), invoiceTo.operatorId],
          [t('store-page:reference'), <b key="reference">{invoiceTo.reference}</b>],
        ]}
      />
    </section>
  )
}
