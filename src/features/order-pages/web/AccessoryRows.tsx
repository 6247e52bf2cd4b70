import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { isOutsideBenefit } from '#features/orders/rules/accessories.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'

interface Props {
  /** One key for every row that stands; a row keeps its key, so that what was typed stays with it. */
  rows: readonly number[]
  add: () => void
  remove: (row: number) => void
  onPrice: (row: number, text: string) => void
}

const MOST = 20

/** The field's name in the form; `packageBodyOf` reads the rows back. */
const accessoryName = (row: number) => `accessory.${row}`

/** Accessories: a name and a price each, as many as wanted. */
export function AccessoryRows({ rows, add, remove, onPrice }: Props) {
  const t = useTexts('orders')
  const form = useForm()
  const isOutside = rows.some((row) => isOutsideBenefit(String(form.inputOf(`${accessoryName(row)}.name`, 'text'))))
  return (
    <>
      {rows.map((row, index) => (
        <div key={row} className={styles.accessory}>
          <Field name={`${accessoryName(row)}.name`} label={t('form.accessory', { number: index + 1 })} required />
          <Field
            name={`${accessoryName(row)}.price`}
            kind="money"
            label={t('form.accessoryPrice', { number: index + 1 })}
            required
            onInput={(text) => onPrice(row, String(text))}
          />
          <ActionIcon
            className={styles.remove ?? ''}
            size="lg"
            variant="subtle"
            aria-label={t('form.removeAccessory', { number: index + 1 })}
            onClick={() => remove(row)}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {isOutside && <Note kind="warn">{t('form.notBicycle')}</Note>}
      {rows.length < MOST && (
        <div>
          <Button onClick={add} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}>
            {t('form.addAccessory')}
          </Button>
        </div>
      )}
    </>
  )
}
