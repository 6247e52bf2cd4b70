import { IconDownload } from '@tabler/icons-react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { sheetFormats } from '#platform/values/sheet-format.ts'
import { addressOf } from '#platform/web/api/request.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { PopoverButton } from '../dialogs/PopoverButton.tsx'
import styles from './DataTable.module.css'

interface Props {
  file: EndpointSpec
  params: Readonly<Record<string, unknown>> | undefined
  /** Filters, search and sorting as they stand. */
  query: Readonly<Record<string, unknown>>
}

/** The whole list as a file, as it is filtered and sorted now. */
export function ExportChoice({ file, params, query }: Props) {
  const t = useTexts()
  return (
    <PopoverButton icon={<IconDownload size={16} stroke={1.75} aria-hidden="true" />} label={t('table.export')}>
      <p className="xs t2">{t('table.exportHint')}</p>
      <ul className={styles.files}>
        {sheetFormats.map((format) => (
          <li key={format}>
            <a href={addressOf(file, { params, query: { ...query, format } })} download>
              {t(`table.exportAs.${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </PopoverButton>
  )
}
