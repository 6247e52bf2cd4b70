import { useState } from 'react'
import { proposals } from '#features/ground/proposals/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { companyExits, type ExitRow } from '../contract.ts'
import { type ExitKind, exitKinds } from '../rules/exit.ts'
import { exitAwaited } from '../rules/table.ts'
import { ExitPanel } from './ExitPanel.tsx'

const optionsOf = (reply: ReplyOf<typeof companies.list>) =>
  reply.items.map((company) => ({ value: company.companyId, label: company.companyName }))
const pickCompany = pickFrom(companies.list, optionsOf, { query: { names: true, isStaying: true }, search: 'search' })
const pickReceiver = pickFrom(companies.list, optionsOf, {
  query: { names: true, isStaying: true, active: true },
  search: 'search',
})

/** /admin/lahtevat-yritykset: companies that leave or are bankrupt, and the working off of their leases. */
export function CompanyExitsPage() {
  const t = useTexts('company-exits')
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: ExitRow) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      {...grouped}
      title={t('list.title')}
      lead={t('list.lead')}
      from={companyExits.list}
      rowKey={(row) => row.id}
      filters={[
        {
          name: 'waitingFor',
          label: t('columns.awaited'),
          options: exitAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
        },
      ]}
      columns={[
        { key: 'company', sort: 'companyName', title: t('columns.company'), cell: (row) => row.companyName },
        { key: 'kind', inName: true, title: t('columns.kind'), cell: (row) => t(`kind.${row.kind}`) },
        {
          key: 'from',
          sort: 'fromDay',
          inName: true,
          title: t('columns.from'),
          cell: (row) => <Day day={row.fromDay} />,
        },
        { key: 'until', sort: 'chooseUntil', title: t('columns.until'), cell: (row) => <Day day={row.chooseUntil} /> },
        { key: 'open', title: t('columns.open'), cell: (row) => <Progress row={row} />, align: 'right' },
        { key: 'state', title: t('columns.state'), cell: (row) => <ExitState row={row} /> },
        {
          key: 'awaited',
          title: t('columns.awaited'),
          cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.companyName,
        above: (row) => t(`kind.${row.kind}`),
        content: (row) => <ExitPanel key={row.id} id={row.id} />,
      }}
      add={{ open: t('mark.open'), title: t('mark.open'), form: () => <MarkForm /> }}
      empty={{ text: t('list.empty') }}
    />
  )
}

function ExitState({ row }: { row: ExitRow }) {
  const t = useTexts('company-exits')
  return <StatusPill holder={row.state === 'OPEN' ? 'staff' : 'none'}>{t(`state.${row.state}`)}</StatusPill>
}

/** How many leases are settled, of all. */
function Progress({ row: { leases } }: { row: ExitRow }) {
  const all = leases.OPEN + leases.CHOSEN + leases.ENDED + leases.SETTLED
  return (
    <span className="n">
      {leases.SETTLED} / {all}
    </span>
  )
}

/** What is proposed marks nothing: whoever is awaited confirms it first. */
function MarkForm() {
  const t = useTexts('company-exits')
  const [kind, setKind] = useState<ExitKind>('LEAVES')
  const [made, setMade] = useState<string | null>(null)
  const isMerger = kind === 'MERGED'
  if (made !== null)
    return (
      <div className="stack-md">
        <p role="status">{t('mark.done')}</p>
        <p>
          <Link to={pageUrl('adminProposals', {}, { open: made })}>{t('mark.see')}</Link>
        </p>
      </div>
    )
  return (
    <Form
      endpoint={companyExits.create}
      initial={{ kind: 'LEAVES', fromDay: serviceDay() }}
      submit={t('mark.submit')}
      refresh={[proposals.list]}
      onDone={({ proposalId }) => setMade(proposalId)}
    >
      <p>{t(isMerger ? 'mark.mergedText' : 'mark.text')}</p>
      <p className="t2">{t(`mark.who.${kind}`)}</p>
      <Field name="companyId" kind="picker" label={t('columns.company')} source={pickCompany} required />
      <FieldRow>
        <Field
          name="kind"
          kind="select"
          label={t('columns.kind')}
          options={exitKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onInput={(value) => setKind(value as ExitKind)}
        />
        <Field name="fromDay" kind="day" label={t('columns.from')} />
      </FieldRow>
      {isMerger && <Field name="intoCompanyId" kind="picker" label={t('mark.into')} source={pickReceiver} required />}
      <Field name="reason" kind="textarea" label={t('mark.reason')} hint={t('mark.reasonHint')} />
    </Form>
  )
}
