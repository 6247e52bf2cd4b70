import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import type { LineProblem } from '#platform/contract/imports.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { Picker } from '#platform/web/form/Picker.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LessorFileRow, lessorFiles, readsOfLessorFiles } from '../contract.ts'
import { pickLessor } from './pick-lessor.ts'

interface Refusal {
  readonly problems: readonly LineProblem[]
  readonly problemCount: number
}

/** Takes a file in, and keeps what came of it. */
function useTakeIn() {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [taken, setTaken] = useState<LessorFileRow | null>(null)
  const action = useApiAction(lessorFiles.takeIn, {
    refresh: readsOfLessorFiles,
    handles: ['LESSOR_FILE_NOT_ACCEPTED'],
    onSuccess: setTaken,
    onError: (error) => {
      if (isApiError(error, 'LESSOR_FILE_NOT_ACCEPTED')) setRefusal(error.details as unknown as Refusal)
    },
  })
  const take = (leasingCompanyId: string, kind: 'LIST' | 'ANSWERS', file: File) => {
    setRefusal(null)
    setTaken(null)
    // The type that a system gives CSV files differs; the server takes one.
    const body = new Blob([file], { type: 'text/csv' }) as never
    action.mutate({ query: { leasingCompanyId, kind, fileName: file.name.slice(-200) }, body })
  }
  return { take, busy: action.isPending, refusal, taken }
}

/** The lessor of the next file, and what can be made or taken in. */
export function FileActs() {
  const t = useTexts('lessor-files')
  const [lessor, setLessor] = useState('')
  const { take, busy, refusal, taken } = useTakeIn()
  const tell = useApiAction(lessorFiles.tell, {
    refresh: readsOfLessorFiles,
    onSuccess: (file) => showDone(t('file.made', { rows: file.rows })),
  })
  const button = (kind: 'LIST' | 'ANSWERS') => (
    <FileButton
      accept=".csv,text/csv"
      disabled={!lessor}
      onChange={(file) => file && lessor && take(lessor, kind, file)}
      inputProps={{ 'aria-label': t(`take.${kind}`) }}
    >
      {(props) => (
        <Button {...props} disabled={!lessor} loading={busy}>
          {t(`take.${kind}`)}
        </Button>
      )}
    </FileButton>
  )
  return (
    <section className="card stack-md" aria-label={t('take.title')}>
      <h2>{t('take.title')}</h2>
      <p className="t2">{t('take.text')}</p>
      <Picker label={t('difference.lessor')} source={pickLessor} value={lessor} onChange={setLessor} />
      <div className="row">
        <Button
          disabled={!lessor}
          loading={tell.isPending}
          onClick={() => lessor && tell.mutate({ body: { leasingCompanyId: lessor } })}
        >
          {t('take.NEWS')}
        </Button>
        {button('LIST')}
        {button('ANSWERS')}
      </div>
      <div role="status" className="stack-md">
        {taken && <Note kind="ok">{t('take.done', { name: taken.name, rows: taken.rows, found: taken.found })}</Note>}
        {refusal && <Problems refusal={refusal} />}
      </div>
    </section>
  )
}

function Problems({ refusal: { problems, problemCount } }: { refusal: Refusal }) {
  const t = useTexts('lessor-files')
  return (
    <>
      <Note kind="danger">{t('take.refused', { count: problemCount })}</Note>
      <ul className="sm">
        {problems.map(({ line, column, code, value }) => (
          <li key={`${line} ${column ?? ''} ${code}`}>
            {t('imports.line', { line })} {column && <strong>{column}</strong>} {t(`imports.problems.${code}`)}
            {value && `: ${value}`}
          </li>
        ))}
      </ul>
    </>
  )
}
