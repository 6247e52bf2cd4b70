import { useEffect, useState } from 'react'
import { banking } from '#features/money/banking/contract.ts'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { call, isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { newKey } from '#platform/web/api/request.ts'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Skeleton } from '#platform/web/parts/Skeleton.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { refreshTasks } from './task-reads.ts'

type Entry = ReplyOf<typeof banking.entry>

interface Props {
  readonly rows: readonly StaffTask[]
  readonly close: () => void
  readonly done: () => void
}

/** The one invoice that a movement settles whole; null where several fit, or none does. */
function soleProposal({ state, amount, proposals }: Entry) {
  const [proposal, ...others] = proposals
  return state === 'OPEN' && proposal && others.length === 0 && proposal.open === amount ? proposal : null
}

/** Matches the movements that have one proposal of their own sum, after telling which ones and which are left. */
export function MatchEntriesDialog({ rows, close, done }: Props) {
  const t = useTexts('today')
  const [entries, setEntries] = useState<readonly Entry[] | null>(null)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen rows are those of the moment when it opened.
  useEffect(() => {
    void readAll(rows).then(setEntries)
  }, [])
  const sure = (entries ?? []).flatMap((entry) => {
    const proposal = soleProposal(entry)
    return proposal ? [{ entry, proposal }] : []
  })
  const match = async () => {
    setBusy(true)
    let matched = 0
    for (const { entry, proposal } of sure) {
      try {
        await call(banking.match, {
          params: { id: entry.bankEntryId },
          body: { version: entry.version, parts: [{ invoiceId: proposal.invoiceId, amount: entry.amount }] },
          idempotencyKey: newKey(),
        })
        matched += 1
      } catch (error) {
        if (!isApiError(error)) throw error
        showFailure(t('act.matchFailed', { name: nameOf(entry) }), textOfError(error))
      }
    }
    await refreshTasks()
    if (matched > 0) showDone(t('act.matched', { count: matched }))
    close()
    done()
  }
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t('act.matchManyTitle')}
      confirm={t('act.matchSubmit')}
      busy={busy}
      disabled={sure.length === 0}
      onConfirm={() => void match()}
    >
      {entries ? <Plan entries={entries} sure={sure} /> : <Skeleton width="60%" />}
    </ConfirmDialog>
  )
}

const nameOf = ({ counterpartyName, reference }: Entry) => counterpartyName ?? reference ?? '–'

/** The movements as they stand now; one that cannot be read is left out, and the list shows it anew. */
async function readAll(rows: readonly StaffTask[]): Promise<Entry[]> {
  const read = await Promise.allSettled(rows.map(({ subjectId }) => call(banking.entry, { params: { id: subjectId } })))
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

interface PlanProps {
  readonly entries: readonly Entry[]
  readonly sure: readonly { readonly entry: Entry; readonly proposal: Entry['proposals'][number] }[]
}

function Plan({ entries, sure }: PlanProps) {
  const t = useTexts('today')
  const taken = new Set(sure.map(({ entry }) => entry.bankEntryId))
  return (
    <TakenAndLeft
      summary={sure.length > 0 ? t('act.matchSummary', { count: sure.length }) : t('act.matchNone')}
      taken={sure.map(({ entry, proposal }) => ({
        key: entry.bankEntryId,
        name: nameOf(entry),
        about: [proposal.number, proposal.otherParty].filter(Boolean).join(' · '),
        euros: entry.amount,
      }))}
      leftTitle={t('act.matchLeft')}
      left={entries
        .filter(({ bankEntryId }) => !taken.has(bankEntryId))
        .map((entry) => ({ key: entry.bankEntryId, name: nameOf(entry), reason: t('act.matchReason') }))}
    />
  )
}
