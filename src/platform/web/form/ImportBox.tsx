import { useState } from 'react'
import type { ImportReport } from '#platform/contract/imports.ts'
import { isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './ImportBox.module.css'

interface Props {
  /** The columns of the file's head, for the reader to make one. */
  columns: readonly string[]
  /** Null is a file that another person has still to confirm. */
  run: (file: Blob, of: { dryRun: boolean; fileName: string }) => Promise<ImportReport | null>
  /** Rows with a problem are put aside and the others are read in. */
  isPartial?: boolean
  onDone: (report: ImportReport | null) => void
}

interface Chosen {
  readonly content: Blob
  readonly fileName: string
}

/** Sends a file, and keeps what came of it. */
function useImport({ run, onDone }: Pick<Props, 'run' | 'onDone'>) {
  const [report, setReport] = useState<ImportReport | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async ({ content, fileName }: Chosen, dryRun: boolean) => {
    setBusy(true)
    setFailure(null)
    try {
      const found = await run(content, { dryRun, fileName })
      setReport(found)
      if (!dryRun) onDone(found)
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(textOfError(error))
    } finally {
      setBusy(false)
    }
  }
  return { report, failure, busy, send }
}

/** Reads a CSV file or a workbook in: first tried, with every bad line named, then for good. */
export function ImportBox({ columns, run, isPartial = false, onDone }: Props) {
  const t = useTexts()
  const [file, setFile] = useState<Chosen | null>(null)
  const { report, failure, busy, send } = useImport({ run, onDone })
  const choose = (chosen: File | null) => {
    if (!chosen) return
    // The type that a system gives lists differs; the server looks at their bytes.
    const content = new Blob([chosen], { type: 'text/csv' })
    const kept = { content, fileName: chosen.name.slice(-200) }
    setFile(kept)
    void send(kept, true)
  }
  const changes = report ? report.created + report.updated : 0
  const isReady = report?.dryRun === true && changes > 0 && (isPartial || report.problemCount === 0)
  return (
    <div className="stack-md">
      <p className="t2">
        {t('imports.columns')} <code className={styles.columns}>{columns.join(';')}</code>
      </p>
      <div className="row">
        <FileButton accept=".csv,.txt,.tsv,.xlsx,text/csv" onChange={choose}>
          {(props) => (
            <Button {...props} loading={busy}>
              {t('imports.choose')}
            </Button>
          )}
        </FileButton>
        {isReady && (
          <PrimaryButton loading={busy} onClick={() => file && void send(file, false)}>
            {t('imports.run', { count: changes })}
          </PrimaryButton>
        )}
      </div>
      <div aria-live="polite" className="stack-md">
        {failure && <Note kind="danger">{failure}</Note>}
        {report && <Report report={report} isPartial={isPartial} />}
      </div>
    </div>
  )
}

function Report({ report, isPartial }: { report: ImportReport; isPartial: boolean }) {
  const t = useTexts()
  const { rows, created, updated, unchanged, problems, problemCount, dryRun } = report
  return (
    <>
      <p>{t(dryRun ? 'imports.would' : 'imports.did', { rows, created, updated, unchanged })}</p>
      {problemCount > 0 && (
        <>
          <Note kind="warn">{t(isPartial ? 'imports.partial' : 'imports.nothing', { count: problemCount })}</Note>
          <ul className={styles.problems}>
            {problems.map(({ line, column, code, value }) => (
              <li key={`${line} ${column ?? ''} ${code} ${value ?? ''}`}>
                {t('imports.line', { line })} {column && <strong>{column}</strong>}{' '}
                <span>{t(`imports.problems.${code}`)}</span>
                {value && <span>: {value}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
