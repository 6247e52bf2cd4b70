import { lazy } from 'react'
import { figures } from '#features/operations/figures/contract.ts'
import { usualPeriod } from '#features/operations/figures/rules.ts'
import { helsinkiDay, isDay } from '#platform/values/days.ts'
import { sheetFormats } from '#platform/values/sheet-format.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { DayFilter } from '#platform/web/table/DayFilter.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Figures.module.css'

const FigureCharts = lazy(() => import('./FigureCharts.tsx').then((m) => ({ default: m.FigureCharts })))

/** The operator's figures of a period: charts, each with its table, and all of them as a file. */
export function FiguresPage() {
  const t = useTexts('figures')
  const [address, setAddress] = useAddressState()
  const usual = usualPeriod(helsinkiDay(serviceNow()))
  const dayOf = (text: string | undefined, otherwise: string) => (text && isDay(text) ? text : otherwise)
  const from = dayOf(address.from, usual.from)
  const to = dayOf(address.to, usual.to)
  const read = useApi(figures.get, { query: { from, to }, keepPrevious: true })
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={styles.bar}>
        {(['from', 'to'] as const).map((name) => (
          <DayFilter
            key={name}
            labelled
            label={t(name)}
            value={name === 'from' ? from : to}
            choose={(day) => setAddress({ [name]: day || null })}
          />
        ))}
        {sheetFormats.map((format) => (
          <Button key={format} component="a" href={fileUrl(figures.file, undefined, { from, to, format })} download>
            {t(`export.${format}`)}
          </Button>
        ))}
      </div>
      <Loaded from={read}>
        {(shown) => (
          <LaterPart>
            <FigureCharts {...shown} />
          </LaterPart>
        )}
      </Loaded>
    </>
  )
}
