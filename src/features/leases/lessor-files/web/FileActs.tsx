import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import type { LineProblem } from '#platform/contract/imports.ts'
import { type Day, formatDay, parseDayInput } from '#platform/values/days.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { DayInput } from '#platform/web/form/DayInput.tsx'
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

type Kind = 'LIST' | 'ANSWERS'
type Preview = ReplyOf<typeof lessorFiles.preview>

/** Tries a file, takes it in, and keeps what came of it. */
function useTakeIn() {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [taken, setTaken] = useState<LessorFileRow | null>(null)
  const [seen, setSeen] = useState<Preview | null>(null)
  const [chosen, setChosen] = useState<Parameters<typeof preview.mutate>[0] | null>(null)
  const refused = {
    handles: ['LESSOR_FILE_NOT_ACCEPTED'] as const,
    onError: (error: Error) => {
      if (isApiError(error, 'LESSOR_FILE_NOT_ACCEPTED')) setRefusal(error.details as Refusal)
    },
  }
  const preview = useApiAction(lessorFiles.preview, { ...refused, refresh: [], onSuccess: setSeen })
  const action = useApiAction(lessorFiles.takeIn, {
    ...refused,
    refresh: readsOfLessorFiles,
    onSuccess: (file) => {
      setSeen(null)
      setTaken(file)
    },
  })
  const choose = (query: { leasingCompanyId: string; kind: Kind; day: Day }, file: File) => {
    setRefusal(null)
    setTaken(null)
    setSeen(null)
    // The type that a system gives lists differs; the server looks at their bytes.
    const body = new Blob([file], { type: 'text/csv' })
    const of = { query: { ...query, fileName: file.name.slice(-200) }, body }
    setChosen(of)
    preview.mutate(of)
  }
  const take = () => chosen && action.mutate(chosen)
  return { choose, take, busy: preview.isPending || action.isPending, refusal, taken, seen }
}

interface TakingIn {
  kind: Kind
  /** Null while no file of the kind can be taken in. */
  take: ((file: File) => void) | null
  busy: boolean
}

/** Chooses a file and takes it in. */
function TakeIn({ kind, take, busy }: TakingIn) {
  const t = useTexts('lessor-files')
  return (
    <FileButton
      accept=".csv,.txt,.xlsx,text/csv"
      disabled={!take}
      onChange={(file) => file && take?.(file)}
      inputProps={{ 'aria-label': t(`take.${kind}`) }}
    >
      {(props) => (
        <Button {...props} disabled={!take} loading={busy}>
          {t(`take.${kind}`)}
        </Button>
      )}
    </FileButton>
  )
}

interface FileDay {
  typed: string
  setTyped: (text: string) => void
}

/** The day of which a list tells, or by which the lessor had seen our news, as it is typed. */
function FileDayField({ typed, setTyped }: FileDay) {
  const t = useTexts('lessor-files')
  const error = parseDayInput(typed) === null ? t('fields.DAY') : dayThatHasCome(typed) === null && t('take.dayToCome')
  return (
    <DayInput
      label={t('take.day')}
      description={t('take.dayHint')}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      pick={setTyped}
    />
  )
}

/** A typed day that has come; null for anything else. */
function dayThatHasCome(typed: string): Day | null {
  const day = parseDayInput(typed)
  return day !== null && day <= serviceDay() ? day : null
}

/** The lessor of the next file, and what can be made or taken in. */
export function FileActs() {
  const t = useTexts('lessor-files')
  const [lessor, setLessor] = useState('')
  const { choose, take, busy, refusal, taken, seen } = useTakeIn()
  const tell = useApiAction(lessorFiles.tell, {
    refresh: readsOfLessorFiles,
    onSuccess: (file) => showDone(t('file.made', { count: file.rows })),
  })
  const [typed, setTyped] = useState(() => formatDay(serviceDay()))
  const day = dayThatHasCome(typed)
  const taking = (kind: Kind) =>
    lessor && day ? (file: File) => choose({ leasingCompanyId: lessor, kind, day }, file) : null
  return (
    <section className="card stack-md" aria-label={t('take.title')}>
      <h2>{t('take.title')}</h2>
      <p className="t2">{t('take.text')}</p>
      <Picker label={t('difference.lessor')} source={pickLessor} value={lessor} onChange={setLessor} />
      <FileDayField typed={typed} setTyped={setTyped} />
      <div className="row">
        <Button
          disabled={!lessor}
          loading={tell.isPending}
          onClick={() => lessor && tell.mutate({ body: { leasingCompanyId: lessor } })}
        >
          {t('take.NEWS')}
        </Button>
        <TakeIn kind="LIST" take={taking('LIST')} busy={busy} />
        <TakeIn kind="ANSWERS" take={taking('ANSWERS')} busy={busy} />
      </div>
      <div role="status" className="stack-md">
        {taken && (
          <Note kind="ok">
            {taken.name}: {t('take.rows', { count: taken.rows })}, {t('take.found', { count: taken.found })}.
          </Note>
        )}
        {seen && <Seen seen={seen} busy={busy} take={take} />}
        {refusal && <Problems refusal={refusal} />}
      </div>
    </section>
  )
}

/** What a file would bring, before it is taken. */
function Seen({ seen, busy, take }: { seen: Preview; busy: boolean; take: () => void }) {
  const t = useTexts('lessor-files')
  return (
    <>
      <Note kind={seen.aside > 0 ? 'warn' : 'info'}>
        {t('take.rows', { count: seen.rows })}, {t('take.found', { count: seen.found })}.{' '}
        {t('take.aside', { count: seen.aside })}
      </Note>
      <BadLines problems={seen.problems} />
      <div>
        <Button loading={busy} onClick={take}>
          {t('take.now')}
        </Button>
      </div>
    </>
  )
}

function Problems({ refusal: { problems, problemCount } }: { refusal: Refusal }) {
  const t = useTexts('lessor-files')
  return (
    <>
      <Note kind="danger">{t('take.refused', { count: problemCount })}</Note>
      <BadLines problems={problems} />
    </>
  )
}

function BadLines({ problems }: { problems: readonly LineProblem[] }) {
  const t = useTexts('lessor-files')
  if (problems.length === 0) return null
  return (
    <ul className="sm">
      {problems.map(({ line, column, code, value }) => (
        <li key={`${line} ${column ?? ''} ${code}`}>
          {t('imports.line', { line })} {column && <strong>{column}</strong>}{' '}
          <span>{t(`imports.problems.${code}`)}</span>
          {value && <span>: {value}</span>}
        </li>
      ))}
    </ul>
  )
}
