import { useState } from 'react'
import { companies } from '#features/people/companies/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { AskingSwitch } from '#platform/web/dialogs/AskingSwitch.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { MultiSelect } from '#platform/web/form/MultiSelect.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type CompanyGroup, companyGroups } from '../contract.ts'

const refresh = [companyGroups.list, companyGroups.get, companies.list, companies.register]

/** The groups of companies and what belongs to each. */
export function GroupsPage() {
  const t = useTexts('groups')
  return (
    <Register
      title={t('list.title')}
      from={companyGroups.list}
      read={(reply) => ({
        rows: reply.items.flatMap((item) => ('groupCompanyId' in item ? [item] : [])),
        total: reply.total,
        isEstimate: reply.truncated,
      })}
      paging={false}
      rowKey={(row: CompanyGroup) => row.groupCompanyId}
      columns={[
        { key: 'name', title: t('name'), cell: (row) => row.name },
        { key: 'businessId', title: t('businessId'), cell: (row) => row.businessId ?? '–' },
        {
          key: 'companies',
          title: t('companies'),
          cell: (row) => row.companies.map((c) => c.companyName).join(', ') || '–',
        },
      ]}
      panel={{
        title: (row) => row.name,
        content: (row, close) => <GroupPanel key={row.groupCompanyId} group={row} close={close} />,
      }}
      add={{ open: t('add.open'), title: t('add.title'), form: (done) => <NewGroup done={done} /> }}
      empty={{ text: t('list.empty') }}
    />
  )
}

function NewGroup({ done }: { done: () => void }) {
  const t = useTexts('groups')
  return (
    <Form
      endpoint={companyGroups.create}
      submit={t('add.submit')}
      refresh={refresh}
      onDone={({ name }) => {
        done()
        showDone(t('add.done', { name }))
      }}
    >
      <Field name="name" label={t('name')} autoComplete="off" />
      <Field name="businessId" label={t('businessId')} autoComplete="off" />
    </Form>
  )
}

function GroupPanel({ group, close }: { group: CompanyGroup; close: () => void }) {
  const t = useTexts('groups')
  const may = useMay()
  const params = { id: group.groupCompanyId }
  const [companyIds, setCompanyIds] = useState(group.companies.map((company) => company.companyId))
  const all = useApi(companies.list, { query: { names: true } })
  const remove = useApiAction(companyGroups.remove, { refresh, onSuccess: close })
  return (
    <div className="stack-lg">
      <Form
        endpoint={companyGroups.update}
        params={params}
        initial={group}
        also={{ version: group.version, companyIds }}
        submit={t('edit.save')}
        refresh={refresh}
        onDone={() => showDone(t('edit.done'))}
      >
        <Field name="name" label={t('name')} autoComplete="off" />
        <Field name="businessId" label={t('businessId')} autoComplete="off" />
        <MultiSelect
          label={t('companies')}
          data={(all.data?.items ?? group.companies).map((c) => ({ value: c.companyId, label: c.companyName }))}
          value={companyIds}
          onChange={setCompanyIds}
          searchable
          nothingFoundMessage={t('states.nothingFound')}
        />
      </Form>
      <GroupRecipients group={group} />
      {may('group-company:delete') && (
        <Removal
          ask={t('remove.ask')}
          title={t('remove.title', { name: group.name })}
          text={t('remove.text')}
          confirm={t('remove.confirm')}
          remove={() => remove.mutateAsync({ params, query: { version: group.version } })}
        />
      )}
    </div>
  )
}

/** Who gets the reports of all companies of the group: chosen among the people of its companies. */
function GroupRecipients({ group }: { group: CompanyGroup }) {
  const t = useTexts('groups')
  const params = { id: group.groupCompanyId }
  const first = group.companies[0]?.companyId
  const recipients = useApi(companyGroups.recipients, { params })
  const people = useApi(companies.employerPeople, { params: { id: first ?? '' }, enabled: first !== undefined })
  const again = [companyGroups.recipients]
  const add = useApiAction(companyGroups.addRecipients, { refresh: again })
  const remove = useApiAction(companyGroups.removeRecipient, { refresh: again })
  const chosen = new Set(recipients.data?.data.map((person) => person.userId))
  const readers = people.data?.items.filter((person) => person.canReadReports && !chosen.has(person.userId)) ?? []
  return (
    <section className="stack-md">
      <h3>{t('recipients.title')}</h3>
      <Loaded from={recipients}>
        {({ data }) => (
          <div className="stack-md">
            {[...data, ...readers].map((person) => (
              <AskingSwitch
                key={person.userId}
                title={`${person.firstName} ${person.lastName}`}
                label={`${person.firstName} ${person.lastName} · ${person.workEmail}`}
                checked={chosen.has(person.userId)}
                set={(gets) =>
                  gets
                    ? add.mutate({ params, body: { userIds: [person.userId] } })
                    : remove.mutate({ params: { ...params, userId: person.userId } })
                }
              />
            ))}
            {data.length + readers.length === 0 && <p className="t2">{t('recipients.empty')}</p>}
          </div>
        )}
      </Loaded>
    </section>
  )
}
