import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { eInvoices } from '../contract.ts'

interface Refused {
  reason: string
  line: number
}

/** The button that takes in a seller's e-invoice; a refusal says why and in which line. */
export function TakeInFinvoice() {
  const t = useTexts('e-invoices')
  const [refused, setRefused] = useState<Refused | null>(null)
  const take = useApiAction(eInvoices.takeIn, {
    refresh: [eInvoices.received],
    handles: ['E_INVOICE_NOT_ACCEPTED'],
    onSuccess: ({ number }) => showDone(t('take.done', { number })),
    onError: (error) => {
      if (isApiError(error, 'E_INVOICE_NOT_ACCEPTED')) setRefused(error.details as unknown as Refused)
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    setRefused(null)
    take.mutate({ query: { fileName: file.name.slice(-200) }, body: file as never })
  }
  return (
    <div className="stack-md">
      <FileButton
        accept="application/xml,text/xml,.xml"
        onChange={choose}
        inputProps={{ 'aria-label': t('take.label') }}
      >
        {(props) => (
          <Button {...props} loading={take.isPending}>
            {t('take.button')}
          </Button>
        )}
      </FileButton>
      <div role="status">
        {refused && (
          <Note kind="warn">
            {t('take.refused')} {t(`take.reasons.${refused.reason}`)} {t('take.line', { line: refused.line })}.
          </Note>
        )}
      </div>
    </div>
  )
}
