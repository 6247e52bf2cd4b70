import { IconFileTypePdf } from '@tabler/icons-react'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ProposalView, proposals } from '../contract.ts'

/** The extract beside a proposal, to be read before it is confirmed. */
export function Extract({ id }: { id: string }) {
  const t = useTexts('proposals')
  return (
    <a href={fileUrl(proposals.file, { id })} target="_blank" rel="noreferrer">
      {t('panel.file')}
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
  const choose = (file: File | null) => {
    if (!file) return
    attach.mutate({
      params: { id: row.proposalId },
      query: { version: row.version, fileName: file.name.slice(-200) },
      body: file as never,
    })
  }
  return (
    <FileButton accept="application/pdf" onChange={choose}>
      {(props) => (
        <Button
          {...props}
          loading={attach.isPending}
          leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden="true" />}
        >
          {t('panel.attach')}
        </Button>
      )}
    </FileButton>
  )
}
