import { useState } from 'react'
import { invoices } from '#features/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { Invoice } from './InvoiceState.tsx'

type Plan = ReplyOf<typeof invoices.approve>

/** Approves the chosen invoices for payment, after telling which ones and why the rest are left. */
export function ApproveSelected({ rows, clear }: { rows: readonly Invoice[]; clear: () => void }) {
  const t = useTexts('invoices')
  const language = useLanguage()
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
  const invoiceIds = rows.map((row) => row.invoiceId)
  const left = plan?.items.filter((item) => !item.isApproved) ?? []
  return (
    <>
      <Button size="sm" loading={ask.isPending} onClick={() => ask.mutate({ body: { invoiceIds, dryRun: true } })}>
        {t('approve.open')}
      </Button>
      <ConfirmDialog
        opened={plan !== null}
        close={() => setPlan(null)}
        title={t('approve.title')}
        confirm={t('approve.confirm')}
        busy={approve.isPending}
        disabled={!plan?.approved}
        onConfirm={() => approve.mutate({ body: { invoiceIds, dryRun: false } })}
      >
        <p>
          {plan?.approved
            ? t('approve.text', {
                count: plan.approved,
                total: formatEuros(centsFromEuros(plan.approvedTotal), language),
              })
            : t('approve.none')}
        </p>
        {left.length > 0 && (
          <ul className="sm">
            {left.map((item) => (
              <li key={item.invoiceId}>
                {item.number ?? '–'}: {t(`approve.problems.${item.problem ?? 'NOT_VERIFIED'}`)}
              </li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    </>
  )
}
