import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Taken = ReplyOf<typeof banking.takeIn>
interface Refused {
  reason: string
  line: number
}

const refresh = [banking.files, banking.entries, banking.orders, banking.paymentFiles]

/** The button that takes a bank's file in, and beside it what became of the last one. */
export function TakeIn() {
  const t = useTexts('banking')
  const [refused, setRefused] = useState<Refused | null>(null)
  const [taken, setTaken] = useState<Taken | null>(null)
  const take = useApiAction(banking.takeIn, {
    refresh,
    handles: ['BANK_FILE_NOT_ACCEPTED'],
    onSuccess: setTaken,
    onError: (error) => {
      if (isApiError(error, 'BANK_FILE_NOT_ACCEPTED')) setRefused(error.details as unknown as Refused)
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    setRefused(null)
    setTaken(null)
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
        {taken && <Result taken={taken} />}
      </div>
    </div>
  )
}

function Result({ taken }: { taken: Taken }) {
  const t = useTexts('banking')
  const { name, entryCount, matchedCount, knownCount, skippedAccounts } = taken
  return (
    <p className="sm t2">
      {t('take.done', { name, entries: entryCount, matched: matchedCount })}
      {knownCount > 0 && ` ${t('take.known', { count: knownCount })}`}
      {skippedAccounts.length > 0 && ` ${t('take.skipped', { accounts: skippedAccounts.join(', ') })}`}
    </p>
  )
}
