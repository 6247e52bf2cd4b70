import { pages } from '#platform/contract/pages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import styles from './Books.module.css'
import { Figures } from './Figures.tsx'
import { useMonth } from './use-month.ts'

/** The VAT return of a month by box; each box leads to its vouchers. */
export function ReturnTab() {
  const t = useTexts('bookkeeping')
  const { period, month, choice } = useMonth()
  const read = useApi(bookkeeping.vatReturn, { params: { month }, keepPrevious: true })
  return (
    <div className="stack-md">
      <div className={styles.actions}>
        <NativeSelect label={t('period')} {...choice} />
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button key={format} component="a" href={fileUrl(bookkeeping.vatReturnFile, { month }, { format })} download>
            {t(`return.export.${format}`)}
          </Button>
        ))}
      </div>
      <Loaded from={read}>
        {({ state, boxes, strange, filingDay, filedBy, filedAt }) => (
          <>
            <p className="t2">
              {filedAt
                ? t('return.filed', { day: formatDay(helsinkiDay(new Date(filedAt))), by: filedBy ?? '–' })
                : t(`return.state.${state}`, { day: formatDay(filingDay) })}
            </p>
            {strange !== 0 && (
              <Note kind="danger">
                <Money euros={strange} /> {t('return.strange')}
              </Note>
            )}
            <Figures
              title={t('return.title')}
              columns={['box', 'amount', 'late']}
              amountsFrom={1}
              wraps
              rows={boxes.map(({ box, amount, late }) => [
                `${box} ${t(`return.boxes.${box}`)}`,
                <Link key="amount" to={pages.adminBookkeeping} search={{ tab: 'vouchers', box, ...period }}>
                  <Money euros={amount} />
                </Link>,
                late === 0 ? '–' : <Money key="late" euros={late} />,
              ])}
            />
            <p className="t2">{t('return.source')}</p>
          </>
        )}
      </Loaded>
    </div>
  )
}
