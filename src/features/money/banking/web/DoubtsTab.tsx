import type { ReplyOf } from '#platform/contract/contract.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import { doubtStates } from '../rules/statements.ts'

type Doubt = ReplyOf<typeof banking.doubts>['items'][number]

const holders = { OPEN: 'staff', TAKEN: 'running', DISMISSED: 'none' } as const
const refresh = [banking.doubts, banking.entries, banking.files]

/** What the bank wrote, in euros where it could be read as such. */
function Told({ row }: { row: Doubt }) {
  if (row.amount === null) return row.amountText ?? '–'
  return <Money euros={row.direction === 'DEBIT' ? -row.amount : row.amount} />
}

/** What files brought and what could not be taken as it stood, each with its reason and what can be done about it. */
export function DoubtsTab() {
  const t = useTexts('banking')
  return (
    <DataTable
      from={banking.doubts}
      label={t('tabs.doubts')}
      density="dense"
      rowKey={(row) => row.doubtId}
      filters={[
        {
          name: 'state',
          label: t('doubt.state'),
          options: doubtStates.map((value) => ({ value, label: t(`doubt.states.${value}`) })),
        },
      ]}
      columns={[
        { key: 'kind', title: t('doubt.kind'), cell: (row) => t(`doubt.kinds.${row.kind}`) },
        { key: 'reason', inName: true, title: t('doubt.reason'), cell: (row) => t(`doubt.reasons.${row.reason}`) },
        { key: 'file', inName: true, title: t('taken.name'), cell: (row) => row.fileName },
        { key: 'line', inName: true, title: t('doubt.line'), cell: (row) => row.line, align: 'right' },
        {
          key: 'day',
          sort: 'bookedDay',
          title: t('entry.day'),
          cell: (row) => (row.bookedDay ? <Day day={row.bookedDay} /> : '–'),
        },
        { key: 'amount', sort: 'amount', title: t('entry.amount'), cell: (row) => <Told row={row} />, align: 'right' },
        {
          key: 'state',
          title: t('doubt.state'),
          cell: (row) => <StatusPill holder={holders[row.state]}>{t(`doubt.states.${row.state}`)}</StatusPill>,
        },
      ]}
      panel={{
        byId: true,
        title: (row) => t(`doubt.kinds.${row.kind}`),
        above: (row) => row.fileName,
        content: (row) => <DoubtPanel key={`${row.doubtId}${row.version}`} row={row} />,
      }}
      empty={{ text: t('doubt.empty') }}
    />
  )
}

function DoubtPanel({ row }: { row: Doubt }) {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <div className="stack-lg">
      <p>{t(`doubt.why.${row.reason}`)}</p>
      <Facts
        rows={[
          [t('entry.amount'), <Told key="amount" row={row} />],
          [t('doubt.asWritten'), row.amount !== null && row.amountText],
          [t('entry.day'), row.bookedDay && <Day key="day" day={row.bookedDay} />],
          [t('entry.counterparty'), row.counterpartyName],
          [t('entry.reference'), row.reference],
          [t('entry.message'), row.message],
          [t('statement.account'), row.iban && inFours(row.iban)],
          [t('doubt.line'), row.line],
          [t('taken.at'), <Instant key="at" at={row.createdAt} />],
          [t('doubt.note'), row.note],
        ]}
      />
      {row.raw.length > 0 && (
        <section className="stack-md">
          <h3>{t('doubt.raw')}</h3>
          <Facts
            rows={row.raw.map(({ path, text }) => [
              path || t('doubt.reason'),
              row.kind === 'FILE' ? t(`take.reasons.${text}`) : text,
            ])}
          />
        </section>
      )}
      {may('bank:match') && row.state === 'OPEN' && <DecideDoubt row={row} />}
    </div>
  )
}

function DecideDoubt({ row }: { row: Doubt }) {
  const t = useTexts('banking')
  const take = useApiAction(banking.takeDoubt, { refresh, onSuccess: () => showDone(t('doubt.taken')) })
  const press = (reading?: number) =>
    take.mutate({
      params: { id: row.doubtId },
      body: { version: row.version, ...(reading === undefined ? {} : { reading }) },
    })
  return (
    <>
      {row.canTake && (
        <div className="stack-md">
          <p className="t2">{t('doubt.takeText')}</p>
          <div className="row">
            {row.readings.length === 0 && (
              <Button loading={take.isPending} onClick={() => press()}>
                {t('doubt.take')}
              </Button>
            )}
            {row.readings.map((amount, reading) => (
              <Button key={amount} loading={take.isPending} onClick={() => press(reading)}>
                <Money euros={amount} />
              </Button>
            ))}
          </div>
        </div>
      )}
      <Form
        endpoint={banking.dismissDoubt}
        params={{ id: row.doubtId }}
        also={{ version: row.version }}
        submit={t('doubt.dismiss')}
        plain
        refresh={refresh}
        onDone={() => showDone(t('doubt.dismissed'))}
      >
        <Field name="note" kind="textarea" label={t('doubt.dismissWhy')} hint={t('doubt.dismissHint')} />
      </Form>
    </>
  )
}
