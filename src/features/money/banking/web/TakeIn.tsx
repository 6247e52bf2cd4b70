import { useState } from 'react'
import { proposals } from '#features/ground/proposals/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { type FileRefusal, TakeInFile } from '#platform/web/form/TakeInFile.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

interface Proposed {
  readonly name: string
  readonly proposalId: string
}

/** The button that brings a bank's file, which another person confirms, and beside it what became of the last one. */
export function TakeIn() {
  const t = useTexts('banking')
  const [refused, setRefused] = useState<FileRefusal | null>(null)
  const [taken, setTaken] = useState<Proposed | null>(null)
  const take = useApiAction(banking.takeIn, {
    refresh: [proposals.list],
    handles: ['BANK_FILE_NOT_ACCEPTED'],
    onSuccess: ({ proposalId }, { query }) => setTaken({ name: query.fileName, proposalId }),
    onError: (error) => {
      if (isApiError(error, 'BANK_FILE_NOT_ACCEPTED')) setRefused(error.details as FileRefusal)
    },
  })
  const choose = (file: File) => {
    setRefused(null)
    setTaken(null)
    take.mutate({ query: { fileName: file.name.slice(-200) }, body: file })
  }
  return (
    <TakeInFile t={t} busy={take.isPending} refused={refused} choose={choose} more=",.zip,.gz">
      {taken && <Result taken={taken} />}
    </TakeInFile>
  )
}

function Result({ taken: { name, proposalId } }: { taken: Proposed }) {
  const t = useTexts('banking')
  return (
    <p className="sm t2">
      {t('take.proposed', { name })}{' '}
      <Link to={pageUrl('adminProposals', {}, { open: proposalId })}>{t('take.see')}</Link>
    </p>
  )
}
