import type { Company } from '#features/people/companies/shapes.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './Sections.module.css'

/** What is agreed with the service and changed through it. */
export function CompanyAgreed({ company }: { company: Company }) {
  const t = useTexts('companies')
  const language = useLanguage()
  const brand = useBrand()
  const facts: [string, React.ReactNode][] = [
    [t('field.name'), company.name],
    [t('field.businessId'), company.businessId],
    [t('field.group'), company.groupCompanyName ?? '–'],
    [t('field.lessor'), company.leasingCompanyName ?? '–'],
    [t('field.maxPrice'), <Money key="maxPrice" euros={company.maxPrice} />],
    [t('field.eInvoiceAddress'), company.eInvoiceAddress ?? '–'],
    ...(company.vatValue === null
      ? []
      : [[t('field.vatValue'), formatPercent(company.vatValue, language)] as [string, React.ReactNode]]),
  ]
  return (
    <div className="sunk stack-md">
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="sm t2">{t('facts.agreed', { provider: brand.legalName, email: brand.email })}</p>
    </div>
  )
}
