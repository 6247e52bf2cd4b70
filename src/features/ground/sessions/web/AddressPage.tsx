import { useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { hideToken } from '#platform/web/router/hide-token.ts'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ownSignIn } from '../own-sign-in-contract.ts'

/** /kirjautumisosoite/{token}: the person who asked for a new sign-in address confirms it, signed in. */
export function AddressPage() {
  const t = useTexts('sessions')
  const { token = '' } = useParams()
  const [taken, setTaken] = useState<string | null>(null)
  const link = useApi(ownSignIn.addressLink, { params: { token }, staleMs: Number.POSITIVE_INFINITY })
  const confirm = useApiAction(ownSignIn.confirmAddress, {
    onSuccess: ({ email }) => {
      hideToken('/kirjautumisosoite/-')
      setTaken(email)
    },
  })
  const own = (
    <PrimaryButton component="a" href={pages.account}>
      {t('address.own')}
    </PrimaryButton>
  )
  if (taken)
    return (
      <div className="wrap" role="status">
        <PageHead title={t('address.doneTitle')} lead={t('address.done', { email: taken })} />
        {own}
      </div>
    )
  if (isApiError(link.error, 'TOKEN_NOT_VALID', 'NOT_FOUND'))
    return (
      <div className="wrap">
        <PageHead title={t('address.badTitle')} lead={t('address.bad')} />
        {own}
      </div>
    )
  return (
    <div className="wrap">
      <Loaded from={link}>
        {({ currentEmail, newEmail }) => (
          <>
            <PageHead title={t('address.title')} lead={t('address.lead', { currentEmail, newEmail })} />
            <PrimaryButton loading={confirm.isPending} onClick={() => confirm.mutate({ params: { token } })}>
              {t('address.submit')}
            </PrimaryButton>
          </>
        )}
      </Loaded>
    </div>
  )
}
