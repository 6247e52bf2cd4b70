import { LeasingCompaniesPage } from '#features/pricing/leasing/web/LeasingCompaniesPage.tsx'
import { pickCompany } from './pick-company.ts'

/** /admin/rahoitusyhtiot: a billing table may be of one company. */
export const LessorsHome = () => <LeasingCompaniesPage pickCompany={pickCompany} />
