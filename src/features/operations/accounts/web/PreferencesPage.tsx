import { pages } from '#platform/contract/pages.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { accounts } from '../contract.ts'
import { PreferencesForm } from './PreferencesForm.tsx'

/** /asetukset/{token}: the mails of the person whose mail carried the link. */
export function PreferencesPage() {
  const t = useTexts('accounts')
  const { token = '' } = useParams()
  const stored = useApi(accounts.preferencesByToken, { params: { token } })
  const save = useApiAction(accounts.setPreferencesByToken, {
    handles: 'all',
    refresh: [accounts.preferencesByToken],
    onSuccess: () => void showDone(t('own.mailsSaved')),
  })
  if (isApiError(stored.error, 'NOT_FOUND', 'TOKEN_NOT_VALID'))
    return (
      <>
        <PageHead title={t('preferences.badTitle')} lead={t('preferences.bad')} />
        <PrimaryButton component="a" href={pages.account}>
          {t('own.title')}
        </PrimaryButton>
      </>
    )
  return (
    <>
      <PageHead title={t('preferences.title')} lead={t('preferences.lead')} />
      <Loaded from={stored}>
        {({ data, kinds }) => (
          <div className="card stack-md">
            <PreferencesForm
              stored={data}
              of={`preferences ${token}`}
              kinds={kinds}
              busy={save.isPending}
              failure={save.error}
              save={(preferences) => save.mutate({ params: { token }, body: { preferences } })}
              isAlone
            />
            <p className="sm t2">{t('preferences.always')}</p>
            <p className="sm">
              <a href={pages.account}>{t('preferences.account')}</a>
            </p>
          </div>
        )}
      </Loaded>
    </>
  )
}
