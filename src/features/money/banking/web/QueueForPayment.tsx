import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Plan = ReplyOf<typeof banking.queue>

interface Props {
  readonly invoiceIds: readonly string[]
  readonly onDone?: () => void
}

/** Queues approved purchase invoices for a payment file, after telling which ones, and why the rest are left. */
export function QueueForPayment({ invoiceIds, onDone }: Props) {
  const t = useTexts('banking')
  const [plan, setPlan] = useState<Plan | null>(null)
  const ask = useApiAction(banking.queue, { onSuccess: setPlan })
  const queue = useApiAction(banking.queue, {
    refresh: [banking.orders, invoices.list, invoices.get],
    onSuccess: ({ queued }) => {
      setPlan(null)
      if (queued > 0) showDone(t('queue.done', { count: queued }))
      onDone?.()
    },
  })
  const plannedIds = plan?.items.filter(({ problem }) => problem === null).map(({ invoiceId }) => invoiceId) ?? []
  return (
    <>
      <Button
        size="sm"
        loading={ask.isPending}
        onClick={() => ask.mutate({ body: { invoiceIds: [...invoiceIds], dryRun: true } })}
      >
        {t('queue.open')}
      </Button>
      <ConfirmDialog
        opened={plan !== null}
        close={() => setPlan(null)}
        title={t('queue.title')}
        confirm={t('queue.open')}
        busy={queue.isPending}
        disabled={plannedIds.length === 0}
        onConfirm={() => queue.mutate({ body: { invoiceIds: plannedIds, dryRun: false } })}
      >
        {plan && <QueuePlan plan={plan} />}
      </ConfirmDialog>
    </>
  )
}

function QueuePlan({ plan }: { plan: Plan }) {
  const t = useTexts('banking')
  const words = useTexts('invoices')
  const total = formatEuros(centsFromEuros(plan.total), useLanguage())
  return (
    <TakenAndLeft
      summary={plan.queued ? t('queue.text', { count: plan.queued, total }) : t('queue.none')}
      taken={plan.items
        .filter(({ problem }) => problem === null)
        .map((item) => ({
          key: item.invoiceId,
          name: item.number ?? '–',
          about: `${item.payee}, ${inFours(item.iban ?? '–')}`,
          euros: item.open,
        }))}
      leftTitle={words('payable.left')}
      left={plan.items
        .filter(({ problem }) => problem !== null)
        .map((item) => ({
          key: item.invoiceId,
          name: item.number ?? '–',
          reason: words(`payable.${item.problem}`, { other: item.otherNumber }),
        }))}
    />
  )
}
