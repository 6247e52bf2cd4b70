import { sql } from 'kysely'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'

/** By which model an employment of a company gives the benefit: by its own, else by the newest policy's. */
export const benefitModelIn = (own: string, company: string) =>
  sql<BenefitModel>`coalesce(${sql.ref(own)}, (select p.benefit_model from bike_policies p
    where p.company_id = ${sql.ref(company)} order by p.number desc limit 1), 'FROM_SALARY')`
