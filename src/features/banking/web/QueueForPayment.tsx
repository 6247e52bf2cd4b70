import { useState } from 'react'
import { invoices } from '#features/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Left = ReplyOf<typeof banking.queue>['items']

interface Props {
  readonly invoiceIds: readonly string[]
  readonly onDone?: () => void
}

/** Queues approved purchase invoices for a payment file, and tells which ones were left and why. */
export function QueueForPayment({ invoiceIds, onDone }: Props) {
  const t = useTexts('banking')
  const [left, setLeft] = useState<Left>([])
  const queue = useApiAction(banking.queue, {
    refresh: [banking.orders, invoices.list, invoices.get],
    onSuccess: ({ queued, items }) => {
      const refused = items.filter(({ problem }) => problem !== null)
      setLeft(refused)
      if (queued > 0) showDone(t('queue.done', { count: queued }))
      if (refused.length === 0) onDone?.()
    },
  })
  return (
    <>
      <Button
        size="sm"
        loading={queue.isPending}
        onClick={() => queue.mutate({ body: { invoiceIds: [...invoiceIds] } })}
      >
        {t('queue.open')}
      </Button>
      <Dialog opened={left.length > 0} close={() => setLeft([])} title={t('queue.left')}>
        <ul className="sm">
          {left.map(({ invoiceId, number, problem }) => (
            <li key={invoiceId}>
              {number ?? '–'}: {problem && t(`queue.problems.${problem}`)}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
