import { useApiAction } from '#platform/web/api/api.ts'
import { Reveal } from '#platform/web/dialogs/Reveal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import { absencePurposes } from '../rules.ts'

/** The reason of an absence, shown to the employer for a purpose. */
export function AbsenceReason({ employeeId }: { employeeId: string }) {
  const t = useTexts('employees')
  const read = useApiAction(employees.revealAbsenceReason, {})
  const purposes = absencePurposes.filter((purpose) => purpose !== 'OWN')
  return (
    <Reveal
      ask={t('absence.show')}
      label={t('absence.purpose')}
      purposes={purposes.map((value) => ({ value, label: t(`absence.purposes.${value}`) }))}
      busy={read.isPending}
      reveal={(purpose) => read.mutateAsync({ params: { id: employeeId }, body: { purpose } })}
    >
      {({ reason, other }) => (
        <p>
          {t('absence.reason')}: {reason ? t(`absence.${reason}`) : t('absence.none')}
          {other && <span>: {other}</span>}
        </p>
      )}
    </Reveal>
  )
}
