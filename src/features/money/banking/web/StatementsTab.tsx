import type { ReplyOf } from '#platform/contract/contract.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import { statementProofs } from '../rules/statements.ts'

type Statement = ReplyOf<typeof banking.statements>['items'][number]

const holders = { PROVEN: 'running', UNPROVEN: 'none', EXPLAINED: 'none', DIFFERS: 'trouble' } as const

/** Statements with their balances, and whether they follow each other. */
export function StatementsTab() {
  const t = useTexts('banking')
  return (
    <DataTable
      from={banking.statements}
      label={t('tabs.statements')}
      density="dense"
      rowKey={(row) => row.bankStatementId}
      filters={[
        {
          name: 'proof',
          label: t('statement.proof'),
          options: statementProofs.map((value) => ({ value, label: t(`statement.proofs.${value}`) })),
        },
      ]}
      columns={[
        { key: 'day', sort: 'toDay', title: t('statement.toDay'), cell: (row) => <Day day={row.toDay} /> },
        { key: 'kind', inName: true, title: t('taken.kind'), cell: (row) => t(`taken.kinds.${row.kind}`) },
        { key: 'number', inName: true, title: t('statement.number'), cell: (row) => row.statementId || '–' },
        {
          key: 'opening',
          title: t('statement.opening'),
          cell: (row) => (row.opening === null ? '–' : <Money euros={row.opening} />),
          align: 'right',
        },
        { key: 'booked', title: t('statement.booked'), cell: (row) => <Money euros={row.booked} />, align: 'right' },
        {
          key: 'closing',
          title: t('statement.closing'),
          cell: (row) => (row.closing === null ? '–' : <Money euros={row.closing} />),
          align: 'right',
        },
        {
          key: 'proof',
          title: t('statement.proof'),
          cell: (row) => <StatusPill holder={holders[row.proof]}>{t(`statement.proofs.${row.proof}`)}</StatusPill>,
        },
      ]}
      panel={{
        byId: true,
        title: (row) => t('statement.title', { number: row.statementId || '–' }),
        above: (row) => row.fileName,
        content: (row) => <StatementPanel key={`${row.bankStatementId}${row.version}`} row={row} />,
      }}
      empty={{ text: t('statement.empty') }}
    />
  )
}

function StatementPanel({ row }: { row: Statement }) {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <div className="stack-lg">
      {row.proof === 'UNPROVEN' && <p>{t('statement.unproven')}</p>}
      {row.problems.map((problem) => (
        <p key={problem}>{t(`statement.problems.${problem}`)}</p>
      ))}
      <Facts
        rows={[
          [t('statement.account'), inFours(row.iban)],
          [t('statement.fromDay'), <Day key="from" day={row.fromDay} />],
          [t('statement.toDay'), <Day key="to" day={row.toDay} />],
          [t('statement.opening'), row.opening !== null && <Money key="opening" euros={row.opening} />],
          [t('statement.booked'), <Money key="booked" euros={row.booked} />],
          [t('statement.closing'), row.closing !== null && <Money key="closing" euros={row.closing} />],
          [t('statement.explanation'), row.explanation],
        ]}
      />
      {may('bank:match') && row.proof === 'DIFFERS' && (
        <Form
          endpoint={banking.explain}
          params={{ id: row.bankStatementId }}
          also={{ version: row.version }}
          submit={t('statement.explain')}
          plain
          refresh={[banking.statements]}
          onDone={() => showDone(t('statement.explained'))}
        >
          <Field
            name="explanation"
            kind="textarea"
            label={t('statement.explanation')}
            hint={t('statement.explainHint')}
          />
        </Form>
      )}
    </div>
  )
}
