import { PlanList } from './PlanList.tsx'

/** /admin/poissaolot: every plan, for the staff to read. */
export function AdminAbsencesPage() {
  return <PlanList mayPropose={false} />
}
