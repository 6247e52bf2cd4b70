import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What still stands in the way of a move, in words. */
export function Unmet({ codes }: { codes: readonly string[] }) {
  const t = useTexts('desk')
  return (
    <Note kind="warn">
      <p>{t('move.notYet')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>{t(`guards.${code}`)}</li>
        ))}
      </ul>
    </Note>
  )
}
