import { BillingTablesPage } from '#features/pricing/leasing/web/BillingTablesPage.tsx'
import { pickCompany } from './pick-company.ts'

/** /admin/laskutustaulukot: a table may be of one company. */
export const BillingTablesHome = () => <BillingTablesPage pickCompany={pickCompany} />
