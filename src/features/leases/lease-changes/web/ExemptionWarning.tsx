import { formatDay } from '#platform/values/days.ts'
import { Field } from '#platform/web/form/Form.tsx'
import type { FormAccess } from '#platform/web/form/form-context.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ChangesView } from '../contract.ts'
import { isNumberTyped } from '../rules/typed-number.ts'

/** In red: which exemption a change may end, and until when it would last. */
export function ExemptionWarning({ exemption, number }: { exemption: ChangesView['exemption']; number: string }) {
  const t = useTexts('lease-changes')
  if (exemption === null) return null
  const until = formatDay(exemption.until)
  const commitment = exemption.commitmentDate ? formatDay(exemption.commitmentDate) : '–'
  return (
    <Note kind="danger">
      <b>{t('guard.title')}</b> {t(`guard.${exemption.regime}`, { commitment, until })} {t('guard.text', { number })}
    </Note>
  )
}

/** Nothing that may end an exemption is sent before the agreement's number is typed. */
export const awaitsNumber =
  (exemption: ChangesView['exemption'], number: string) =>
  (inputOf: FormAccess['inputOf']): boolean =>
    exemption !== null && !isNumberTyped(number, String(inputOf('confirmation', 'text')))

/** Where the agreement's number is typed, when something exempt is at stake. */
export function ExemptionField({ exemption, number }: { exemption: ChangesView['exemption']; number: string }) {
  const t = useTexts('lease-changes')
  if (exemption === null) return null
  return <Field name="confirmation" label={t('guard.field', { number })} autoComplete="off" required />
}
