import { Glovebox } from '#features/lease-ends/insurance-claims/web/Glovebox.tsx'
import { Documents } from '#features/leases/agreements/web/Documents.tsx'
import { FramePhoto } from '#features/orders/glovebox/web/FramePhoto.tsx'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import type { LeaseStory } from '#features/story/lease-story/contract.ts'
import { mayBegin } from '#features/story/lease-story/web/may-begin.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What one reaches for when something is wrong: number and its photograph, theft, shop, papers. */
export function OwnGlovebox({ order, story }: { order: OrderViewType; story: LeaseStory }) {
  return (
    <Glovebox
      order={order}
      mayClaim={mayBegin(story, 'CLAIM')}
      photo={<FramePhoto orderId={order.orderId} />}
      papers={
        <>
          <Documents order={order} />
          <MorePapers orderId={order.orderId} hasService={story.hasService} />
        </>
      }
    />
  )
}

/** The ways to what has been done to the bicycle and what was paid for it. */
function MorePapers({ orderId, hasService }: { orderId: string; hasService: boolean }) {
  const t = useTexts('employee')
  return (
    <p className="row">
      {hasService && <Link to={pageUrl('myBike', {}, { order: orderId, osa: 'huolto' })}>{t('papers.service')}</Link>}
      <Link to={pageUrl('myBike', {}, { order: orderId, osa: 'vahinko' })}>{t('papers.claims')}</Link>
    </p>
  )
}
