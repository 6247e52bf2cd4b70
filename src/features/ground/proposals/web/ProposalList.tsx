import type { ReactNode } from 'react'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ProposalView, proposals } from '../contract.ts'
import { proposalStates } from '../rules.ts'
import { ProposalPanel } from './ProposalPanel.tsx'

const holders = { DONE: 'running', REFUSED: 'trouble', WITHDRAWN: 'none', EXPIRED: 'none' } as const

function ProposalState({ row }: { row: ProposalView }) {
  const t = useTexts('proposals')
  const open = row.waitingFor.includes('STAFF') ? 'staff' : 'employer'
  return <StatusPill holder={row.state === 'OPEN' ? open : holders[row.state]}>{t(`states.${row.state}`)}</StatusPill>
}

/** What has been proposed, newest first; one opens beside with what it does and who may answer. */
export function ProposalList({
  title,
  lead,
  back,
  empty,
}: {
  title: string
  lead: string
  back?: ReactNode
  empty: string
}) {
  const t = useTexts('proposals')
  return (
    <Register
      title={title}
      lead={lead}
      back={back}
      from={proposals.list}
      rowKey={(row) => row.proposalId}
      columns={[
        { key: 'effect', sentence: true, title: t('list.effect'), cell: (row) => row.effect },
        { key: 'kind', title: t('list.kind'), cell: (row) => t(`kinds.${row.kind}`) },
        { key: 'madeBy', title: t('list.madeBy'), cell: (row) => row.madeBy },
        {
          key: 'createdAt',
          sort: 'createdAt',
          inName: true,
          title: t('list.createdAt'),
          cell: (row) => <Instant at={row.createdAt} />,
        },
        { key: 'state', title: t('list.state'), cell: (row) => <ProposalState row={row} /> },
      ]}
      filters={[
        {
          name: 'state',
          label: t('list.state'),
          options: proposalStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      panel={{
        byId: true,
        title: (row) => t(`kinds.${row.kind}`),
        above: (row) => t(`states.${row.state}`),
        content: (row) => <ProposalPanel key={`${row.proposalId}${row.version}`} row={row} />,
      }}
      empty={{ text: empty }}
    />
  )
}
