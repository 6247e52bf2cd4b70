import { isOutsideBenefit } from '#features/orders/orders/rules/accessories.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { FieldArray } from '#platform/web/form/FieldArray.tsx'
import { rowField, rowsOf } from '#platform/web/form/field-rows.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const MOST = 20
const ACCESSORIES = 'package.accessories'

/** What is typed in one field of each accessory, in the order of the rows. */
export function useAccessoryInputs(field: 'name' | 'price'): string[] {
  const form = useForm()
  const kind = field === 'price' ? 'money' : 'text'
  const rows = rowsOf(form.inputOf(ACCESSORIES, 'rows'))
  return rows.map((row) => String(form.inputOf(rowField(ACCESSORIES, row, field), kind)))
}

/** Accessories: a name and a price each, as many as wanted. */
export function AccessoryRows({ onPrice }: { onPrice: () => void }) {
  const t = useTexts('orders')
  const isOutside = useAccessoryInputs('name').some(isOutsideBenefit)
  return (
    <>
      <FieldArray
        name={ACCESSORIES}
        add={t('form.addAccessory')}
        removal={(number) => t('form.removeAccessory', { number })}
        max={MOST}
      >
        {(row, number) => (
          <>
            <Field
              name={`${row}.name`}
              label={t('form.accessory', { number })}
              missing={t('form.accessoryMissing')}
              required
            />
            <Field
              name={`${row}.price`}
              kind="money"
              label={t('form.accessoryPrice', { number })}
              missing={t('form.accessoryPriceMissing')}
              required
              onInput={onPrice}
            />
          </>
        )}
      </FieldArray>
      {isOutside && <Note kind="warn">{t('form.notBicycle')}</Note>}
    </>
  )
}
