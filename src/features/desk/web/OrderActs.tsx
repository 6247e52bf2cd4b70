import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Act, actsOf, primaryAct } from '#features/desk/acts.ts'
import type { OrderViewType } from '#features/orders/shapes.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import styles from './Desk.module.css'
import { useDeskKeys } from './desk-keys.ts'
import { MatchDialog } from './MatchDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'

/** The acts that the server offers for this order, numbered for the keyboard, and why the others are not possible yet. */
export function OrderActs({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  const [chosen, setChosen] = useState<Act | null>(null)
  const acts = actsOf(order.orderStatus, order.allowedTransitions)
  const open = acts.filter((act) => act.open)
  const primary = primaryAct(acts)
  const opened = useRef(open)
  opened.current = open
  const keys = useDeskKeys()
  const dialogIsOpen = chosen !== null
  useEffect(
    () => (dialogIsOpen ? undefined : keys.onDigit((digit) => setChosen(opened.current[digit - 1] ?? null))),
    [keys, dialogIsOpen],
  )
  const close = () => setChosen(null)
  if (acts.length === 0) return <p className="sm t2">{t('acts.none')}</p>
  return (
    <>
      <ul className={styles.acts}>
        {open.map((act, index) => (
          <li key={`${act.name} ${act.to}`}>
            <Button
              fullWidth
              justify="flex-start"
              {...(act === primary ? { 'data-act': 'primary' } : act.ends ? { 'data-act': 'danger' } : {})}
              leftSection={keys.on && <kbd className={styles.digit}>{index + 1}</kbd>}
              rightSection={<span className={styles.target}>→ {t(`status.${act.to}`)}</span>}
              onClick={() => setChosen(act)}
            >
              {t(`acts.${act.name}.label`)}
            </Button>
          </li>
        ))}
        {acts
          .filter((act) => !act.open)
          .map((act) => (
            <li key={`${act.name} ${act.to}`} className={styles.shut}>
              <b>{t(`acts.${act.name}.label`)}</b>
              <ul>
                {act.unmet.map((code) => (
                  <li key={code}>{t(`guards.${code}`)}</li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
      {chosen?.name === 'match' && <MatchDialog order={order} close={close} />}
      {chosen?.name === 'deliver' && <DeliveryDialog order={order} close={close} />}
      {chosen && chosen.name !== 'match' && chosen.name !== 'deliver' && (
        <MoveDialog order={order} act={chosen} close={close} />
      )}
    </>
  )
}
