import { Field, Form } from '#platform/web/form/Form.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { rights, type StaffRequestView } from '../contract.ts'
import { type RequestState, requestKinds, requestStates } from '../rules.ts'
import { RequestPanel } from './RequestPanel.tsx'
import { RetentionSection } from './RetentionSection.tsx'

const holders: Record<RequestState, Holder> = {
  OPEN: 'staff',
  ERASING: 'staff',
  DONE: 'running',
  REFUSED: 'none',
  WITHDRAWN: 'none',
}

/** /admin/tietopyynnot: what people ask about their own data, with the day of the law. */
export function RequestsPage() {
  const t = useTexts('rights')
  const nameOf = (row: StaffRequestView) => row.name ?? row.email ?? t('staff.erased')
  return (
    <div className="stack-lg">
      <Register
        title={t('staff.title')}
        lead={t('staff.lead')}
        from={rights.list}
        rowKey={(row) => row.requestId}
        filters={[
          {
            name: 'state',
            label: t('staff.state'),
            options: requestStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            name: 'kind',
            label: t('staff.kind'),
            options: requestKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          },
        ]}
        columns={[
          { key: 'person', title: t('staff.person'), cell: nameOf },
          { key: 'kind', inName: true, title: t('staff.kind'), cell: (row) => t(`kinds.${row.kind}`) },
          { key: 'asked', sort: 'createdAt', title: t('staff.asked'), cell: (row) => <Instant at={row.createdAt} /> },
          { key: 'due', sort: 'dueDay', title: t('staff.due'), cell: (row) => <Day day={row.dueDay} /> },
          {
            key: 'state',
            title: t('staff.state'),
            cell: ({ state }) => <StatusPill holder={holders[state]}>{t(`states.${state}`)}</StatusPill>,
          },
        ]}
        panel={{
          byId: true,
          title: nameOf,
          content: (row) => <RequestPanel key={`${row.requestId}${row.version}`} request={row} />,
        }}
        add={{ open: t('staff.add'), title: t('staff.addTitle'), form: (done) => <Recording done={done} /> }}
        empty={{ text: t('staff.empty') }}
      />
      <RetentionSection />
    </div>
  )
}

function Recording({ done }: { done: () => void }) {
  const t = useTexts('rights')
  return (
    <Form
      endpoint={rights.record}
      initial={{ kind: 'ERASURE' }}
      submit={t('staff.add')}
      refresh={[rights.list]}
      onDone={() => {
        showDone(t('staff.added'))
        done()
      }}
    >
      <Field
        name="kind"
        kind="select"
        label={t('staff.kind')}
        options={requestKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <Field name="email" kind="email" label={t('staff.email')} />
      <Field name="wish" kind="textarea" label={t('staff.wish')} />
      <Field name="checkedHow" kind="textarea" label={t('staff.how')} hint={t('staff.howHint')} />
    </Form>
  )
}
