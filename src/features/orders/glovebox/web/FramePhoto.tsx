import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { framePhotos } from '../contract.ts'
import styles from './FramePhoto.module.css'
import { bytesOf, kinds, photoRefusal } from './photo-file.ts'

/** The photograph of the frame number in the employee's glovebox, and a new one from the phone. */
export function FramePhoto({ orderId }: { orderId: string }) {
  const t = useTexts('glovebox')
  const found = useApi(framePhotos.get, { params: { orderId } })
  const add = useApiAction(framePhotos.add, {
    ...photoRefusal(t),
    refresh: [framePhotos.get],
    onSuccess: () => showDone(t('added')),
  })
  if (!found.data) return null
  const { photo, mayAdd } = found.data
  return (
    <div className="stack-sm">
      {photo && (
        <figure className={styles.photo}>
          <a href={fileUrl(framePhotos.picture, { orderId, photoId: photo.photoId })} target="_blank" rel="noreferrer">
            <img
              src={fileUrl(framePhotos.picture, { orderId, photoId: photo.photoId })}
              alt={t('alt')}
              loading="lazy"
            />
          </a>
          <figcaption className="sm t2">
            {t(photo.byStore ? 'byStore' : 'byYou')} <Instant at={photo.addedAt} dayOnly />
          </figcaption>
        </figure>
      )}
      {mayAdd && (
        <>
          {!photo && <p className="sm t2">{t('hint')}</p>}
          <div>
            <FileButton
              accept={kinds}
              onChange={(file) => file && add.mutate({ params: { orderId }, body: bytesOf(file) })}
            >
              {(props) => (
                <Button {...props} loading={add.isPending}>
                  {t(photo ? 'replace' : 'add')}
                </Button>
              )}
            </FileButton>
          </div>
        </>
      )}
    </div>
  )
}
