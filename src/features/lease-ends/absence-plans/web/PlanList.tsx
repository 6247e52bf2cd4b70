import type { ReplyOf } from '#platform/contract/contract.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import type { Column } from '#platform/web/table/table-types.ts'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { absencePlans, planAwaited } from '../contract.ts'
import { planStates } from '../rules/months.ts'
import { PlanForm } from './PlanForm.tsx'
import { PlanPanel } from './PlanPanel.tsx'

type PlanRow = ReplyOf<typeof absencePlans.list>['items'][number]

/** When an absence begins. */
const startColumn = (t: Texts): Column<PlanRow> => ({
  key: 'from',
  sort: 'fromDay',
  inName: true,
  title: t('columns.from'),
  cell: (row) => <Day day={row.fromDay} />,
})

/** Every plan of the scope; whoever may propose one does it here. */
export function PlanList({ mayPropose }: { mayPropose: boolean }) {
  const t = useTexts('absence-plans')
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: PlanRow) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      title={t('list.title')}
      lead={t('list.lead')}
      from={absencePlans.list}
      {...grouped}
      rowKey={(row) => row.id}
      filters={[
        {
          name: 'waitingFor',
          label: t('columns.awaited'),
          options: planAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
        },
        {
          name: 'state',
          label: t('columns.state'),
          options: planStates.map((value) => ({ value, label: t(`state.${value}`) })),
        },
      ]}
      columns={[
        { key: 'person', sort: 'employeeName', title: t('columns.person'), cell: (row) => row.employeeName },
        { key: 'number', title: t('columns.agreement'), cell: (row) => row.agreementNumber },
        startColumn(t),
        { key: 'to', title: t('columns.to'), cell: (row) => <Day day={row.toDay} /> },
        {
          key: 'state',
          title: t('columns.state'),
          cell: (row) => (
            <StatusPill
              holder={
                row.waitingFor[0] === 'EMPLOYER' ? 'employer' : row.waitingFor[0] === 'EMPLOYEE' ? 'employee' : 'none'
              }
            >
              {t(`state.${row.state}`)}
            </StatusPill>
          ),
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.employeeName,
        above: (row) => row.agreementNumber,
        content: (row) => <PlanPanel key={row.id} id={row.id} />,
      }}
      {...(mayPropose
        ? { add: { open: t('propose.open'), title: t('propose.open'), form: (done) => <PlanForm done={done} /> } }
        : {})}
      empty={{ text: t('list.empty') }}
    />
  )
}
