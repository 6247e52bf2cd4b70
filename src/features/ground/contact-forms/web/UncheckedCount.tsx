import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { RailCount } from '#platform/web/figures/RailCount.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** How many messages wait, beside the link of the tab. */
export function UncheckedCount() {
  const t = useTexts('contact-forms')
  const may = useMay()
  const waiting = useApi(contactForms.uncheckedCount, {
    enabled: may('contact-form:read'),
    refetchIntervalMs: 60_000,
  })
  const { count = 0 } = waiting.data ?? {}
  return <RailCount count={count} label={t('badge', { count })} />
}
