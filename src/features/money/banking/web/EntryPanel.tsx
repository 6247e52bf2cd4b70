import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import { asideReasons } from '../rules.ts'
import type { Entry } from './EntriesTab.tsx'
import { MatchByHand } from './MatchByHand.tsx'

const refresh = [banking.entries, banking.entry, banking.files, invoices.list]
type Proposal = ReplyOf<typeof banking.entry>['proposals'][number]

/** One movement: what the bank says, and the decision about it. */
export function EntryPanel({ row }: { row: Entry }) {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('entry.amount'), <Money key="amount" euros={row.direction === 'CREDIT' ? row.amount : -row.amount} />],
          [t('entry.foreignAmount'), row.foreignAmount],
          [t('entry.day'), <Day key="day" day={row.bookedDay} />],
          [t('entry.direction'), row.isReversal ? t('entry.reversal') : t(`directions.${row.direction}`)],
          [t('entry.reference'), row.reference],
          [t('entry.message'), row.message],
          [t('entry.iban'), row.counterpartyIban && inFours(row.counterpartyIban)],
          [t('match.asideReason'), row.asideReason && t(`aside.${row.asideReason}`)],
        ]}
      />
      {row.state === 'MATCHED' && <SettlementFacts row={row} />}
      {may('bank:match') && row.state === 'OPEN' && <Decide row={row} />}
      {may('bank:match') && (row.state === 'MATCHED' || row.state === 'ASIDE') && <Reopen row={row} />}
    </div>
  )
}

/** What the movement has settled of online payments, where it is a settlement. */
function SettlementFacts({ row }: { row: Entry }) {
  const t = useTexts('banking')
  const { data } = useApi(banking.entry, { params: { id: row.bankEntryId } })
  const settlement = data?.settlement
  if (!settlement) return null
  return (
    <section className="stack-md">
      <h3>{t('settlement.title')}</h3>
      <Facts
        rows={[
          [t('settlement.payments'), settlement.payments],
          [t('settlement.gross'), <Money key="gross" euros={settlement.gross} />],
          [t('settlement.withheld'), settlement.withheld > 0 && <Money key="held" euros={-settlement.withheld} />],
          [t('settlement.fee'), <Money key="fee" euros={-settlement.fee} />],
        ]}
      />
    </section>
  )
}

function Decide({ row }: { row: Entry }) {
  const t = useTexts('banking')
  const read = useApi(banking.entry, { params: { id: row.bankEntryId } })
  return (
    <>
      {read.data?.proposedSettlement && <SettleByHand row={row} proposed={read.data.proposedSettlement} />}
      <section className="stack-md">
        <h3>{t('match.title')}</h3>
        <Loaded from={read}>
          {({ proposals }) =>
            proposals.length === 0 ? (
              <p className="t2">{t('match.none')}</p>
            ) : (
              <div className="stack-md">
                {proposals.map((proposal) => (
                  <Choice key={proposal.invoiceId} row={row} proposal={proposal} />
                ))}
              </div>
            )
          }
        </Loaded>
        <MatchByHand row={row} />
      </section>
      <section className="stack-md">
        <h3>{t('match.asideTitle')}</h3>
        <Form
          endpoint={banking.setAside}
          params={{ id: row.bankEntryId }}
          also={{ version: row.version }}
          submit={t('match.asideTitle')}
          plain
          refresh={refresh}
          onDone={() => showDone(t('match.asideDone'))}
        >
          <Field
            name="reason"
            kind="select"
            label={t('match.asideReason')}
            hint={t('match.asideHint')}
            options={asideReasons.map((value) => ({ value, label: t(`aside.${value}`) }))}
          />
        </Form>
      </section>
    </>
  )
}

interface SettleProps {
  readonly row: Entry
  readonly proposed: NonNullable<ReplyOf<typeof banking.entry>['proposedSettlement']>
}

/** Online payments in a sum of which a person says how much refunds have made it smaller. */
function SettleByHand({ row, proposed }: SettleProps) {
  const t = useTexts('banking')
  return (
    <section className="stack-md">
      <h3>{t('settlement.title')}</h3>
      <p className="t2">{t('settlement.ask')}</p>
      <Facts
        rows={[
          [t('settlement.payments'), proposed.payments],
          [t('settlement.gross'), <Money key="gross" euros={proposed.gross} />],
          [t('settlement.refunded'), <Money key="refunded" euros={proposed.refunded} />],
        ]}
      />
      <Form
        endpoint={banking.settle}
        params={{ id: row.bankEntryId }}
        also={{ version: row.version }}
        initial={{ withheld: 0 }}
        submit={t('settlement.settle')}
        plain
        refresh={refresh}
        onDone={() => showDone(t('settlement.done'))}
      >
        <Field name="withheld" kind="money" label={t('settlement.withheld')} hint={t('settlement.hint')} />
      </Form>
    </section>
  )
}

function Choice({ row, proposal }: { row: Entry; proposal: Proposal }) {
  const t = useTexts('banking')
  const language = useLanguage()
  const number = proposal.number ?? ''
  const match = useApiAction(banking.match, { refresh, onSuccess: () => showDone(t('match.done', { number })) })
  const open = formatEuros(centsFromEuros(proposal.open), language)
  const press = () =>
    match.mutate({
      params: { id: row.bankEntryId },
      body: { version: row.version, parts: [{ invoiceId: proposal.invoiceId, amount: row.amount }] },
    })
  return (
    <div className="card stack-md">
      <p>
        <strong>{proposal.otherParty}</strong>
        <br />
        <span className="sm t2">
          {proposal.open > 0 ? t('match.open', { open, due: formatDay(proposal.dueDay) }) : t('match.paid')} ·{' '}
          {proposal.grounds.map((ground) => t(`match.grounds.${ground}`)).join(', ')}
        </span>
      </p>
      <div>
        <Button loading={match.isPending} onClick={press}>
          {t('match.choose', { number })}
        </Button>
      </div>
    </div>
  )
}

function Reopen({ row }: { row: Entry }) {
  const t = useTexts('banking')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('match.reopen')}</Button>
      <Dialog opened={isOpen} close={close} title={t('match.reopen')}>
        <Form
          endpoint={banking.reopen}
          params={{ id: row.bankEntryId }}
          also={{ version: row.version }}
          submit={t('match.reopen')}
          refresh={refresh}
          onDone={() => {
            close()
            showDone(t('match.reopenDone'))
          }}
        >
          {row.state === 'MATCHED' && <p className="t2">{t('match.reopenText')}</p>}
          <Field name="reason" kind="textarea" label={t('match.reopenReason')} />
        </Form>
      </Dialog>
    </div>
  )
}
