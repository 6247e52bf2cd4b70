import type { ReactNode } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import type { Texts } from '#platform/web/words/i18n.ts'

/** Why a file was not taken in, and in which line. */
export interface FileRefusal {
  readonly reason: string
  readonly line: number
}

interface Props {
  /** The texts of the feature: `take.label`, `take.button`, `take.refused`, `take.reasons.…`, `take.line`. */
  t: Texts
  busy: boolean
  refused: FileRefusal | null
  choose: (file: File) => void
  /** Kinds of files beside XML. */
  more?: string
  /** What became of the last file. */
  children?: ReactNode
}

/** The button that takes an XML file in; below it what became of the last one. */
export function TakeInFile({ t, busy, refused, choose, more = '', children }: Props) {
  return (
    <div className="stack-md">
      {/* As wide as its words, however long the sentence below it. */}
      <div>
        <FileButton
          accept={`application/xml,text/xml,.xml${more}`}
          onChange={(file) => file && choose(file)}
          inputProps={{ 'aria-label': t('take.label') }}
        >
          {(props) => (
            <Button {...props} loading={busy}>
              {t('take.button')}
            </Button>
          )}
        </FileButton>
      </div>
      <div role="status">
        {refused && (
          <Note kind="warn">
            {t('take.refused')} {t(`take.reasons.${refused.reason}`)} {t('take.line', { line: refused.line })}.
          </Note>
        )}
        {children}
      </div>
    </div>
  )
}
