import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ProposalView } from '../contract.ts'
import { Answer } from './Answer.tsx'
import { AttachExtract, ProposalFile } from './Extract.tsx'
import styles from './Proposals.module.css'

/** One proposal: what it does, who is awaited, and the reader's answer. */
export function ProposalPanel({ row }: { row: ProposalView }) {
  const t = useTexts('proposals')
  const isOpen = row.state === 'OPEN'
  return (
    <div className="stack-lg">
      <p className={styles.effect}>{row.effect}</p>
      {row.changes.length > 0 && <Changes changes={row.changes} />}
      <Facts
        rows={[
          [t('panel.why'), row.why ?? t('panel.noReason')],
          [t('list.madeBy'), row.madeByCaller ? `${row.madeBy} (${t('panel.you')})` : row.madeBy],
          [t('list.createdAt'), <Instant key="c" at={row.createdAt} />],
          [t('list.expiresAt'), isOpen && <Instant key="e" at={row.expiresAt} />],
          [t('panel.waitingFor'), row.waitingFor.map((party) => t(`panel.${party}`)).join(', ')],
          [t('panel.aloneFrom'), row.aloneFrom && <Instant key="a" at={row.aloneFrom} />],
          [t('panel.file'), row.hasFile && <ProposalFile key="x" row={row} />],
          [t('panel.confirmedBy'), row.confirmedBy],
          [t('panel.closedReason'), row.closedReason],
        ]}
      />
      {row.companies.length > 0 && <Companies row={row} />}
      {isOpen && row.unmet.length > 0 && (
        <Note>
          {row.unmet.map((problem) => (
            <p key={problem}>{t(`unmet.${problem}`)}</p>
          ))}
        </Note>
      )}
      {row.takesFile && <AttachExtract row={row} />}
      <Answer row={row} />
    </div>
  )
}

function Changes({ changes }: { changes: ProposalView['changes'] }) {
  const t = useTexts('proposals')
  return (
    <section className="stack-sm">
      <h3>{t('panel.changes')}</h3>
      <dl className={styles.changes}>
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            {before !== null && (
              <dd>
                <span className="sm muted">{t('panel.now')}</span> {before}
              </dd>
            )}
            <dd>
              <span className="sm muted">{t('panel.then')}</span> {after ?? t('panel.none')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Companies({ row }: { row: ProposalView }) {
  const t = useTexts('proposals')
  const isOpen = row.state === 'OPEN'
  return (
    <section className="stack-sm">
      <h3>{t('panel.companies')}</h3>
      <ul className="stack-sm">
        {row.companies.map(({ companyId, companyName, confirmedAt, hasAdmin }) => {
          const waits = hasAdmin || !isOpen ? t('panel.companyOpen') : t('panel.companyWithout')
          return (
            <li key={companyId}>
              {companyName}: {confirmedAt ? t('panel.companyYes') : waits}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
