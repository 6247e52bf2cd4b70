import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { type FileRefusal, TakeInFile } from '#platform/web/form/TakeInFile.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Taken = ReplyOf<typeof banking.takeIn>

const refresh = [
  banking.files,
  banking.statements,
  banking.doubts,
  banking.entries,
  banking.orders,
  banking.paymentFiles,
]

/** The button that takes a bank's file in, and beside it what became of the last one. */
export function TakeIn() {
  const t = useTexts('banking')
  const [refused, setRefused] = useState<FileRefusal | null>(null)
  const [taken, setTaken] = useState<Taken | null>(null)
  const take = useApiAction(banking.takeIn, {
    refresh,
    handles: ['BANK_FILE_NOT_ACCEPTED'],
    onSuccess: setTaken,
    onError: (error) => {
      if (isApiError(error, 'BANK_FILE_NOT_ACCEPTED')) setRefused(error.details as unknown as FileRefusal)
    },
  })
  const choose = (file: File) => {
    setRefused(null)
    setTaken(null)
    take.mutate({ query: { fileName: file.name.slice(-200) }, body: file as never })
  }
  return (
    <TakeInFile t={t} busy={take.isPending} refused={refused} choose={choose}>
      {taken && <Result taken={taken} />}
    </TakeInFile>
  )
}

function Result({ taken }: { taken: Taken }) {
  const t = useTexts('banking')
  const { name, entryCount, matchedCount, knownCount, doubtCount, skippedAccounts } = taken
  return (
    <p className="sm t2">
      {t('take.done', { name, entries: entryCount, matched: matchedCount })}
      {knownCount > 0 && ` ${t('take.known', { count: knownCount })}`}
      {doubtCount > 0 && ` ${t('take.doubts', { count: doubtCount })}`}
      {skippedAccounts.length > 0 && ` ${t('take.skipped', { accounts: skippedAccounts.join(', ') })}`}
    </p>
  )
}
