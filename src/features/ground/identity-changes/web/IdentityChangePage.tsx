import { useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { hideToken } from '#platform/web/router/hide-token.ts'
import { useParams } from '#platform/web/router/location.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { identityChanges } from '../contract.ts'

type Answered = 'inEffect' | 'waits' | 'refused'

/** /muutos/{token}: somebody else's proposal about one's sign-in, to confirm or to stop. */
export function IdentityChangePage() {
  const t = useTexts('identity-changes')
  const { token = '' } = useParams()
  const [answered, setAnswered] = useState<Answered | null>(null)
  const params = { token }
  const found = useApi(identityChanges.look, { params, staleMs: Number.POSITIVE_INFINITY })
  const finish = (how: Answered) => {
    hideToken('/muutos/-')
    setAnswered(how)
  }
  const confirm = useApiAction(identityChanges.confirm, {
    onSuccess: ({ inEffect }) => finish(inEffect ? 'inEffect' : 'waits'),
  })
  const refuse = useApiAction(identityChanges.refuse, { onSuccess: () => finish('refused') })
  usePageTitle(t('page.tab'))
  if (answered)
    return <Message title={answered === 'refused' ? 'page.refusedTitle' : 'page.doneTitle'} text={`page.${answered}`} />
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <Message title="page.badTitle" text="page.bad" />
  return (
    <Loaded from={found}>
      {({ kind, firstName, newEmail, newPhone, removesPhone, takesEffectAt }) => (
        <div className="stack-md">
          <h1>{t('page.title', { name: firstName })}</h1>
          {kind === 'SECOND_FACTOR' && <p>{t('page.factor')}</p>}
          {newEmail && <p>{t('page.email', { value: newEmail })}</p>}
          {newPhone && <p>{t('page.phone', { value: formatPhone(newPhone) })}</p>}
          {removesPhone && <p>{t('page.removesPhone')}</p>}
          <p className="t2">
            {takesEffectAt ? t('page.at') : t('page.second')} {takesEffectAt && <Instant at={takesEffectAt} />}
          </p>
          <PrimaryButton size="lg" loading={confirm.isPending} onClick={() => confirm.mutate({ params })}>
            {t('page.confirm')}
          </PrimaryButton>
          <Button variant="subtle" loading={refuse.isPending} onClick={() => refuse.mutate({ params })}>
            {t('page.refuse')}
          </Button>
        </div>
      )}
    </Loaded>
  )
}

function Message({ title, text }: { title: string; text: string }) {
  const t = useTexts('identity-changes')
  return (
    <>
      <h1>{t(title)}</h1>
      <p className="t2" role="status">
        {t(text)}
      </p>
      <PrimaryButton component="a" href={pages.account} size="lg" fullWidth>
        {t('page.own')}
      </PrimaryButton>
    </>
  )
}
