import { pageUrl } from '#platform/contract/pages.ts'
import { type Day, formatDay, formatMonth, monthOf } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { type LifeOptionsView, lifeEventCalls } from '../contract.ts'
import styles from './LeavingCard.module.css'

interface Props {
  readonly employeeId: string
  /** The last working day as it is stored. */
  readonly day: Day
}

/** Of somebody who leaves: what becomes of each lease and its months, the last deduction, and what HR does until when. */
export function LeavingCard({ employeeId, day }: Props) {
  const t = useTexts('life-events')
  const { data } = useApi(lifeEventCalls.leases, { query: { beneficiaryEmployeeId: employeeId } })
  if (!data) return null
  return (
    <section className={`card stack-md ${styles.card}`} aria-labelledby="leaving-card">
      <h3 id="leaving-card">{t('leaver.title', { day: formatDay(day) })}</h3>
      {data.items.length === 0 && <p className="sm t2">{t('leaver.none')}</p>}
      {data.items.map(({ leasingAgreementId: id }) => (
        <Lease key={id} leasingAgreementId={id} employeeId={employeeId} day={day} />
      ))}
    </section>
  )
}

/** What is still open, by its last day: the first of them is what HR has to look at next. */
function openDays({ options }: LifeOptionsView, t: Texts): [string, string][] {
  const open = options.flatMap(({ kind, blocked, deadline, decides }) =>
    blocked === null && deadline ? [{ kind, deadline, decides }] : [],
  )
  return open
    .toSorted((left, right) => (left.deadline < right.deadline ? -1 : 1))
    .map(({ kind, deadline, decides }) => [
      t(`option.${kind}`),
      t('leaver.until', { day: formatDay(deadline), who: t(`deciders.${decides}`) }),
    ])
}

/** Why nothing is to be chosen any more: the lease ends otherwise, or the employer has the bicycle. */
const settledBy = ({ options }: LifeOptionsView) =>
  options.map(({ blocked }) => blocked).find((blocked) => blocked === 'ENDING_OPEN' || blocked === 'KEPT_BY_EMPLOYER')

function Lease({ leasingAgreementId, employeeId, day }: Props & { leasingAgreementId: string }) {
  const t = useTexts('life-events')
  const query = { event: 'LEAVING', day } as const
  const { data } = useApi(lifeEventCalls.options, { params: { leasingAgreementId }, query })
  if (!data) return null
  const days = openDays(data, t)
  const settled = settledBy(data)
  return (
    <div className="stack-sm">
      <p>
        <span>{data.bike}</span> <span className={styles.number}>{data.agreementNumber}</span>
      </p>
      {settled ? (
        <p className="sm t2">{t(`blocked.${settled}`)}</p>
      ) : (
        <>
          <Facts
            rows={[
              [t('leaver.lastDeduction'), formatMonth(monthOf(day))],
              [t('leaver.left'), <Money key="left" euros={data.left} />],
              ...days,
            ]}
          />
          <p className="sm">
            <b>{t('leaver.otherwise')}:</b> {t(`otherwise.${data.otherwise}`)}
          </p>
          {days.length === 0 && <p className="sm t2">{t('leaver.nothingOpen')}</p>}
        </>
      )}
      <p className="sm">
        <Link to={pageUrl('employerLifeEvent', {}, { employee: employeeId })}>
          {t(days.length > 0 ? 'leaver.open' : 'leaver.see')}
        </Link>
      </p>
    </div>
  )
}
