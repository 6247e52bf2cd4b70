import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import { isAsked } from '#features/people/companies/employer-terms/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { type Answer, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { AcceptedTerms } from './AcceptedTerms.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import styles from './EmployerTerms.module.css'

type View = Answer<typeof employerTerms.get>

/** /tyonantaja/ehdot/{company}: what the employer accepts before its first link, and what it has accepted. */
export function EmployerTermsPage() {
  const t = useTexts('employer-terms')
  const { companyId = '' } = useParams()
  const from = useApi(employerTerms.get, { params: { id: companyId } })
  const name = useChoices(...companyChoices).find(({ value }) => value === companyId)?.label ?? ''
  return (
    <div className="wrap">
      <Loaded from={from}>
        {(view) => (
          <>
            <PageHead
              title={t('title')}
              lead={t(view.kinds.some(({ state }) => isAsked(state)) ? 'lead' : 'leadDone', { company: name })}
            />
            <Terms companyId={companyId} view={view} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Terms({ companyId, view }: { companyId: string; view: View }) {
  const t = useTexts('employer-terms')
  const may = useMay()
  const asked = view.kinds.filter(({ state }) => isAsked(state))
  return (
    <div className={styles.page}>
      {view.kinds.map((kind) => (
        <One key={kind.kind} kind={kind} />
      ))}
      {asked.length > 0 &&
        (may('employer-terms:accept') ? (
          <AcceptForm companyId={companyId} kinds={asked} />
        ) : (
          <Note>{t('onlyAdmin')}</Note>
        ))}
      <AcceptedTerms companyId={companyId} view={view} />
    </div>
  )
}

/** One document as it is read: its whole text, with the hash of its bytes. */
function One({ kind: { kind, state, inForce } }: { kind: View['kinds'][number] }) {
  const t = useTexts('employer-terms')
  const language = useLanguage()
  if (!inForce) return null
  const { title, number, content, sha256, acceptBy } = inForce
  const isOpen = isAsked(state)
  return (
    <section className={`card ${styles.document}`} aria-labelledby={`terms-${kind}`}>
      <h2 id={`terms-${kind}`}>{title}</h2>
      <p className="sm t2">
        <span>
          {t('version', { number })} · {t(`states.${state}`)}
        </span>
        {isOpen && acceptBy && <span> {t('by', { day: formatDayIn(acceptBy, language) })}</span>}
      </p>
      <details open={isOpen}>
        <summary>{t(`kinds.${kind}`)}</summary>
        <div className={styles.text} lang={language}>
          {content
            .split('\n')
            .slice(1)
            .filter(Boolean)
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
        </div>
      </details>
      <p className={`xs muted ${styles.hash}`}>
        {t('hash')}: {sha256}
      </p>
    </section>
  )
}
