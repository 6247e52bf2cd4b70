import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { Invoice } from './InvoiceState.tsx'

type Plan = ReplyOf<typeof invoices.approve>

/** Approves the chosen invoices for payment, after telling which ones, and why the rest are left. */
export function ApproveSelected({ rows, clear }: { rows: readonly Invoice[]; clear: () => void }) {
  const t = useTexts('invoices')
  const [plan, setPlan] = useState<Plan | null>(null)
  const ask = useApiAction(invoices.approve, { onSuccess: setPlan })
  const approve = useApiAction(invoices.approve, {
    refresh: [invoices.list, invoices.get],
    onSuccess: ({ approved }) => {
      setPlan(null)
      clear()
      showDone(t('approve.done', { count: approved }))
    },
  })
  const plannedIds = plan?.items.filter(({ isApproved }) => isApproved).map(({ invoiceId }) => invoiceId) ?? []
  const chosenIds = rows.map((row) => row.invoiceId)
  return (
    <>
      <Button
        size="sm"
        loading={ask.isPending}
        onClick={() => ask.mutate({ body: { invoiceIds: chosenIds, dryRun: true } })}
      >
        {t('approve.open')}
      </Button>
      <ConfirmDialog
        opened={plan !== null}
        close={() => setPlan(null)}
        title={t('approve.title')}
        confirm={t('approve.confirm')}
        busy={approve.isPending}
        disabled={plannedIds.length === 0}
        // Only what has been shown as approved: another one may have become so meanwhile.
        onConfirm={() => approve.mutate({ body: { invoiceIds: plannedIds, dryRun: false } })}
      >
        {plan && <ApprovalPlan plan={plan} />}
      </ConfirmDialog>
    </>
  )
}

function ApprovalPlan({ plan }: { plan: Plan }) {
  const t = useTexts('invoices')
  const total = formatEuros(centsFromEuros(plan.approvedTotal), useLanguage())
  return (
    <TakenAndLeft
      summary={plan.approved ? t('approve.text', { count: plan.approved, total }) : t('approve.none')}
      taken={plan.items
        .filter(({ isApproved }) => isApproved)
        .map((item) => ({ key: item.invoiceId, name: item.number ?? '–', about: item.payee, euros: item.open }))}
      leftTitle={t('payable.left')}
      left={plan.items
        .filter(({ isApproved }) => !isApproved)
        .map((item) => ({
          key: item.invoiceId,
          name: item.number ?? '–',
          reason: t(`payable.${item.problem}`, { other: item.otherNumber }),
        }))}
    />
  )
}
