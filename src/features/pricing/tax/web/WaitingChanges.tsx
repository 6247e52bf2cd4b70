import { proposals } from '#features/ground/proposals/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const kinds = ['TAX_TABLE', 'TAX_CONFIRMATION'] as const

/** What is proposed for the tables and waits for a second person, each with the way to it. */
export function WaitingChanges() {
  const t = useTexts('tax')
  const tables = useApi(proposals.list, { query: { kind: kinds[0], state: 'OPEN', limit: 100 } })
  const confirmations = useApi(proposals.list, { query: { kind: kinds[1], state: 'OPEN', limit: 100 } })
  const waiting = [tables, confirmations].flatMap(({ data }) => data?.items ?? [])
  if (waiting.length === 0) return null
  return (
    <Note kind="info">
      <p>{t('page.waiting')}</p>
      <ul className="stack-sm">
        {waiting.map(({ proposalId, effect }) => (
          <li key={proposalId}>
            {effect} <Link to={pageUrl('adminProposals', {}, { open: proposalId })}>{t('page.waitingSee')}</Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}
