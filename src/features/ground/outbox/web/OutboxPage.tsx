import { useState } from 'react'
import { outbox } from '#features/ground/outbox/contract.ts'
import { channels, messageStatuses } from '#features/ground/outbox/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OutboxPage.module.css'

type Message = ReplyOf<typeof outbox.list>['items'][number]

const holders: Record<Message['status'], Holder> = {
  PENDING: 'employee',
  SENT: 'running',
  KEPT: 'none',
  DEAD: 'trouble',
}

function State({ message }: { message: Message }) {
  const t = useTexts('outbox')
  return <StatusPill holder={holders[message.status]}>{t(`statuses.${message.status}`)}</StatusPill>
}

/** The outgoing messages; one that did not arrive can be sent again. */
export function OutboxPage() {
  const t = useTexts('outbox')
  const [at, setAt] = useAddressState()
  return (
    <Register
      title={t('title')}
      lead={t('lead')}
      from={outbox.list}
      query={at.companyId ? { companyId: at.companyId } : {}}
      moreNames={['companyId']}
      moreFilters={
        at.companyId && <Button onClick={() => setAt({ companyId: null, page: null })}>{t('everyCompany')}</Button>
      }
      rowKey={(row) => row.messageId}
      search={{ name: 'search', hint: t('search') }}
      filters={[
        {
          name: 'status',
          label: t('columns.status'),
          options: messageStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          name: 'channel',
          label: t('columns.channel'),
          options: channels.map((value) => ({ value, label: t(`channels.${value}`) })),
        },
      ]}
      columns={[
        { key: 'recipient', title: t('columns.recipient'), cell: (row) => row.recipient },
        {
          key: 'subject',
          sentence: true,
          inName: true,
          title: t('columns.subject'),
          cell: (row) => row.subject || '–',
        },
        { key: 'channel', title: t('columns.channel'), cell: (row) => t(`channels.${row.channel}`), choice: true },
        { key: 'status', title: t('columns.status'), cell: (row) => <State message={row} /> },
        {
          key: 'at',
          sort: 'createdAt',
          inName: true,
          title: t('columns.at'),
          cell: (row) => <Instant at={row.createdAt} />,
        },
        { key: 'sent', title: t('columns.sent'), cell: (row) => <Instant at={row.sentAt} />, choice: true },
        { key: 'attempts', title: t('columns.attempts'), cell: (row) => row.attempts, align: 'right', choice: true },
      ]}
      panel={{
        title: (row) => row.subject || t(`channels.${row.channel}`),
        above: (row) => row.recipient,
        content: (row) => <MessagePanel key={row.messageId} message={row} />,
      }}
      empty={{ text: t('empty') }}
    />
  )
}

function MessagePanel({ message }: { message: Message }) {
  const t = useTexts('outbox')
  const may = useMay()
  const [shown, setShown] = useState(false)
  const params = { id: message.messageId }
  const retry = useApiAction(outbox.retry, {
    refresh: [outbox.list, outbox.get],
    onSuccess: () => showDone(t('retry.done')),
  })
  const mayGo = message.status === 'DEAD' || (message.status === 'KEPT' && message.hasGateway)
  return (
    <div className="stack-md">
      <p className="row">
        <State message={message} />
        <Instant at={message.sentAt ?? message.createdAt} />
      </p>
      {message.status === 'KEPT' && (
        <Note kind={message.hasGateway ? 'info' : 'warn'}>
          {t(message.hasGateway ? 'kept.mayGo' : `kept.${message.channel}`)}
        </Note>
      )}
      {message.lastError && <Note kind="warn">{t('panel.error', { error: message.lastError })}</Note>}
      {message.nextAttemptAt && (
        <p className="sm t2">
          {t('panel.next')} <Instant at={message.nextAttemptAt} />
        </p>
      )}
      {mayGo && may('outbox:retry') && (
        <div>
          <AskFirst
            act={t(message.status === 'KEPT' ? 'kept.send' : 'retry.act', { to: message.recipient })}
            text={t('retry.ask')}
            look={{ 'data-act': 'primary' }}
            run={() => retry.mutateAsync({ params, body: { version: message.version } })}
          />
        </div>
      )}
      {shown ? (
        <MessageText messageId={message.messageId} />
      ) : (
        <div>
          <Button onClick={() => setShown(true)}>{t('panel.show')}</Button>
        </div>
      )}
    </div>
  )
}

function MessageText({ messageId }: { messageId: string }) {
  const t = useTexts('outbox')
  const read = useApi(outbox.get, { params: { id: messageId } })
  return (
    <Loaded from={read}>
      {({ text }) => (
        <>
          <div className={`sunk ${styles.text}`}>{text}</div>
          <p className="xs t2">{t('panel.secrets')}</p>
        </>
      )}
    </Loaded>
  )
}
