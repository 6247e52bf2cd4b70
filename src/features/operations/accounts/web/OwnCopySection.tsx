import { ownData } from '#features/operations/personal-data/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { BeingMade } from '#platform/web/parts/BeingMade.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

type Copy = ReplyOf<typeof ownData.copies>['copies'][number]

/** A copy of one's own data: order it, wait for it, take it. */
export function OwnCopySection({ className }: { className: string }) {
  const t = useTexts('personal-data')
  const found = useApi(ownData.copies, {})
  return (
    <section className={className} id="copy" aria-labelledby="copy-title">
      <h2 id="copy-title">{t('own.title')}</h2>
      <p className="t2">{t('own.lead')}</p>
      <Loaded from={found}>{({ copies }) => <Copies copies={copies} />}</Loaded>
    </section>
  )
}

function Copies({ copies }: { copies: readonly Copy[] }) {
  const t = useTexts('personal-data')
  const order = useApiAction(ownData.order, {
    refresh: [ownData.copies],
    onSuccess: () => showDone(t('own.ordered')),
  })
  const [newest, ...others] = copies
  const isMaking = newest?.state === 'MAKING'
  const isReady = newest?.state === 'READY'
  const earlier = isMaking || isReady ? others : copies
  return (
    <>
      {isMaking && <BeingMade refresh={ownData.copies}>{t('own.making')}</BeingMade>}
      {isReady && <Ready copy={newest} />}
      {!isMaking && (
        <div className="stack-sm">
          <div>
            <Button loading={order.isPending} onClick={() => order.mutate({ body: {} })}>
              {t(isReady ? 'own.again' : 'own.order')}
            </Button>
          </div>
          {isReady && <p className="sm muted">{t('own.againText')}</p>}
        </div>
      )}
      {earlier.length > 0 && (
        <details className="sm">
          <summary>{t('own.before')}</summary>
          <ul>
            {earlier.map(({ copyId, orderedAt }) => (
              <li key={copyId}>
                <Instant at={orderedAt} /> <span className="muted">{t('own.expired')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Ready({ copy: { copyId, expiresAt } }: { copy: Copy }) {
  const t = useTexts('personal-data')
  return (
    <p role="status">
      <b>{t('own.ready')}.</b> <a href={fileUrl(ownData.file, { id: copyId })}>{t('own.download')}</a>{' '}
      <span className="sm muted">{t('own.until', { day: formatDay(helsinkiDay(new Date(expiresAt))) })}</span>
    </p>
  )
}
