import { IconDownload } from '@tabler/icons-react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { fileUrl } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'

const icon = <IconDownload size={16} stroke={1.75} aria-hidden="true" />

/** The month's files: of a locked month the frozen bytes. */
export function Downloads({ companyId, month }: { companyId: string; month: string }) {
  const t = useTexts('reporting')
  const params = { companyId, month }
  const files = [
    { key: 'csv', href: fileUrl(reporting.csv, params) },
    { key: 'xlsx', href: fileUrl(reporting.xlsx, params) },
    { key: 'salaryRows', href: fileUrl(reporting.salaryRows, params) },
  ]
  return (
    <div className={styles.files}>
      {files.map(({ key, href }) => (
        <Button key={key} component="a" href={href} download size="sm" leftSection={icon}>
          {t(key)}
        </Button>
      ))}
    </div>
  )
}
