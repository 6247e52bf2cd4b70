import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'
import { PHOTOS_MAX } from '../rules.ts'
import styles from './ClaimPhotos.module.css'

/** The photos of a claim, and one more from the phone. */
export function ClaimPhotos({ claim, mayChange }: { claim: ClaimView; mayChange: boolean }) {
  const t = useTexts('insurance-claims')
  const remove = useApiAction(insuranceClaims.removePhoto, { refresh: readsOfClaims })
  if (!mayChange && claim.photos.length === 0) return null
  return (
    <section className="card stack-md">
      <h2>{t('photos.title')}</h2>
      <ul className={styles.photos}>
        {claim.photos.map(({ photoId }, index) => (
          <li key={photoId}>
            <img
              src={fileUrl(insuranceClaims.photo, { id: claim.insuranceId, photoId })}
              alt={t('photos.alt', { place: index + 1 })}
              loading="lazy"
            />
            {mayChange && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => remove.mutate({ params: { id: claim.insuranceId, photoId } })}
              >
                {t('photos.remove', { place: index + 1 })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && claim.photos.length < PHOTOS_MAX && <AddPhoto claim={claim} />}
    </section>
  )
}

function AddPhoto({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const add = useApiAction(insuranceClaims.addPhoto, {
    refresh: readsOfClaims,
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
    add.mutate({ params: { id: claim.insuranceId }, body })
  }
  return (
    <>
      <p className="sm t2">{t('photos.hint', { most: PHOTOS_MAX })}</p>
      <FileButton accept="image/jpeg,image/png,image/webp" onChange={choose}>
        {(props) => (
          <Button {...props} loading={add.isPending}>
            {t('photos.add')}
          </Button>
        )}
      </FileButton>
    </>
  )
}
