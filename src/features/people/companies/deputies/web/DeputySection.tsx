import { companies } from '#features/people/companies/contract.ts'
import { deputies } from '#features/people/companies/deputies/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useUser } from '#platform/web/api/user.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** Who stands in for whom, and a form that names a deputy. */
export function DeputySection({ companyId }: { companyId: string }) {
  const t = useTexts('deputies')
  const language = useLanguage()
  const params = { id: companyId }
  const list = useApi(deputies.list, { params })
  const end = useApiAction(deputies.end, {
    refresh: [deputies.list, deputies.own],
    onSuccess: () => showDone(t('ended')),
  })
  return (
    <section className="stack-md">
      <h2>{t('title')}</h2>
      <p className="t2">{t('lead')}</p>
      <Loaded from={list} isEmpty={({ items }) => items.length === 0} empty={<p>{t('none')}</p>}>
        {({ items }) => (
          <ul className="plain stack-sm">
            {items.map(({ deputyId, away, deputy, fromDay, toDay, isActive, version }) => (
              <li key={deputyId} className="row">
                <span>
                  {t('row', { deputy: deputy.name, away: away.name })}{' '}
                  <span className="sm t2">
                    {t('days', { from: formatDayIn(fromDay, language), to: formatDayIn(toDay, language) })}
                    {isActive && <b> · {t('now')}</b>}
                  </span>
                </span>
                <Removal
                  ask={t('end')}
                  title={t('endTitle', { name: deputy.name })}
                  text={t('endText')}
                  remove={() => end.mutateAsync({ params: { ...params, deputyId }, query: { version } })}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <NameDeputy companyId={companyId} />
    </section>
  )
}

const acting = ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_GROUP_ADMIN']

function NameDeputy({ companyId }: { companyId: string }) {
  const t = useTexts('deputies')
  const user = useUser()
  const people = useApi(companies.employerPeople, { params: { id: companyId } })
  const options = (people.data?.items ?? [])
    .filter(({ roles, invited }) => !invited && roles.some((role) => acting.includes(role)))
    .map(({ userId, firstName, lastName }) => ({ value: userId, label: `${firstName} ${lastName}` }))
  if (people.isPending) return null
  if (options.length < 2) return <p className="t2">{t('alone')}</p>
  const own = options.some(({ value }) => value === user?.userId) ? user?.userId : undefined
  return (
    <Form
      key={options.length}
      endpoint={deputies.name}
      params={{ id: companyId }}
      initial={own ? { userId: own } : {}}
      submit={t('submit')}
      plain
      refresh={[deputies.list, deputies.own]}
      onDone={() => showDone(t('done'), { text: t('doneText') })}
    >
      <FieldRow>
        <Field name="userId" kind="select" label={t('away')} placeholder=" " options={options} />
        <Field name="deputyUserId" kind="select" label={t('deputy')} placeholder=" " options={options} />
      </FieldRow>
      <FieldRow>
        <Field name="fromDay" kind="day" label={t('from')} />
        <Field name="toDay" kind="day" label={t('to')} />
      </FieldRow>
    </Form>
  )
}
