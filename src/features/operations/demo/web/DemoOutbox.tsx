import { IconMail, IconMessage } from '@tabler/icons-react'
import { Fragment } from 'react'
import { demo } from '#features/operations/demo/contract.ts'
import { linkedParts } from '#features/operations/demo/linked-parts.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './DemoPage.module.css'

type Message = ReplyOf<typeof demo.outbox>['items'][number]

const POLL_MS = 3_000

/** Every mail and text message that the service has sent, newest first, as its reader would see it. */
export function DemoOutbox() {
  const t = useTexts('demo')
  const [at, setAt] = useAddressState()
  const outbox = useApi(demo.outbox, { query: {}, refetchIntervalMs: POLL_MS })
  const shown = (items: readonly Message[]) => items.filter(({ to }) => !at.to || to === at.to)
  return (
    <section className={styles.outbox}>
      <h2>{t('outbox.title')}</h2>
      <Loaded from={outbox}>
        {({ items }) => (
          <>
            <NativeSelect
              aria-label={t('outbox.filter')}
              value={at.to ?? ''}
              onChange={({ currentTarget }) => setAt({ to: currentTarget.value || null })}
              data={[{ value: '', label: t('outbox.everyone') }, ...new Set(items.map(({ to }) => to))]}
            />
            {items.length === 0 ? (
              <EmptyState>{t('outbox.empty')}</EmptyState>
            ) : (
              <ol className={styles.messages}>
                {shown(items).map((message) => (
                  <li
                    key={`${message.createdAt} ${message.to} ${message.subject}`}
                    className={`card ${styles.message}`}
                  >
                    <MessageText message={message} />
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function MessageText({ message }: { message: Message }) {
  const t = useTexts('demo')
  const Icon = message.channel === 'SMS' ? IconMessage : IconMail
  return (
    <article>
      <p className={`xs muted ${styles.meta}`}>
        <Icon size={16} aria-hidden="true" />
        <span>{t(`outbox.${message.channel}`)}</span>
        <span>{message.to}</span>
        <Instant at={message.createdAt} />
      </p>
      {message.subject && <h3>{message.subject}</h3>}
      <div className={styles.text}>
        {linkedParts(message.text).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent message never change.
          <Fragment key={index}>
            {part.isLink ? (
              <a href={part.text} target="_blank" rel="noopener">
                {part.text}
              </a>
            ) : (
              part.text
            )}
          </Fragment>
        ))}
      </div>
    </article>
  )
}
