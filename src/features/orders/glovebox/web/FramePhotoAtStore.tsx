import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { framePhotos } from '../contract.ts'
import { bytesOf, kinds, photoRefusal } from './photo-file.ts'

/** On a store's page: the frame number photographed for the employee's glovebox, which nobody has to do. */
export function FramePhotoAtStore({ token }: { token: string }) {
  const t = useTexts('glovebox')
  const found = useApi(framePhotos.getByStore, { params: { token } })
  const add = useApiAction(framePhotos.addByStore, {
    ...photoRefusal(t),
    refresh: [framePhotos.getByStore],
    onSuccess: () => showDone(t('added')),
  })
  if (!found.data?.mayAdd) return null
  const { photo } = found.data
  return (
    <section className="card stack-md" aria-labelledby="frame-photo">
      <h2 id="frame-photo">{t('atStore.title')}</h2>
      {photo ? (
        <p className="sm t2">
          {t(photo.byStore ? 'atStore.byStore' : 'atStore.byBuyer')} <Instant at={photo.addedAt} dayOnly />
        </p>
      ) : (
        <p className="sm t2">{t('atStore.text')}</p>
      )}
      <div>
        <FileButton
          accept={kinds}
          capture="environment"
          onChange={(file) => file && add.mutate({ params: { token }, body: bytesOf(file) })}
        >
          {(props) => (
            <Button {...props} loading={add.isPending}>
              {t(photo ? 'replace' : 'add')}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  )
}
