import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { companies } from '../contract.ts'
import { deputies } from '../deputies/contract.ts'
import { deputiesHandlers } from '../deputies/server/handlers.ts'
import { followDeputies } from '../deputies/server/job.ts'
import { employerTerms } from '../employer-terms/contract.ts'
import { employerTermsHandlers } from '../employer-terms/server/handlers.ts'
import { tellOfNewTerms } from '../employer-terms/server/tell-job.ts'
import { companyGroups } from '../groups/contract.ts'
import { companyGroupsHandlers } from '../groups/server/handlers.ts'
import { registerLinks } from '../links/contract.ts'
import { registerLinksHandlers } from '../links/server/handlers.ts'
import { companyUnits } from '../units/contract.ts'
import { companyUnitsHandlers } from '../units/server/handlers.ts'
import { companiesHandlers } from './handlers.ts'

export const companiesFeature: Feature = {
  name: 'companies',
  calls: [
    calls('companies', companies, companiesHandlers),
    calls('company-groups', companyGroups, companyGroupsHandlers),
    calls('company-units', companyUnits, companyUnitsHandlers),
    calls('deputies', deputies, deputiesHandlers),
    calls('employer-terms', employerTerms, employerTermsHandlers),
    calls('register-links', registerLinks, registerLinksHandlers),
  ],
  jobs: [followDeputies, tellOfNewTerms],
  tables: [
    'bike_policies',
    'company_people',
    'company_units',
    'deputies',
    'group_companies',
    'group_payroll_recipients',
    'terms_acceptances',
    'terms_waivers',
  ],
}
