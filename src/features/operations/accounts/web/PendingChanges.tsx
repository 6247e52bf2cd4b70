import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

/** What somebody else proposes to change about one's sign-in; nothing is shown when nothing waits. */
export function PendingChanges() {
  const t = useTexts('identity-changes')
  const found = useApi(identityChanges.mine, {})
  const refuse = useApiAction(identityChanges.refuseOwn, {
    refresh: [identityChanges.mine],
    onSuccess: () => showDone(t('own.refused')),
  })
  if (!found.data || found.data.items.length === 0) return null
  return (
    <section className={`card ${styles.section} ${styles.waiting}`} aria-labelledby="pending">
      <h2 id="pending">{t('own.title')}</h2>
      {found.data.items.map((one) => (
        <div key={one.identityChangeId} className="stack-md">
          {one.kind === 'SECOND_FACTOR' && <p>{t('page.factor')}</p>}
          {one.newEmail && <p className={styles.address}>{t('page.email', { value: one.newEmail })}</p>}
          {one.newPhone && <p>{t('page.phone', { value: formatPhone(one.newPhone) })}</p>}
          {one.removesPhone && <p>{t('page.removesPhone')}</p>}
          <p className="t2">
            {one.takesEffectAt ? t('page.at') : t('page.second')}{' '}
            {one.takesEffectAt && <Instant at={one.takesEffectAt} />}
          </p>
          <Form
            endpoint={identityChanges.confirmOwn}
            params={{ id: one.identityChangeId }}
            submit={t('page.confirm')}
            plain
            unguarded
            refresh={[identityChanges.mine]}
            onDone={() => showDone(t('own.confirmed'))}
            beside={
              <Button
                variant="subtle"
                loading={refuse.isPending}
                onClick={() => refuse.mutate({ params: { id: one.identityChangeId } })}
              >
                {t('page.refuse')}
              </Button>
            }
          >
            <Field name="password" kind="password" label={t('own.password')} autoComplete="current-password" />
          </Form>
        </div>
      ))}
    </section>
  )
}
