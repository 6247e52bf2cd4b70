import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { rights } from '../contract.ts'
import styles from './Rights.module.css'

type Report = ReplyOf<typeof rights.retention>
type Ending = Report['endings'][number]

/** What ends each class of personal data, what the last run ended, and what it will end within 30 days. */
export function RetentionSection() {
  const t = useTexts('rights')
  const found = useApi(rights.retention, {})
  return (
    <section className="stack-md" aria-labelledby="retention">
      <h2 id="retention">{t('retention.title')}</h2>
      <p className="t2">{t('retention.lead')}</p>
      <Loaded from={found}>{(report) => <Endings report={report} />}</Loaded>
    </section>
  )
}

function Endings({ report }: { report: Report }) {
  const t = useTexts('rights')
  const rowsOf = (counts: Report['done'], { class: name, table }: Ending) =>
    counts.find((one) => one.class === name && one.table === table)?.rows
  return (
    <>
      <p className="sm">
        {report.at ? (
          <span>
            {t('retention.last')} <Instant at={report.at} />
          </span>
        ) : (
          <span>{t('retention.never')}</span>
        )}
      </p>
      <details>
        <summary>{t('retention.all', { count: report.endings.length })}</summary>
        <div className={styles.endings}>
          {[...Map.groupBy(report.endings, (ending) => ending.class)].map(([name, endings]) => (
            <section key={name}>
              <h3 className="sm">{t(`classes.${name}`)}</h3>
              <ul className={styles.list}>
                {endings.map((ending) => (
                  <li key={ending.table} className="sm">
                    <span>{ending.table}: </span>
                    <EndsBy ending={ending} done={rowsOf(report.done, ending)} ahead={rowsOf(report.ahead, ending)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </>
  )
}

/** What ends it, and how many rows went and will go. */
function EndsBy({ ending, done, ahead }: { ending: Ending; done: number | undefined; ahead: number | undefined }) {
  const t = useTexts('rights')
  return (
    <span className="muted">
      <Why ending={ending} />
      {done !== undefined && (
        <span>
          {' '}
          · {t('retention.done')}: {done}
        </span>
      )}
      {ahead !== undefined && (
        <span>
          {' '}
          · {t('retention.ahead')}: {ahead}
        </span>
      )}
    </span>
  )
}

function Why({ ending: { job, kept } }: { ending: Ending }) {
  const t = useTexts('rights')
  const ofJobs = useTexts('maintenance')
  return <span>{job ? ofJobs(`jobs.names.${job}`) : t(`retention.kept.${kept!}`)}</span>
}
