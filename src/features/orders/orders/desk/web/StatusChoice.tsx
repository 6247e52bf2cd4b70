import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { PopoverButton } from '#platform/web/dialogs/PopoverButton.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Desk.module.css'

/** Several order statuses as a filter, separated by commas in the address. */
export function StatusChoice({ statuses }: { statuses: readonly OrderStatus[] }) {
  const t = useTexts('desk')
  const [at, setAt] = useAddressState()
  const chosen = (at.orderStatus ?? '').split(',').filter(Boolean)
  const label = t('filters.status')
  const text = () => {
    if (chosen.length === 0) return t('table.all', { label })
    const [only] = chosen
    if (chosen.length === 1) return `${label}: ${t(`status.${only}`)}`
    return t('filters.statuses', { count: chosen.length })
  }
  const toggle = (status: string) => {
    const next = chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]
    setAt({ orderStatus: next.join(',') || null, page: null })
  }
  return (
    <PopoverButton filter={styles.filter ?? ''} label={text()}>
      <fieldset className={styles.choice}>
        <legend className="vh">{label}</legend>
        {statuses.map((status) => (
          <Checkbox
            key={status}
            label={t(`status.${status}`)}
            checked={chosen.includes(status)}
            onChange={() => toggle(status)}
          />
        ))}
        <Button variant="subtle" size="sm" onClick={() => setAt({ orderStatus: null, page: null })}>
          {t('actions.clear')}
        </Button>
      </fieldset>
    </PopoverButton>
  )
}
