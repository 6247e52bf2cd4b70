import { Note } from '#platform/web/parts/Note.tsx'
import { hasText, useTexts } from '#platform/web/words/i18n.ts'

/** Why the next step cannot be taken yet, each reason in one sentence. */
export function Obstacles({ guards }: { guards: readonly string[] }) {
  const t = useTexts('orders')
  if (guards.length === 0) return null
  const keys = guards.map((guard) => (hasText(`unmet.${guard}`, 'orders') ? `unmet.${guard}` : 'unmet.OTHER'))
  return (
    <Note kind="warn">
      {[...new Set(keys)].map((key) => (
        <p key={key}>{t(key)}</p>
      ))}
    </Note>
  )
}
