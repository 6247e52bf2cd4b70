import { useEffect, useRef, useState } from 'react'
import { type Action, actionsOf, primaryAction } from '#features/orders/orders/desk/actions.ts'
import { DeliveryDialog } from '#features/orders/orders/desk/web/DeliveryDialog.tsx'
import styles from '#features/orders/orders/desk/web/Desk.module.css'
import { useDeskKeys } from '#features/orders/orders/desk/web/desk-keys.ts'
import { MoveDialog } from '#features/orders/orders/desk/web/MoveDialog.tsx'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { MatchDialog } from './MatchDialog.tsx'

/** An action that is not possible yet, and what it lacks. */
function UnmetAction({ action }: { action: Action }) {
  const t = useTexts('desk')
  return (
    <li className={styles.shut}>
      <b>{t(`acts.${action.name}.label`)}</b>
      <ul>
        {action.unmet.map((code) => (
          <li key={code}>{t(`guards.${code}`)}</li>
        ))}
      </ul>
    </li>
  )
}

/** An action to choose, by the pointer or by its digit. */
function OpenAction({
  action,
  act,
  digit,
  choose,
}: {
  action: Action
  act?: 'primary' | 'danger'
  digit: number
  choose: () => void
}) {
  const t = useTexts('desk')
  const keys = useDeskKeys()
  return (
    <li>
      <Button
        fullWidth
        justify="flex-start"
        {...(act ? { 'data-act': act } : {})}
        leftSection={keys.on && <kbd className={styles.digit}>{digit}</kbd>}
        rightSection={<span className={styles.target}>→ {t(`status.${action.to}`)}</span>}
        onClick={choose}
      >
        {t(`acts.${action.name}.label`)}
      </Button>
    </li>
  )
}

/** The actions that the server offers for this order, numbered for the keyboard, and why the others are not possible yet. */
export function OrderActions({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  const [chosen, setChosen] = useState<Action | null>(null)
  const actions = actionsOf(order.orderStatus, order.allowedTransitions)
  const open = actions.filter((action) => action.open)
  const primary = primaryAction(actions)
  const opened = useRef(open)
  opened.current = open
  const keys = useDeskKeys()
  const dialogIsOpen = chosen !== null
  useEffect(
    () => (dialogIsOpen ? undefined : keys.onDigit((digit) => setChosen(opened.current[digit - 1] ?? null))),
    [keys, dialogIsOpen],
  )
  const close = () => setChosen(null)
  if (actions.length === 0) return <p className="sm t2">{t('acts.none')}</p>
  return (
    <>
      <ul className={styles.actions}>
        {open.map((action, index) => (
          <OpenAction
            key={`${action.name} ${action.to}`}
            action={action}
            {...(action === primary ? { act: 'primary' } : action.ends ? { act: 'danger' } : {})}
            digit={index + 1}
            choose={() => setChosen(action)}
          />
        ))}
        {actions
          .filter((action) => !action.open)
          .map((action) => (
            <UnmetAction key={`${action.name} ${action.to}`} action={action} />
          ))}
      </ul>
      {chosen?.name === 'match' && <MatchDialog order={order} close={close} />}
      {chosen?.name === 'deliver' && <DeliveryDialog order={order} close={close} />}
      {chosen && chosen.name !== 'match' && chosen.name !== 'deliver' && (
        <MoveDialog order={order} action={chosen} close={close} />
      )}
    </>
  )
}
