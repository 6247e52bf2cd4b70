import { useTexts } from '#platform/web/words/i18n.ts'
import type { FieldKind } from './field-values.ts'

const chosen: ReadonlySet<FieldKind> = new Set(['select', 'segmented', 'picker', 'day'])

/** A label as it stands inside a sentence; an abbreviation such as IBAN keeps its capitals. */
export function labelInside(label: string): string {
  const [word = ''] = label.split(' ', 1)
  return word.length > 1 && word === word.toUpperCase() ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** The text of a field's error: what is missing is named with the act, such as "Valitse liike". */
export function useMissingText(
  error: string | undefined,
  kind: FieldKind,
  label: string,
  missing?: string,
): string | undefined {
  const t = useTexts()
  if (error === undefined || error !== t('fields.REQUIRED')) return error
  if (missing) return missing
  if (kind === 'checkbox') return t('fields.missing.tick')
  const values = { field: labelInside(label) }
  return chosen.has(kind) ? t('fields.missing.choose', values) : t('fields.missing.write', values)
}
