import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import { type Answer, fileUrl } from '#platform/web/api/api.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './EmployerTerms.module.css'

interface Props {
  readonly companyId: string
  readonly view: Answer<typeof employerTerms.get>
}

/** Which versions a company has accepted: who, when, and the paper of each. */
export function AcceptedTerms({ companyId, view }: Props) {
  const t = useTexts('employer-terms')
  const isNone = view.kinds.every(({ accepted }) => accepted.length === 0)
  return (
    <section className="stack-md" aria-labelledby="terms-accepted">
      <h2 id="terms-accepted">{t('staff')}</h2>
      {view.waived && <p className="sm t2">{t('waived')}</p>}
      {isNone && !view.waived && <p className="sm t2">{t('none')}</p>}
      <ul className={styles.accepted}>
        {view.kinds.flatMap(({ kind, accepted }) =>
          accepted.map(({ acceptanceId, number, acceptedAt, acceptedBy }) => (
            <li key={acceptanceId}>
              <div>
                <b>{t(`kinds.${kind}`)}</b>
                <br />
                <span className="sm t2">
                  {t('accepted', { number, name: acceptedBy })} · <Instant at={acceptedAt} />
                </span>
              </div>
              <a
                className="sm"
                href={fileUrl(employerTerms.file, { id: companyId, acceptanceId })}
                aria-label={t('fileOf', { title: t(`kinds.${kind}`), number })}
              >
                {t('file')}
              </a>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
