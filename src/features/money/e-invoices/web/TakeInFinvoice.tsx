import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { type FileRefusal, TakeInFile } from '#platform/web/form/TakeInFile.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { eInvoices } from '../contract.ts'

/** The button that takes in a seller's e-invoice; a refusal says why and in which line. */
export function TakeInFinvoice() {
  const t = useTexts('e-invoices')
  const [refused, setRefused] = useState<FileRefusal | null>(null)
  const take = useApiAction(eInvoices.takeIn, {
    refresh: [eInvoices.received],
    handles: ['E_INVOICE_NOT_ACCEPTED'],
    onSuccess: (found) =>
      showDone(
        'number' in found && found.taken === 1 && found.aside === 0
          ? t('take.done', { number: found.number })
          : t('take.several', { taken: found.taken, aside: found.aside }),
      ),
    onError: (error) => {
      if (isApiError(error, 'E_INVOICE_NOT_ACCEPTED')) setRefused(error.details as FileRefusal)
    },
  })
  const choose = (file: File) => {
    setRefused(null)
    take.mutate({ query: { fileName: file.name.slice(-200) }, body: file })
  }
  return <TakeInFile t={t} busy={take.isPending} refused={refused} choose={choose} />
}
