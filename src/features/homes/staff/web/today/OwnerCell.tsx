import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { useUser } from '#platform/web/api/user.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Today.module.css'
import { useTaskName } from './task-name.ts'
import { useCare } from './use-care.ts'

const initialsOf = (name: string) =>
  name
    .split(' ')
    .map((word) => word[0])
    .join('')
    .slice(0, 2)

/** Who sees to a task, as the button that takes it or gives it back. */
export function OwnerCell({ task }: { task: StaffTask }) {
  const t = useTexts('today')
  const nameOf = useTaskName()
  const user = useUser()
  const care = useCare()
  if (!task.care) return '–'
  const { owner } = task.care
  const isMine = owner?.userId === user?.userId
  const name = nameOf(task)
  const press = async () => {
    if ((await care.own([task], !isMine)) > 0) showDone(t(isMine ? 'care.givenBack' : 'care.taken'))
  }
  const label = isMine
    ? t('care.giveBack', { name })
    : owner
      ? t('care.takeFrom', { name, owner: owner.name })
      : t('care.take', { name })
  return (
    <button
      type="button"
      className={styles.owner}
      data-owned={owner ? true : undefined}
      data-mine={isMine || undefined}
      aria-label={label}
      title={owner ? t('care.ownedBy', { name: owner.name }) : t('care.takeShort')}
      aria-disabled={care.busy || undefined}
      onClick={care.busy ? undefined : () => void press()}
    >
      {owner ? initialsOf(owner.name) : '+'}
    </button>
  )
}
