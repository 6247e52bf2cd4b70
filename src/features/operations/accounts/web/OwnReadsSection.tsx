import { ownData } from '#features/operations/personal-data/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

type Read = ReplyOf<typeof ownData.reads>['reads'][number]

/** Who else has read what is protected of one's own data. */
export function OwnReadsSection() {
  const t = useTexts('personal-data')
  const found = useApi(ownData.reads, {})
  return (
    <section className={`card ${styles.section}`} id="reads" aria-labelledby="reads-title">
      <h2 id="reads-title">{t('reads.title')}</h2>
      <p className="t2">{t('reads.lead')}</p>
      <Loaded from={found}>
        {({ reads }) =>
          reads.length === 0 ? (
            <p>{t('reads.none')}</p>
          ) : (
            <ul className={styles.sessions}>
              {reads.map((read) => (
                <ReadItem key={`${read.at} ${read.what}`} read={read} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function ReadItem({ read: { at, what, reader, name, companyName, purpose } }: { read: Read }) {
  const t = useTexts('personal-data')
  const who = [name, reader === 'EMPLOYER' && companyName ? companyName : t(`reads.reader.${reader}`)]
  return (
    <li className={`sm ${styles.address}`}>
      <b>{t(`reads.what.${what}`)}</b> · {who.filter(Boolean).join(', ')}
      <br />
      <span className="muted">
        <Instant at={at} />
        {purpose && <span> · {t('reads.purpose', { purpose: t(`reads.purposes.${purpose}`) })}</span>}
      </span>
    </li>
  )
}
