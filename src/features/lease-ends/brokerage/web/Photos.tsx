import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView, readsOfBrokerage } from '../contract.ts'
import { PHOTOS_MAX } from '../rules.ts'
import styles from './Brokerage.module.css'

interface Props {
  id: string
  photoIds: readonly string[]
  bike: string
  remove?: (photoId: string) => void
}

/** The photos of a bicycle on offer. */
export function Photos({ id, photoIds, bike, remove }: Props) {
  const t = useTexts('brokerage')
  if (photoIds.length === 0) return null
  return (
    <ul className={styles.photos}>
      {photoIds.map((photoId, index) => (
        <li key={photoId}>
          <img
            src={fileUrl(brokerage.photo, { id, photoId })}
            alt={t('photos.alt', { bike, place: index + 1 })}
            loading="lazy"
          />
          {remove && (
            <Button size="compact-sm" variant="subtle" onClick={() => remove(photoId)}>
              {t('photos.remove', { place: index + 1 })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The photos of a draft, and one more from the phone. */
export function DraftPhotos({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  const remove = useApiAction(brokerage.removePhoto, { refresh: readsOfBrokerage })
  return (
    <section className="card stack-md">
      <h2>{t('photos.title')}</h2>
      <Photos
        id={one.bikeBrokerageId}
        photoIds={one.photoIds}
        bike={one.bike}
        remove={(photoId) => remove.mutate({ params: { id: one.bikeBrokerageId, photoId } })}
      />
      {one.photoIds.length < PHOTOS_MAX && <AddPhoto id={one.bikeBrokerageId} />}
    </section>
  )
}

function AddPhoto({ id }: { id: string }) {
  const t = useTexts('brokerage')
  const add = useApiAction(brokerage.addPhoto, {
    refresh: readsOfBrokerage,
    handles: ['FILE_NOT_ACCEPTED'],
    onSuccess: () => showDone(t('photos.added')),
    onError: (error) => {
      if (error.code !== 'FILE_NOT_ACCEPTED') return
      const { reason } = (error.details ?? {}) as { reason?: string }
      showFailure(textOfError(error), t(reason === 'HEIC' ? 'photos.heic' : 'photos.notAPhoto'))
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    // The call takes plain bytes, whatever kind the browser thinks the file is.
    const body = new File([file], file.name, { type: 'application/octet-stream' })
    add.mutate({ params: { id }, body })
  }
  return (
    <>
      <p className="sm t2">{t('photos.hint', { most: PHOTOS_MAX })}</p>
      <div>
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={choose}>
          {(props) => (
            <Button {...props} loading={add.isPending}>
              {t('photos.add')}
            </Button>
          )}
        </FileButton>
      </div>
    </>
  )
}
