import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { PdfButton } from '#platform/web/controls/PdfButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ProposalView, proposals } from '../contract.ts'

/** The file beside a proposal, to be read before it is confirmed. */
export function ProposalFile({ row }: { row: ProposalView }) {
  const t = useTexts('proposals')
  return (
    <a href={fileUrl(proposals.file, { id: row.proposalId })} target="_blank" rel="noreferrer">
      {t(row.kind === 'BANK_FILE' ? 'panel.bankFile' : 'panel.file')}
    </a>
  )
}

/** Takes the extract that says why the staff stand for a company. */
export function AttachExtract({ row }: { row: ProposalView }) {
  const t = useTexts('proposals')
  const attach = useApiAction(proposals.attachFile, {
    refresh: [proposals.list, proposals.get],
    onSuccess: () => showDone(t('panel.attached')),
  })
  return (
    <PdfButton
      label={t('panel.attach')}
      loading={attach.isPending}
      onChoose={(file, fileName) =>
        attach.mutate({
          params: { id: row.proposalId },
          query: { version: row.version, fileName },
          body: file,
        })
      }
    />
  )
}
