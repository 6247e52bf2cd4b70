import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Action, actionsOf, primaryAction } from '#features/desk/actions.ts'
import type { OrderViewType } from '#features/orders/shapes.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import styles from './Desk.module.css'
import { useDeskKeys } from './desk-keys.ts'
import { MatchDialog } from './MatchDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'

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
          <li key={`${action.name} ${action.to}`}>
            <Button
              fullWidth
              justify="flex-start"
              {...(action === primary ? { 'data-act': 'primary' } : action.ends ? { 'data-act': 'danger' } : {})}
              leftSection={keys.on && <kbd className={styles.digit}>{index + 1}</kbd>}
              rightSection={<span className={styles.target}>→ {t(`status.${action.to}`)}</span>}
              onClick={() => setChosen(action)}
            >
              {t(`acts.${action.name}.label`)}
            </Button>
          </li>
        ))}
        {actions
          .filter((action) => !action.open)
          .map((action) => (
            <li key={`${action.name} ${action.to}`} className={styles.shut}>
              <b>{t(`acts.${action.name}.label`)}</b>
              <ul>
                {action.unmet.map((code) => (
                  <li key={code}>{t(`guards.${code}`)}</li>
                ))}
              </ul>
            </li>
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
