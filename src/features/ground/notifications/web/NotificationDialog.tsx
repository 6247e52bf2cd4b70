import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Answer, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { DangerButton, PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { notifications } from '../contract.ts'
import { LIST_LIMIT } from '../rules.ts'
import type { Shown } from './NotificationBell.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './Notifications.module.css'

interface Props {
  shown: Shown
  show: (shown: Shown) => void
  close: () => void
  setUnread: (count: number) => void
}

/** All notifications, twenty on a page, and one of them in full. */
export function NotificationDialog({ shown, show, close, setUnread }: Props) {
  const t = useTexts('notifications')
  const [page, setPage] = useState(1)
  return (
    <Dialog opened close={close} size="lg" title={t('dialog.title')}>
      {shown.kind === 'list' ? (
        <List page={page} setPage={setPage} show={show} />
      ) : (
        <One key={shown.id} id={shown.id} back={() => show({ kind: 'list' })} setUnread={setUnread} />
      )}
    </Dialog>
  )
}

type Pagination = Answer<typeof notifications.list>['pagination']

function Pages({
  pagination,
  page,
  setPage,
}: {
  pagination: Pagination
  page: number
  setPage: (page: number) => void
}) {
  const t = useTexts('notifications')
  return (
    <nav className={styles.pages} aria-label={t('table.pages')}>
      <Button
        size="sm"
        disabled={!pagination.hasPrevious}
        onClick={() => setPage(page - 1)}
        leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
      >
        {t('table.previous')}
      </Button>
      <span className="sm t2 n">{t('dialog.page', { page, pages: pagination.totalPages })}</span>
      <Button
        size="sm"
        disabled={!pagination.hasNext}
        onClick={() => setPage(page + 1)}
        rightSection={<IconChevronRight size={16} aria-hidden="true" />}
      >
        {t('table.next')}
      </Button>
    </nav>
  )
}

function List({
  page,
  setPage,
  show,
}: {
  page: number
  setPage: (page: number) => void
  show: (shown: Shown) => void
}) {
  const t = useTexts('notifications')
  const list = useApi(notifications.list, { query: { page, limit: LIST_LIMIT }, keepPrevious: true })
  return (
    <Loaded
      from={list}
      isEmpty={(reply) => reply.pagination.total === 0}
      empty={<EmptyState>{t('bell.empty')}</EmptyState>}
    >
      {({ notifications: items, pagination }) => (
        <>
          <ul className={styles.list}>
            {items.map((one) => (
              <li key={one.id}>
                <NotificationRow one={one} open={() => show({ kind: 'one', id: one.id })} />
              </li>
            ))}
          </ul>
          {pagination.totalPages > 1 && <Pages pagination={pagination} page={page} setPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}

/** Opening a notification marks it as read. */
function useMarkAsRead(id: string, isUnread: boolean, setUnread: (count: number) => void) {
  const mark = useApiAction(notifications.markAsRead, {
    refresh: [notifications.list],
    handles: 'all',
    onSuccess: (reply) => setUnread(reply.unreadCount),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening marks once; the action itself is new on every draw.
  useEffect(() => {
    if (isUnread) mark.mutate({ body: { notificationIds: [id] } })
  }, [id, isUnread])
}

function One({ id, back, setUnread }: { id: string; back: () => void; setUnread: (count: number) => void }) {
  const t = useTexts('notifications')
  const one = useApi(notifications.get, { params: { id } })
  const remove = useApiAction(notifications.remove, {
    refresh: [notifications.list],
    handles: 'all',
    onSuccess: () => {
      showDone(t('dialog.deleted'))
      back()
    },
  })
  useMarkAsRead(id, one.data?.read === false, setUnread)
  return (
    <Loaded from={one}>
      {(notification) => (
        <article className="stack-md">
          <div>
            <Button
              variant="subtle"
              size="sm"
              onClick={back}
              leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
            >
              {t('dialog.back')}
            </Button>
          </div>
          <h3>{notification.title}</h3>
          <p>{notification.message}</p>
          <p className="sm muted">
            <Instant at={notification.createdAt} />
          </p>
          <div className="row">
            {notification.link && (
              <PrimaryButton component="a" href={notification.link}>
                {t('dialog.open')}
              </PrimaryButton>
            )}
            <DangerButton loading={remove.isPending} onClick={() => remove.mutate({ params: { id } })}>
              {t('dialog.delete')}
            </DangerButton>
          </div>
        </article>
      )}
    </Loaded>
  )
}
