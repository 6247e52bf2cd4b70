import { useMay } from '#platform/web/api/user.ts'
import { PlanList } from './PlanList.tsx'

/** /tyonantaja/poissaolot: the plans of one's people. */
export function EmployerAbsencesPage() {
  return (
    <div className="wrap">
      <PlanList mayPropose={useMay()('absence-plan:make')} />
    </div>
  )
}
