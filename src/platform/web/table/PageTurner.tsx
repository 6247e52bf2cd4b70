import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

interface PageTurnerProps {
  /** What is paged. */
  readonly label: string
  readonly page: number
  readonly size: number
  readonly total: number
  readonly turn: (page: number) => void
}

/** The way through a list that is no table: which page of how many, and those before and after it. */
export function PageTurner({ label, page, size, total, turn }: PageTurnerProps) {
  const t = useTexts()
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1) return null
  return (
    <nav className="row" aria-label={label}>
      <Button size="sm" disabled={page <= 1} onClick={() => turn(page - 1)}>
        {t('table.previous')}
      </Button>
      <span className="sm t2 n">{t('table.page', { page, pages })}</span>
      <Button size="sm" disabled={page >= pages} onClick={() => turn(page + 1)}>
        {t('table.next')}
      </Button>
    </nav>
  )
}
