import { employees } from '#features/people/employees/contract.ts'
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Reveal } from '#platform/web/dialogs/Reveal.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** One's absences as the employers keep them, each with its reason on asking. @param employments those with a reason */
export function OwnAbsences({ employments }: { employments: readonly OwnEmployment[] }) {
  const t = useTexts('employees')
  return (
    <section className="wrap stack-md" aria-labelledby="own-absences">
      <h2 id="own-absences">{t('absence.title')}</h2>
      {employments.map((employment) => (
        <OwnAbsence key={employment.beneficiaryEmployeeId} employment={employment} />
      ))}
    </section>
  )
}

function OwnAbsence({ employment }: { employment: OwnEmployment }) {
  const t = useTexts('employees')
  const read = useApiAction(employees.revealAbsenceReason, {})
  const { absence, companyName, beneficiaryEmployeeId: id } = employment
  return (
    <div className="stack-md">
      <p>
        {companyName}: <Day day={absence!.from} />–{absence!.to && <Day day={absence!.to} />}
      </p>
      <Reveal
        ask={t('absence.show')}
        label={t('absence.purpose')}
        purposes={[{ value: 'OWN', label: t('absence.purposes.OWN') }]}
        busy={read.isPending}
        reveal={() => read.mutateAsync({ params: { id }, body: { purpose: 'OWN' } })}
      >
        {({ reason, other }) => (
          <p>
            {t('absence.reason')}: {reason ? t(`absence.${reason}`) : t('absence.none')}
            {other && <span>: {other}</span>}
          </p>
        )}
      </Reveal>
    </div>
  )
}
